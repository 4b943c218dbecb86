import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { parseSecretReference } from './reference.js'
import { createSecrets, SECRET_KEPT_MS } from './secrets.js'

const VALUE = 'hunter2-"and"-more'
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

describe('references', () => {
  const arn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:maps-AbCdEf'
  test('[SECRET1] each store has its form', () => {
    expect(parseSecretReference('op://Private/Google Maps/api/key')).toEqual({
      store: '1password',
      text: 'op://Private/Google Maps/api/key',
    })
    expect(parseSecretReference('env://MAPS_KEY')).toEqual({ store: 'env', text: 'env://MAPS_KEY', name: 'MAPS_KEY' })
    expect(parseSecretReference('aws-sm://prod/maps#key?stage=AWSPREVIOUS')).toEqual({
      store: 'aws',
      text: 'aws-sm://prod/maps#key?stage=AWSPREVIOUS',
      id: 'prod/maps',
      key: 'key',
      stage: 'AWSPREVIOUS',
    })
    expect(parseSecretReference(arn)).toEqual({ store: 'aws', text: arn, id: arn, region: 'eu-west-1' })
    expect(parseSecretReference(`{{resolve:secretsmanager:${arn}:SecretString:key::v1}}`)).toMatchObject({
      id: arn,
      region: 'eu-west-1',
      key: 'key',
      versionId: 'v1',
    })
    expect(parseSecretReference('{{resolve:secretsmanager:maps}}')).toMatchObject({ store: 'aws', id: 'maps' })
  })

  test.each([
    'op://only/two',
    'env://1X',
    'aws-sm://',
    'arn:aws:s3:::bucket',
    'aws-sm://a?other=1',
    '{{resolve:ssm:x}}',
  ])('[SECRET2] %s is refused with its form', (text) => {
    expect(() => parseSecretReference(text)).toThrow(/must be/)
  })

  test('[SECRET3] a value in place of a reference is refused and not repeated', () => {
    expect(() => parseSecretReference('AIzaSyRealKey')).toThrow(/never written down itself/)
    expect(() => parseSecretReference('AIzaSyRealKey')).not.toThrow(/AIza/)
  })
})

test('[SECRET4] a secret shows itself to nobody who does not ask', async () => {
  const { resolve } = createSecrets({ environment: { KEY: VALUE }, now: () => 0 })
  const secret = await resolve('env://KEY')
  expect(secret.reveal()).toBe(VALUE)
  for (const shown of [String(secret), ''.concat(secret as never), JSON.stringify({ secret }), inspect({ secret })]) {
    expect(shown).toContain('[secret]')
    expect(shown).not.toContain('hunter2')
  }
})

test('[SECRET5] a value is asked for when needed and kept for five minutes; a failure is not kept', async () => {
  let now = 0
  const environment: Record<string, string> = {}
  const { resolve } = createSecrets({ environment, now: () => now })
  await expect(resolve('env://KEY')).rejects.toThrow('env://KEY could not be read: it is not set')
  environment.KEY = 'first'
  expect((await resolve('env://KEY')).reveal()).toBe('first')
  environment.KEY = 'second'
  now = SECRET_KEPT_MS - 1
  expect((await resolve('env://KEY')).reveal()).toBe('first')
  now = SECRET_KEPT_MS
  expect((await resolve('env://KEY')).reveal()).toBe('second')
})

test('[SECRET6] whatever was resolved is taken out of texts, in every spelling it may have there', async () => {
  const { resolve, redactor } = createSecrets({ environment: { KEY: VALUE }, now: () => 0 })
  expect(redactor.text(VALUE)).toBe(VALUE)
  await resolve('env://KEY')
  const encoded = Buffer.from(VALUE).toString('base64')
  const leaks = [
    VALUE,
    JSON.stringify({ key: VALUE }),
    `https://x/?key=${encodeURIComponent(VALUE)}`,
    `Basic ${encoded}`,
  ]
  for (const leak of leaks) expect(redactor.text(leak)).not.toMatch(/hunter2|aHVudGVy/)
  expect(redactor.data({ [VALUE]: [VALUE, 1, null] })).toEqual({ '[secret]': ['[secret]', 1, null] })
})

