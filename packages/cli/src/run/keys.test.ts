import { generateKeyPairSync } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityOf, type KnownKey, openReceiptLog, signCall } from '@clawstead/mesh'
import { beforeEach, describe, expect, test } from 'vitest'
import { runProgram } from '../program.js'
import { recordSurroundings } from '../testing/surroundings.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'clawstead-keys-'))
})

async function run(...args: string[]) {
  const surroundings = recordSurroundings({ environment: { OPENCLAW_STATE_DIR: join(directory, 'state') }, directory })
  const exitNow = (code: number) => expect.fail(`exit ${code}`)
  const code = await runProgram(args, surroundings, { signals: new EventEmitter(), exitNow, hasTerminal: false })
  return { code, ...surroundings.written() }
}

async function runJson<Result>(...args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await run(...args, '--json', '--log-level', 'silent')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as Result
}

type Shown = { agent_id: string; pubkey: string; machine_context: string; pubkey_pem: string }

describe('clawstead keys', () => {
  test('[KEYS1] create makes a key once, show tells it', async () => {
    const created = await runJson<Shown>('keys', 'create')
    expect(readFileSync(join(directory, 'state', 'keys', 'agent.pub'), 'utf8')).toBe(created.pubkey_pem)
    expect(await runJson<Shown>('keys', 'create')).toEqual(created)
    expect(await runJson<Shown>('keys', 'show')).toEqual(created)
    const { stdout } = await run('keys', 'show')
    expect(stdout).toBe(
      `agent id          ${created.agent_id}\npublic key        ${created.pubkey}\nmachine context   ${created.machine_context}\n`,
    )
  })

  test('[KEYS1] show makes none', async () => {
    const { code, stdout, stderr } = await run('keys', 'show', '--keys-dir', 'mine')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(`there is no key in ${join(directory, 'mine')}: make one with clawstead keys create`)
  })

  test('[KEYS2] a rotated key is followed by whoever trusted the old one', async () => {
    const before = await runJson<Shown>('keys', 'create')
    copyFileSync(join(directory, 'state', 'keys', 'agent.pub'), join(directory, 'friend.pub'))
    const context = ['--machine-context', before.machine_context]
    await runJson('keys', 'trust', 'friend.pub', '--label', 'friend', '--rights', 'op', ...context)
    const { code, stdout } = await run('keys', 'rotate')
    expect(code).toBe(0)
    const after = await runJson<Shown>('keys', 'show')
    expect(stdout).toContain(`was         ${before.agent_id}\nis now      ${after.agent_id}\n`)
    const { keys } = await runJson<{ keys: KnownKey[] }>('keys', 'trust', join('state', 'keys', 'rotations.json'))
    expect(keys).toMatchObject([
      { agent_id: after.agent_id, label: 'friend', rights: ['op'], rotated_from: before.agent_id },
    ])
    expect((await run('keys', 'list')).stdout).toBe(
      `${before.agent_id}  friend: replaced by ${after.agent_id}\n${after.agent_id}  friend: trusted, may op\n`,
    )
    const again = await run('keys', 'trust', join('state', 'keys', 'rotations.json'))
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('rotation refused: the earlier key was revoked')
  })

  test('[KEYS3] trust, list and revoke work on the keyring of the data folder', async () => {
    const friend = identityOf(generateKeyPairSync('ed25519').privateKey)
    expect((await run('keys', 'list')).stdout).toBe('no keys; clawstead keys trust KEY adds one\n')
    await run('keys', 'trust', friend.publicKeyText, '--data', 'd')
    expect((await run('keys', 'list', '--data', 'd')).stdout).toBe(`${friend.agentId}  trusted\n`)
    expect((await run('keys', 'revoke', friend.agentId, '--data', 'd')).stdout).toBe(`${friend.agentId}  revoked\n`)
    const file = JSON.parse(readFileSync(join(directory, 'd', 'mesh', 'keyring.json'), 'utf8')) as { keys: unknown[] }
    expect(file.keys.length).toBe(1)
  })

  test.each([
    [['trust', 'nonsense'], 1, 'publicKey: expected an Ed25519 public key as base64, hex or PEM'],
    [['trust', '{'], 1, 'expected a public key or a file of rotation statements'],
    [['trust', '[]'], 1, 'the file holds no rotation statement'],
    [['trust', '[1]'], 1, 'rotation refused: not a rotation statement'],
    [['revoke', 'nobody'], 1, 'no key nobody in the keyring'],
    [['rotate'], 1, 'make one with clawstead keys create'],
    [['burn'], 2, 'clawstead keys does not know "burn"'],
    [['trust'], 2, 'clawstead keys trust KEY|FILE: something is missing after trust'],
  ])('[KEYS4] %j is refused with its reason', async (args, expectedCode, message) => {
    const { code, stderr } = await run('keys', ...args)
    expect(code).toBe(expectedCode)
    expect(stderr).toContain(message)
  })
})

describe('clawstead receipt verify', () => {
  async function receiptFile(): Promise<string> {
    const [caller, node] = [1, 2].map(() => identityOf(generateKeyPairSync('ed25519').privateKey))
    if (caller === undefined || node === undefined) throw new Error('no keys')
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const receipts = await openReceiptLog({ directory: join(directory, 'receipts'), identity: node, log })
    const { headers, nonce } = signCall({
      identity: caller,
      method: 'demo/echo',
      params: { text: 'hi' },
      nowMs: 1_790_000_000_000,
    })
    receipts.append({
      signed: {
        agentId: caller.agentId,
        publicKey: caller.publicKeyText,
        method: 'demo/echo',
        params: { text: 'hi' },
        nonce,
        timestamp: '1790000000000',
        signature: headers['x-signature'] ?? '',
      },
      skill: { name: 'demo/echo', version: '1.0' },
      answerText: '{"data":{"text":"hi"},"success":true}',
      status: 200,
      atMs: 1_790_000_000_001,
    })
    await receipts.close()
    return join('receipts', 'receipts-00000001.jsonl')
  }

  test('[RECEIPT1] says who called what, and sums up', async () => {
    const file = await receiptFile()
    const { code, stdout } = await run('receipt', 'verify', file)
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /:1: holds: at 2026-\S+ [0-9a-f]{64} called demo\/echo 1\.0 of [0-9a-f]{64}, status 200\n1 hold, 0 do not\n$/,
    )
    const json = (await run('receipt', 'verify', file, '--json')).stdout.trimEnd().split('\n')
    expect(json.map((line) => JSON.parse(line) as object)).toMatchObject([
      { ok: true, skill: 'demo/echo' },
      { good: 1, bad: 0 },
    ])
  })

  test('[RECEIPT2] one that does not hold makes it a failure', async () => {
    const file = await receiptFile()
    const path = join(directory, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, `${text}${text.replace('"status":200', '"status":500')}`)
    const { code, stdout } = await run('receipt', 'verify', file)
    expect(code).toBe(1)
    expect(stdout).toContain(`${file}:2: does not hold: the signature of the node does not fit\n1 hold, 1 do not\n`)
    writeFileSync(path, '')
    expect((await run('receipt', 'verify', file)).code).toBe(1)
    expect((await run('receipt', 'verify', 'none')).stderr).toContain('none does not exist')
  })
})
