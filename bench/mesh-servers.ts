// What bench/mesh.ts measures, in a process of its own: a node of the mesh, and beside it plain HTTP with the same cryptography.
import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityOf, startMeshNode } from '@clawstead/mesh'
import { createRegistry, foreignSchema, type Skill } from '@clawstead/skills'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

const TEXT = { type: 'string' }
const INPUT = foreignSchema({
  type: 'object',
  properties: { text: TEXT, times: { type: 'integer', default: 1 } },
  required: ['text'],
  additionalProperties: false,
})
const OUTPUT = foreignSchema({ type: 'object', properties: { text: TEXT }, required: ['text'] })

function echo(name: string): Skill {
  return {
    name,
    version: '1.0.0',
    author: 'bench',
    description: 'Says the same again. One of many, with a description of ordinary length for such a thing.',
    input: INPUT,
    output: OUTPUT,
    dependencies: [],
    rights: [],
    signatureRequired: true,
    isReadOnly: true,
    timeoutMs: 30_000,
    concurrencyMax: 64,
    origin: 'user',
    run: (input) => ({ text: (input as { text: string }).text }),
  }
}

async function startNode(skillCount: number): Promise<string> {
  const skills = Array.from({ length: skillCount }, (_, index) => echo(`bench${index % 50}/echo_${index}`))
  const { url } = await startMeshNode({
    host: '127.0.0.1',
    port: 0,
    registry: createRegistry({ skills: [echo('bench/echo'), ...skills] }),
    identity: identityOf(generateKeyPairSync('ed25519').privateKey, 'bench'),
    directory: await mkdtemp(join(tmpdir(), 'clawstead-bench-')),
    policy: { admits: 'open', requiresAudience: false },
    name: 'bench',
    version: '0.1.0',
    callsPerSecondMax: 0,
    log: silent,
  })
  return url
}

/**
 * Reads the same bytes, verifies one signature, makes one, and answers with as many bytes. `GET /<count>` is answered with that
 * many bytes that are ready to go.
 */
async function startPartner(): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const signed = Buffer.from('x'.repeat(120))
  const signature = sign(null, signed, privateKey)
  let ready = Buffer.alloc(0)
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      const count = Number(request.url?.slice(1))
      if (ready.length !== count) ready = Buffer.alloc(count, 'x')
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': count })
      response.end(ready)
      return
    }
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { text } = (JSON.parse(Buffer.concat(parts).toString()) as { params: { text: string } }).params
      if (!verify(null, signed, publicKey, signature)) throw new Error('never')
      const body = JSON.stringify({ data: { text }, success: true })
      const answer = sign(null, Buffer.from(`${body}${'x'.repeat(60)}`), privateKey).toString('base64url')
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': body.length,
        'x-signature': answer,
      })
      response.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const [node, large, partner] = await Promise.all([startNode(0), startNode(5_000), startPartner()])
process.send?.({ node, large, partner })
// On a machine that others use too, processor time tells more than the clock.
process.on('message', () => process.send?.(process.cpuUsage()))