describe('1Password', () => {
  async function fakeCommand(script: string): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'op-'))
    cleanUps.push(() => rm(directory, { recursive: true }))
    await writeFile(join(directory, 'op'), `#!${process.execPath}\n${script}`)
    await chmod(join(directory, 'op'), 0o755)
    return directory
  }

  test('[SECRET7] the op command is asked with the reference as one argument and nothing of our environment', async () => {
    const directory = await fakeCommand(`
      require('node:fs').writeFileSync(__dirname + '/seen.json', JSON.stringify([process.argv.slice(2), process.env]))
      process.stdout.write('from the vault')`)
    const environment = { PATH: directory, OP_SERVICE_ACCOUNT_TOKEN: 'token', AWS_SECRET_ACCESS_KEY: 'not yours' }
    const { resolve } = createSecrets({ environment, now: () => 0 })
    const reference = 'op://Private/it; rm -rf $HOME/key'
    expect((await resolve(reference)).reveal()).toBe('from the vault')
    const [args, env] = JSON.parse(await readFile(join(directory, 'seen.json'), 'utf8')) as [string[], object]
    expect(args).toEqual(['read', '--no-newline', '--', reference])
    expect(env).toMatchObject({ PATH: directory, OP_SERVICE_ACCOUNT_TOKEN: 'token' })
    expect(env).not.toHaveProperty('AWS_SECRET_ACCESS_KEY')
  })

  test('[SECRET8] a vault that refuses is told with the reference', async () => {
    const PATH = await fakeCommand('console.error("no such item"); process.exit(1)')
    const { resolve } = createSecrets({ environment: { PATH }, now: () => 0 })
    await expect(resolve('op://a/b/c')).rejects.toThrow(/^op:\/\/a\/b\/c could not be read: .*no such item/s)
  })
})

describe('AWS Secrets Manager', () => {
  /** Speaks what the service speaks: JSON 1.1 with the operation in a header. */
  async function standIn(answers: Readonly<Record<string, object>>): Promise<{ asked: object[] }> {
    const asked: object[] = []
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const input = JSON.parse(await bodyOf(request)) as { SecretId: string }
      asked.push({ target: request.headers['x-amz-target'], ...input })
      const secret = answers[input.SecretId]
      response.writeHead(secret === undefined ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' })
      response.end(JSON.stringify(secret ?? { __type: 'ResourceNotFoundException', message: 'no such secret' }))
    }
    const server = createServer((request, response) => void answer(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanUps.push(() => server.close())
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    vi.stubEnv('AWS_REGION', 'eu-west-1')
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'key')
    return { asked }
  }

  test('[SECRET9] the SDK asks for the secret, its stage and version, and a key is taken out of it', async () => {
    const { asked } = await standIn({ maps: { SecretString: '{"key":"from aws"}' }, raw: { SecretBinary: 'Ynl0ZXM=' } })
    const { resolve } = createSecrets({ environment: {}, now: () => 0 })
    expect((await resolve('aws-sm://maps#key?stage=AWSPREVIOUS')).reveal()).toBe('from aws')
    expect((await resolve('aws-sm://raw')).reveal()).toBe('bytes')
    expect(asked).toEqual([
      { target: 'secretsmanager.GetSecretValue', SecretId: 'maps', VersionStage: 'AWSPREVIOUS' },
      { target: 'secretsmanager.GetSecretValue', SecretId: 'raw' },
    ])
  })

  test('[SECRET8] a secret that is not there, or has no such key, is told with the reference', async () => {
    await standIn({ maps: { SecretString: 'plain' } })
    const { resolve } = createSecrets({ environment: {}, now: () => 0 })
    await expect(resolve('aws-sm://other')).rejects.toThrow('aws-sm://other could not be read: no such secret')
    await expect(resolve('aws-sm://maps#key')).rejects.toThrow(
      'aws-sm://maps#key could not be read: it is no JSON object',
    )
  })
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
