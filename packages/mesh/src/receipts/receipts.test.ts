import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SignatureVerifier } from '@clawstead/skills'
import { canonicalJson } from '@clawstead/skills'
import { assert, property, string as texts, uniqueArray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '../identity/sha256.js'
import { signMessage } from '../identity/sign-message.js'
import {
  BASE_URL,
  NOW_MS,
  newIdentity,
  SILENT,
  SKILL,
  signedRequest,
  temporaryDirectory,
  testNode,
} from '../identity/testing/node.js'
import type { VerifiedCall } from '../identity/verifier.js'
import { leafHash, merkleTree, rootFrom } from './merkle.js'
import { readReceipts } from './read-receipts.js'
import { type Receipt, type ReceiptRecord, receiptOf, type SignedReceipt } from './receipt.js'
import { openReceiptLog, signBatch } from './receipt-log.js'
import { verifyReceipt } from './verify-receipt.js'

const node = newIdentity('node')
const envelope = { success: true, data: { places: [] } }

function callIn(verdict: ReturnType<SignatureVerifier['verify']>): VerifiedCall {
  if (verdict === undefined || !('signed' in verdict) || verdict.signed.call === undefined)
    throw new Error('not signed')
  return verdict.signed.call
}

async function record(call: Parameters<typeof signedRequest>[0] = {}): Promise<ReceiptRecord> {
  const signed = callIn((await testNode()).verifier.verify(signedRequest(call)))
  return {
    signed,
    skill: { name: SKILL, version: '1.2' },
    answerText: canonicalJson(envelope),
    status: 200,
    atMs: NOW_MS + 5,
  }
}

async function messageRecord(): Promise<ReceiptRecord> {
  const body = JSON.stringify({ method: SKILL, params: { query: 'coffee' } })
  const url = `${BASE_URL}/${SKILL}`
  const headers = await signMessage({ identity: newIdentity(), method: 'POST', url, body, nowMs: NOW_MS })
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const request = {
    method: 'POST',
    path: `/mcp/${SKILL}`,
    headers: { ...lower, host: '127.0.0.1:9003' },
    body: Buffer.from(body),
  }
  return { ...(await record()), signed: callIn((await testNode()).verifier.verify(request)) }
}

async function signedReceipt(made: ReceiptRecord, keepsInputs = true): Promise<SignedReceipt> {
  const others = await Promise.all([record(), record()])
  const [, receipt] = signBatch(
    [others[0], made, others[1]].map((one) => receiptOf(one, node, keepsInputs)),
    node,
  )
  if (receipt === undefined) throw new Error('no receipt')
  return JSON.parse(receipt) as SignedReceipt
}

/** The node itself lies: it changes a receipt and signs what it made of it. */
function resigned(receipt: SignedReceipt, change: (receipt: Omit<SignedReceipt, 'proof'>) => object): unknown {
  const { proof: _proof, ...unsigned } = receipt
  // In canonical order again, as an honest node writes it.
  const changed = JSON.parse(canonicalJson({ ...unsigned, ...change(unsigned) })) as Receipt
  return JSON.parse(signBatch([changed], node)[0] ?? '')
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

describe('a receipt', () => {
  test('[RCPT1] says who, what, and with which result', async () => {
    const identity = newIdentity('laptop')
    const receipt = receiptOf(await record({ identity, nonce: 'nonce-of-16-chars' }), node, true)
    const params = '{"location":"Denver, CO","query":"coffee"}'
    expect(receipt).toEqual({
      type: 'clawstead/receipt',
      version: 1,
      at: NOW_MS + 5,
      caller: { agent_id: identity.agentId, pubkey: identity.publicKeyText, machine_context: 'laptop' },
      node: { agent_id: node.agentId, pubkey: node.publicKeyText, machine_context: 'node' },
      skill: SKILL,
      skill_version: '1.2',
      status: 200,
      input_hash: sha256Hex(params),
      output_hash: sha256Hex(canonicalJson(envelope)),
      call: {
        method: SKILL,
        nonce: 'nonce-of-16-chars',
        timestamp: String(NOW_MS),
        signature: identity.sign(`${SKILL}${params}nonce-of-16-chars${NOW_MS}`),
        params,
      },
    })
  })

  test('[RCPT1] is written in canonical form', async () => {
    for (const made of [await record(), await messageRecord()]) {
      const receipt = receiptOf(made, node, true)
      expect(JSON.stringify(receipt)).toBe(canonicalJson(receipt))
    }
  })

  test('[RCPT2] holds by itself', async () => {
    for (const made of [await record(), await messageRecord()]) {
      const receipt = await signedReceipt(made)
      expect(verifyReceipt(receipt)).toEqual({ ok: true, receipt, isCallerProved: true })
    }
  })

  test('[RCPT3] nothing in it can be changed by others', async () => {
    const receipt = await signedReceipt(await record())
    const misfit = { ok: false, reason: 'the signature of the node does not fit' }
    for (const change of [
      { at: 1 },
      { skill: 'goplaces/delete' },
      { skill_version: '9' },
      { status: 500 },
      { input_hash: '0'.repeat(64) },
      { output_hash: '0'.repeat(64) },
      { call: { ...receipt.call, params: '{}' } },
      { call: { ...receipt.call, nonce: 'another-nonce-here' } },
      { proof: { ...receipt.proof, path: [] } },
      { proof: { ...receipt.proof, signature: receipt.call.signature } },
    ]) {
      expect(verifyReceipt({ ...receipt, ...change })).toEqual(misfit)
    }
  })

  test('[RCPT4] nor can the node say that somebody asked for something else', async () => {
    const receipt = await signedReceipt(await record())
    const params = '{"query":"tea"}'
    const lies = [
      resigned(receipt, ({ call }) => ({ call: { ...call, params }, input_hash: sha256Hex(params) })),
      resigned(receipt, ({ call }) => ({ call: { ...call, nonce: 'another-nonce-here' } })),
      resigned(receipt, ({ call }) => ({ call: { ...call, timestamp: String(NOW_MS + 1) } })),
      resigned(receipt, ({ call }) => ({ skill: 'goplaces/delete', call: { ...call, method: 'goplaces/delete' } })),
    ]
    for (const lie of lies)
      expect(verifyReceipt(lie)).toEqual({ ok: false, reason: 'the signature of the caller does not fit' })
    expect(verifyReceipt(resigned(receipt, () => ({ skill: 'goplaces/delete' })))).toEqual({
      ok: false,
      reason: 'the caller signed for another skill',
    })
    expect(verifyReceipt(resigned(receipt, () => ({ input_hash: sha256Hex('{}') })))).toEqual({
      ok: false,
      reason: 'the input does not fit input_hash',
    })
    expect(verifyReceipt(resigned(receipt, ({ call }) => ({ call: { ...call, signature: 'x' } })))).toEqual({
      ok: false,
      reason: 'the signature of the caller is malformed',
    })
  })

  test('[RCPT4] the same for a request that was signed whole', async () => {
    const receipt = await signedReceipt(await messageRecord())
    const { message } = receipt.call
    const body = JSON.stringify({ method: SKILL, params: { query: 'tea' } })
    const withMessage = (change: object) =>
      resigned(receipt, ({ call }) => ({ call: { ...call, message: { ...message, ...change } } }))
    expect(verifyReceipt(withMessage({ base: 'other' }))).toEqual({
      ok: false,
      reason: 'the signature of the caller does not fit',
    })
    expect(verifyReceipt(withMessage({ body }))).toEqual({
      ok: false,
      reason: 'the body does not fit the digest that the caller signed',
    })
    const params = '{"query":"tea"}'
    const other = resigned(receipt, ({ call }) => ({ input_hash: sha256Hex(params), call: { ...call, params } }))
    expect(verifyReceipt(other)).toEqual({ ok: false, reason: 'the input does not fit input_hash' })
  })

  test('[RCPT5] an input that is not kept can be shown later', async () => {
    const params = { query: 'secret plans' }
    const receipt = await signedReceipt(await record({ params }), false)
    expect(receipt.call.params).toBeNull()
    expect(verifyReceipt(receipt)).toEqual({ ok: true, receipt, isCallerProved: false })
    expect(verifyReceipt(receipt, { params })).toEqual({ ok: true, receipt, isCallerProved: true })
    expect(verifyReceipt(receipt, { params: {} })).toEqual({ ok: false, reason: 'the input does not fit input_hash' })
    const long = receiptOf(await record({ params: { text: 'x'.repeat(70_000) } }), node, true)
    expect(long.call.params).toBeNull()
  })

  test('[RCPT6] keys and ids belong together', async () => {
    const receipt = await signedReceipt(await record())
    const stranger = newIdentity().agentId
    for (const party of ['caller', 'node'] as const) {
      expect(verifyReceipt({ ...receipt, [party]: { ...receipt[party], agent_id: stranger } })).toEqual({
        ok: false,
        reason: `${party}: agent_id does not belong to pubkey and machine_context`,
      })
    }
  })

  test.each([
    [null, 'not an object'],
    [{ extra: 1 }, 'extra is not a member of a receipt'],
    [{ type: 'other' }, 'type is missing or malformed'],
  ])('[RCPT7] %j is no receipt', (value, reason) => {
    expect(verifyReceipt(value)).toEqual({ ok: false, reason })
  })

  test.each(['at', 'caller', 'node', 'skill', 'status', 'input_hash', 'output_hash', 'call', 'proof'])(
    '[RCPT7] without %s it is none',
    async (member) => {
      const receipt = { ...(await signedReceipt(await record())), [member]: undefined }
      expect(verifyReceipt(receipt)).toEqual({ ok: false, reason: `${member} is missing or malformed` })
    },
  )
})

test('[RCPT8] every leaf of a batch leads to the one root, and no other does', () => {
  assert(
    property(uniqueArray(texts(), { minLength: 1, maxLength: 33 }), (texts) => {
      const leaves = texts.map(leafHash)
      const { root, paths } = merkleTree(leaves)
      expect(leaves.map((leaf, index) => rootFrom(leaf, paths[index] ?? []))).toEqual(leaves.map(() => root))
      expect(rootFrom(leafHash('\u0000not in it'), paths[0] ?? [])).not.toBe(root)
    }),
  )
})

describe('the log', () => {
  test('[RCPT9] keeps every receipt in order, signed many at a time', async () => {
    const directory = join(temporaryDirectory(), 'receipts')
    const log = await openReceiptLog({ directory, identity: node, log: SILENT })
    const records = await Promise.all(Array.from({ length: 20 }, (_, index) => record({ params: { index } })))
    for (const one of records) log.append(one)
    await log.close()
    const [file = ''] = readdirSync(directory)
    const checked = await collected(readReceipts(join(directory, file)))
    expect(checked.map(({ line, verdict }) => [line, verdict.ok && verdict.receipt.call.params])).toEqual(
      records.map((_, index) => [index + 1, `{"index":${index}}`]),
    )
    const lines = readFileSync(join(directory, file), 'utf8').trimEnd().split('\n')
    const signatures = lines.map((line) => (JSON.parse(line) as SignedReceipt).proof.signature)
    expect(new Set(signatures).size).toBe(1)
    expect(log.lostCount()).toBe(0)
  })

  test('[RCPT10] begins a new file when one is full, and keeps so many', async () => {
    const directory = temporaryDirectory()
    const options = { directory, identity: node, log: SILENT, fileBytesMax: 1, filesMax: 2 }
    const log = await openReceiptLog(options)
    for (let count = 0; count < 4; count++) {
      log.append(await record())
      await log.flush()
    }
    await log.close()
    expect(readdirSync(directory).toSorted()).toEqual(['receipts-00000003.jsonl', 'receipts-00000004.jsonl'])
    const next = await openReceiptLog(options)
    next.append(await record())
    await next.close()
    expect(readdirSync(directory).toSorted()).toEqual(['receipts-00000004.jsonl', 'receipts-00000005.jsonl'])
  })

  test('[RCPT11] what cannot be written is counted, and the next is tried again', async () => {
    const directory = temporaryDirectory()
    const log = await openReceiptLog({ directory, identity: node, log: SILENT })
    writeFileSync(join(directory, 'receipts-00000001.jsonl'), '')
    log.append(await record())
    await log.flush()
    expect(log.lostCount()).toBe(1)
    log.append(await record())
    await log.close()
    expect(readFileSync(join(directory, 'receipts-00000002.jsonl'), 'utf8')).toMatch(/^\{"at":.*\}\n$/)
  })

  test('[RCPT7] a line that is no receipt is named by its number', async () => {
    const path = join(temporaryDirectory(), 'receipts.jsonl')
    writeFileSync(path, `\n{"a":1,"a":2}\n${JSON.stringify(await signedReceipt(await record()))}\n`)
    const checked = await collected(readReceipts(path))
    expect(checked.map(({ line, verdict }) => [line, verdict.ok || verdict.reason])).toEqual([
      [2, 'bad JSON: the key "a" is there twice, at character 8'],
      [3, true],
    ])
  })
})
