import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createRegistry, defineSkill, type Logger } from '@clawstead/skills'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defaultPolicy, loadIdentity, type RunningNode, readReceipts, startMeshNode } from '../src/index.js'

const SCRIPT = fileURLToPath(new URL('../../../docs/sign-and-call.sh', import.meta.url))
const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} }
const directory = mkdtempSync(join(tmpdir(), 'sign-and-call-'))
const run = promisify(execFile)

let node: RunningNode
beforeAll(async () => {
  const registry = createRegistry({})
  registry.register(
    defineSkill({
      name: 'demo/echo',
      version: '1.0.0',
      author: 'clawstead',
      description: 'Says it back.',
      input: z.strictObject({ text: z.string(), times: z.int().default(1) }),
      output: z.object({ text: z.string(), caller: z.string() }),
      signatureRequired: true,
      run: ({ text, times }, { caller }) => ({ text: text.repeat(times), caller: caller.identity }),
    }),
  )
  node = await startMeshNode({
    registry,
    identity: await loadIdentity({ directory: join(directory, 'node-keys'), log: SILENT }),
    directory: join(directory, 'mesh'),
    policy: { ...defaultPolicy(true), requiresAudience: true },
    name: 'test',
    version: '1.0.0',
    host: '127.0.0.1',
    port: 0,
    log: SILENT,
  })
})
let isClosed = false
afterAll(() => (isClosed ? undefined : node.close()))

async function signAndCall(skill: string, params: object) {
  const environment = { ...process.env, KEYS_DIR: join(directory, 'caller-keys') }
  const { stdout, stderr } = await run('sh', [SCRIPT, `${node.mcpUrl}/${skill}`, JSON.stringify(params)], {
    env: environment,
  }).catch((error: unknown) => error as { stdout: string; stderr: string })
  return { answer: JSON.parse(stdout) as Record<string, unknown>, stderr }
}

test('[SHELL1] a shell script with openssl, jq and curl signs, calls and checks the answer', async () => {
  const { answer, stderr } = await signAndCall('demo/echo', { times: 2, text: 'hé ' })
  expect(stderr).toBe('status 200, answer signed by the node\n')
  const caller = await loadIdentity({ directory: join(directory, 'caller-keys'), log: SILENT })
  const agentId = createHash('sha256').update(caller.publicKey).digest('hex')
  expect(answer).toEqual({ success: true, data: { text: 'hé hé ', caller: `mesh:${agentId}` } })
})

test('[SHELL1] refusals come in the envelope', async () => {
  const { answer, stderr } = await signAndCall('demo/echo', { text: 1 })
  expect(answer).toMatchObject({ success: false, data: null })
  expect(stderr).toBe('status 400, answer signed by the node\n')
})

test('[RCPT9] the calls left receipts that hold', async () => {
  await node.close()
  isClosed = true
  const [file = ''] = readdirSync(join(directory, 'mesh', 'receipts'))
  const statuses: unknown[] = []
  for await (const { verdict } of readReceipts(join(directory, 'mesh', 'receipts', file))) {
    statuses.push(verdict.ok && verdict.isCallerProved && verdict.receipt.status)
  }
  expect(statuses).toEqual([200, 400])
})
