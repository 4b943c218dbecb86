import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Input } from '@clawstead/world'
import { DEFLATE_BYTES_MIN, DEFLATE_HERE_BYTES_MAX } from '../limits.js'
import type { TickRecord } from '../log-store.js'
import { ByteReader } from '../plain/byte-reader.js'
import { ByteWriter } from '../plain/byte-writer.js'
import { decodePlain } from '../plain/decode.js'
import { encodePlain } from '../plain/encode.js'

const deflate = promisify(deflateRaw)

/** First byte of a body. */
export const BODY = { header: 1, ticks: 2 } as const
/** Added to the first byte of a group. */
const HAS_INPUTS = 0x10
const IS_DEFLATED = 0x20
const DIGEST_BYTES = 8

/** A record ready to be written: the inputs are bytes already, so what is queued can no longer fail to be stored. */
export interface PackedTick {
  readonly tick: number
  readonly digest: string
  readonly inbox: readonly number[]
  /** Nothing for a tick without inputs. */
  readonly inputs: Buffer | undefined
}

export function packTick({ tick, digest, inbox, inputs }: TickRecord): PackedTick {
  return { tick, digest, inbox, inputs: inputs.length === 0 ? undefined : encodePlain(inputs) }
}

/**
 * The body of a group of consecutive ticks: first tick, count, one digest each, then a table of those that had inputs and
 * their bytes, compressed together. A tick in which nothing was asked for costs its digest.
 */
export async function encodeTickGroup(ticks: readonly PackedTick[]): Promise<Buffer> {
  const first = ticks[0] as PackedTick
  const busy = ticks.filter(({ inputs, inbox }) => inputs !== undefined || inbox.length > 0)
  const raw = Buffer.concat(busy.flatMap(({ inputs }) => inputs ?? []))
  const packed = await compress(raw)
  const isDeflated = packed.length < raw.length

  const out = new ByteWriter(64 + ticks.length * DIGEST_BYTES)
  out.byte(BODY.ticks | (busy.length > 0 ? HAS_INPUTS : 0) | (isDeflated ? IS_DEFLATED : 0))
  out.varint(first.tick)
  out.varint(ticks.length)
  for (const { digest } of ticks) out.bytes(Buffer.from(digest, 'hex'))
  if (busy.length === 0) return out.take()
  out.varint(busy.length)
  for (const { tick, inbox, inputs } of busy) {
    out.varint(tick - first.tick)
    out.varint(inputs?.length ?? 0)
    out.varint(inbox.length)
    let before = 0
    for (const sequence of inbox) {
      out.varint(sequence - before)
      before = sequence
    }
  }
  out.varint(raw.length)
  out.bytes(isDeflated ? packed : raw)
  return out.take()
}

async function compress(raw: Buffer): Promise<Buffer> {
  if (raw.length < DEFLATE_BYTES_MIN) return raw
  return raw.length <= DEFLATE_HERE_BYTES_MAX ? deflateRawSync(raw, { level: 1 }) : deflate(raw, { level: 1 })
}

/** A group as read: ticks, digests and inbox numbers at once, inputs when asked for. */
export interface TickGroup {
  readonly firstTick: number
  readonly count: number
  digest(tick: number): string
  inboxNumbers(): IterableIterator<number>
  records(fromTick: number): TickRecord[]
}

interface Busy {
  readonly tick: number
  readonly inputsLength: number
  readonly inbox: number[]
}

export function decodeTickGroup(body: Buffer): TickGroup {
  const input = new ByteReader(body)
  const flags = input.byte()
  const firstTick = input.varint()
  const count = input.varint()
  const digests = input.bytes(count * DIGEST_BYTES)
  const busy: Busy[] = []
  if (flags & HAS_INPUTS) {
    for (let left = input.varint(); left > 0; left--) {
      const tick = firstTick + input.varint()
      const inputsLength = input.varint()
      const inbox: number[] = []
      for (let more = input.varint(), before = 0; more > 0; more--) {
        before += input.varint()
        inbox.push(before)
      }
      busy.push({ tick, inputsLength, inbox })
    }
  }
  const digest = (tick: number): string => {
    const start = (tick - firstTick) * DIGEST_BYTES
    return digests.toString('hex', start, start + DIGEST_BYTES)
  }
  return {
    firstTick,
    count,
    digest,
    *inboxNumbers() {
      for (const { inbox } of busy) yield* inbox
    },
    records(fromTick) {
      const inputs = flags & HAS_INPUTS ? unpack(input, flags) : Buffer.alloc(0)
      const records: TickRecord[] = []
      let position = 0
      let next = 0
      for (let tick = firstTick; tick < firstTick + count; tick++) {
        const entry = busy[next]?.tick === tick ? busy[next++] : undefined
        const end = position + (entry?.inputsLength ?? 0)
        if (tick >= fromTick) {
          const decoded = end > position ? (decodePlain(inputs.subarray(position, end)) as Input[]) : []
          records.push({ tick, inputs: decoded, inbox: entry?.inbox ?? [], digest: digest(tick) })
        }
        position = end
      }
      return records
    },
  }
}

/** The inputs' bytes, which are the rest of the body. Does not move the reader, so it may be asked again. */
function unpack(input: ByteReader, flags: number): Buffer {
  const rest = new ByteReader(input.source)
  rest.position = input.position
  const length = rest.varint()
  const stored = rest.bytes(rest.left)
  return flags & IS_DEFLATED ? inflateRawSync(stored, { maxOutputLength: Math.max(1, length) }) : stored
}
