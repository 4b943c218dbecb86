import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { agentIdOf, isMachineContext, machineContextOf } from './agent-id.js'
import { isSignedBy } from './ed25519.js'
import { loadIdentity } from './identity.js'
import { defaultKeysDirectory } from './key-files.js'
import { rotateKeys, rotationProblem } from './rotation.js'
import { sha256Hex } from './sha256.js'
import { NOW_MS, newIdentity, SILENT, temporaryDirectory } from './testing/node.js'

const OPENSSL = 'openssl'

const load = (directory: string, extra: Partial<Parameters<typeof loadIdentity>[0]> = {}) =>
  loadIdentity({ directory, log: SILENT, ...extra })

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

describe('key files', () => {
  test('[KEY1] are made when they are missing, for the owner alone, and stay', async () => {
    const directory = join(temporaryDirectory(), 'keys')
    const identity = await load(directory)
    expect([modeOf(directory), modeOf(join(directory, 'agent.key'))]).toEqual(['700', '600'])
    expect(readFileSync(join(directory, 'agent.pub'), 'utf8')).toBe(identity.publicKeyPem)
    expect(readFileSync(join(directory, 'agent.key'), 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
    const { sign: _sign, ...again } = await load(directory)
    expect(identity).toMatchObject(again)
    expect(isSignedBy(identity.publicKey, 'text', Buffer.from(identity.sign('text'), 'base64url'))).toBe(true)
  })

  test('[KEY1] two that begin at once are one', async () => {
    const directory = join(temporaryDirectory(), 'keys')
    const identities = await Promise.all([1, 2, 3, 4].map(() => load(directory)))
    expect(new Set(identities.map(({ agentId }) => agentId)).size).toBe(1)
    expect(readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('[KEY1] where none may be made, the missing one is named', async () => {
    await expect(load(temporaryDirectory(), { mayCreate: false })).rejects.toThrow(
      /^there is no key in .*: make one with/,
    )
  })

  test('[KEY2] what others may read is refused', async () => {
    const directory = temporaryDirectory()
    await load(directory)
    chmodSync(join(directory, 'agent.key'), 0o640)
    await expect(load(directory)).rejects.toThrow(/agent\.key can be read by others \(mode 640\): run chmod 600 on it$/)
    chmodSync(join(directory, 'agent.key'), 0o600)
    chmodSync(directory, 0o770)
    await expect(load(directory)).rejects.toThrow(/can be written by others \(mode 770\): run chmod 700 on it$/)
  })

  test('[KEY3] keys that OpenSSL made are read', async () => {
    const directory = temporaryDirectory()
    const key = join(directory, 'agent.key')
    execFileSync(OPENSSL, ['genpkey', '-algorithm', 'ed25519', '-out', key])
    chmodSync(key, 0o600)
    execFileSync(OPENSSL, ['pkey', '-in', key, '-pubout', '-out', join(directory, 'agent.pub')])
    const identity = await load(directory)
    expect(identity.publicKeyPem).toBe(readFileSync(join(directory, 'agent.pub'), 'utf8'))
  })

  test('[KEY4] the public file may have another spelling', async () => {
    const directory = temporaryDirectory()
    const identity = await load(directory)
    writeFileSync(join(directory, 'agent.pub'), `${Buffer.from(identity.publicKey).toString('hex')}\n`)
    expect((await load(directory)).agentId).toBe(identity.agentId)
    writeFileSync(join(directory, 'agent.pub'), 'nonsense')
    await expect(load(directory)).rejects.toThrow(/agent\.pub holds no Ed25519 public key/)
  })

  test('[KEY5] files that do not belong together are refused, and none is overwritten', async () => {
    const directory = temporaryDirectory()
    await load(directory)
    writeFileSync(join(directory, 'agent.pub'), newIdentity().publicKeyPem)
    await expect(load(directory)).rejects.toThrow(/agent\.pub is not the public key of the private key in use/)
    rmSync(join(directory, 'agent.key'))
    await expect(load(directory)).rejects.toThrow(/agent\.key is missing while agent\.pub is there/)
    expect(existsSync(join(directory, 'agent.key'))).toBe(false)
  })

  test('[KEY5] a private key that is none is refused without being quoted', async () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'agent.key'), 'hunter2', { mode: 0o600 })
    await expect(load(directory)).rejects.toThrow(
      /agent\.key holds no private key: expected PKCS#8 PEM without a passphrase$/,
    )
    const rsa = execFileSync(OPENSSL, ['genpkey', '-algorithm', 'X25519']).toString()
    writeFileSync(join(directory, 'agent.key'), rsa, { mode: 0o600 })
    await expect(load(directory)).rejects.toThrow(/holds a key of type x25519: expected ed25519$/)
  })

  test('[KEY6] the private key may be a reference', async () => {
    const elsewhere = temporaryDirectory()
    const { agentId } = await load(elsewhere)
    const pem = readFileSync(join(elsewhere, 'agent.key'), 'utf8')
    const asked: string[] = []
    const resolveSecret = (reference: string): Promise<string> => {
      asked.push(reference)
      return Promise.resolve(pem)
    }
    const byFile = temporaryDirectory()
    writeFileSync(join(byFile, 'agent.key'), 'op://vault/agent/key\n')
    expect((await load(byFile, { resolveSecret })).agentId).toBe(agentId)
    const byOption = await load(temporaryDirectory(), { privateKeyReference: 'aws-sm://agent', resolveSecret })
    expect(byOption.agentId).toBe(agentId)
    expect(asked).toEqual(['op://vault/agent/key', 'aws-sm://agent'])
  })

  test('[KEY6] without further word a reference is resolved as those of skills are', async () => {
    const elsewhere = temporaryDirectory()
    const { agentId } = await load(elsewhere)
    const environment = { AGENT_KEY: readFileSync(join(elsewhere, 'agent.key'), 'utf8') }
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'agent.key'), 'env://AGENT_KEY\n')
    expect((await load(directory, { environment })).agentId).toBe(agentId)
    await expect(load(directory, { environment: {} })).rejects.toThrow(
      'the private key is a secret that cannot be had: env://AGENT_KEY could not be read: it is not set',
    )
  })

  test('[KEY7] the folder is that of OpenClaw', () => {
    expect(defaultKeysDirectory({ OPENCLAW_STATE_DIR: '/state' })).toBe('/state/keys')
    expect(defaultKeysDirectory({})).toMatch(/\/\.openclaw\/keys$/)
  })
})

describe('agent id', () => {
  test('[AID1] is the hash of key and context; without one it is the hash of the key', () => {
    const { publicKey } = newIdentity()
    expect(agentIdOf(publicKey, '')).toBe(sha256Hex(publicKey))
    expect(agentIdOf(publicKey, 'abc')).toBe(sha256Hex(Buffer.concat([publicKey, Buffer.from('abc')])))
  })

  test('[AID2] the context of a machine tells nothing about it; a kept one wins', async () => {
    expect(machineContextOf('0'.repeat(32))).toMatch(/^[\w-]{22}$/)
    const directory = temporaryDirectory()
    const { machineContext } = await load(directory)
    expect(isMachineContext(machineContext) && machineContext.length === 22).toBe(true)
    writeFileSync(join(directory, 'agent.context'), 'kept-here\n')
    expect((await load(directory)).machineContext).toBe('kept-here')
    writeFileSync(join(directory, 'agent.context'), 'a b')
    await expect(load(directory)).rejects.toThrow(/agent\.context must hold at most 128 visible ASCII characters$/)
  })
})

describe('rotation', () => {
  test('[ROT1] a new key takes over, and the old one signs for it', async () => {
    const directory = temporaryDirectory()
    const before = await load(directory)
    const statement = await rotateKeys(directory, before, NOW_MS)
    const after = await load(directory)
    expect(statement).toMatchObject({
      from_agent_id: before.agentId,
      from_pubkey: before.publicKeyText,
      agent_id: after.agentId,
      pubkey: after.publicKeyText,
      at: NOW_MS,
    })
    expect(rotationProblem(statement)).toBeUndefined()
    expect(after.rotations).toEqual([statement])
    expect(readdirSync(join(directory, 'retired')).toSorted()).toEqual(
      ['key', 'pub'].map((kind) => `${before.agentId.slice(0, 16)}.${kind}`),
    )
    expect(modeOf(join(directory, 'agent.key'))).toBe('600')
    const last = await rotateKeys(directory, after, NOW_MS + 1)
    expect((await load(directory)).rotations).toEqual([statement, last])
  })

  test('[ROT2] a statement that was touched proves nothing', async () => {
    const directory = temporaryDirectory()
    const statement = await rotateKeys(directory, await load(directory), NOW_MS)
    const thief = newIdentity()
    const changed = {
      ...statement,
      pubkey: thief.publicKeyText,
      agent_id: agentIdOf(thief.publicKey, statement.machine_context),
    }
    expect(rotationProblem(changed)).toBe('it was not signed by the earlier key')
    expect(rotationProblem({ ...statement, agent_id: thief.agentId })).toBe('agent_id does not belong to pubkey')
    expect(rotationProblem({ ...statement, signature: 'x' })).toBe('a key or the signature is malformed')
    expect(rotationProblem({ ...statement, extra: 'x' })).toBe('not a rotation statement')
    expect(rotationProblem(null)).toBe('not a rotation statement')
    const weak = Buffer.concat([Buffer.of(1), Buffer.alloc(31)])
    const weakened = { ...statement, from_pubkey: weak.toString('base64url') }
    expect(rotationProblem(weakened)).toBe('a key is refused: it is a point of small order')
    writeFileSync(join(directory, 'rotations.json'), JSON.stringify([changed]))
    await expect(load(directory)).rejects.toThrow(/rotations\.json, statement 1: it was not signed by the earlier key$/)
  })

  test('[ROT3] a rotation that was cut short leaves a usable key', async () => {
    const directory = temporaryDirectory()
    const { agentId } = await load(directory)
    writeFileSync(join(directory, 'agent.key.next'), 'half', { mode: 0o600 })
    rmSync(join(directory, 'agent.pub'))
    expect((await load(directory)).agentId).toBe(agentId)
  })

  test('[ROT1] a key that is kept elsewhere is rotated there', async () => {
    await expect(rotateKeys(temporaryDirectory(), newIdentity(), NOW_MS)).rejects.toThrow(/agent\.key is missing/)
  })
})
