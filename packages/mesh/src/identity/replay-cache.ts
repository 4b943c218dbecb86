import type { Logger } from '@clawstead/skills'
import { NONCE_KEPT_MS, NONCE_SLOT_MS, NONCES_MAX } from './limits.js'
import { openReplayFiles, type ReplayFiles } from './replay-files.js'

export type ReplayVerdict = 'fresh' | 'replayed' | 'full' | 'unwritable'

/** Nonces that were used, each under the agent that used it. */
export type ReplayCache = {
  /** Looks without taking. `fresh` says that it could be taken now. */
  look(agentId: string, nonce: string, nowMs: number): ReplayVerdict
  /** Takes it for good: from now on it is replayed. Only `fresh` lets a call in. */
  take(agentId: string, nonce: string, nowMs: number): ReplayVerdict
  close(): Promise<void>
}

export type ReplayCacheOptions = {
  /** Folder of the files that outlive a restart; without it the memory ends with the process. */
  readonly directory?: string
  readonly log: Logger
  readonly now: () => number
  readonly nonceCountMax?: number
}

type Slot = { readonly number: number; readonly keys: Set<string> }

/**
 * Remembers nonces for twice the window. When it is full, or cannot write, it refuses: forgetting one would let a call of
 * the last minutes be sent again. Nonces are kept in slots of arrival time, so forgetting is dropping a slot and its file.
 */
export async function openReplayCache(options: ReplayCacheOptions): Promise<ReplayCache> {
  const { directory, log, now, nonceCountMax = NONCES_MAX } = options
  const files = directory === undefined ? undefined : await openReplayFiles(directory, log)
  const cache = new SlottedCache(nonceCountMax, files, log)
  for (const { slot, key } of files?.takeRecovered() ?? []) cache.recover(slot, key)
  cache.forgetBefore(now())
  return cache
}

class SlottedCache implements ReplayCache {
  readonly #countMax: number
  readonly #files: ReplayFiles | undefined
  readonly #log: Logger
  /** Newest first: a nonce that comes again mostly comes soon. */
  #slots: Slot[] = []
  #count = 0
  #wasRefusing = false

  constructor(countMax: number, files: ReplayFiles | undefined, log: Logger) {
    this.#countMax = countMax
    this.#files = files
    this.#log = log
  }

  look(agentId: string, nonce: string, nowMs: number): ReplayVerdict {
    return this.#lookFor(keyOf(agentId, nonce), nowMs)
  }

  take(agentId: string, nonce: string, nowMs: number): ReplayVerdict {
    const key = keyOf(agentId, nonce)
    const verdict = this.#lookFor(key, nowMs)
    if (verdict !== 'fresh') return verdict
    const slot = this.#slotAt(slotOf(nowMs))
    try {
      this.#files?.append(slot.number, key)
    } catch (error) {
      this.#log.error({ err: error }, 'nonce not written: signed calls are refused')
      return 'unwritable'
    }
    slot.keys.add(key)
    this.#count += 1
    this.#wasRefusing = false
    return 'fresh'
  }

  recover(number: number, key: string): void {
    const { keys } = this.#slotAt(number)
    if (keys.has(key)) return
    keys.add(key)
    this.#count += 1
  }

  forgetBefore(nowMs: number): void {
    const oldest = slotOf(nowMs - NONCE_KEPT_MS)
    const last = this.#slots.at(-1)
    if (last === undefined || last.number >= oldest) return
    for (const { number, keys } of this.#slots.filter((slot) => slot.number < oldest)) {
      this.#count -= keys.size
      this.#files?.drop(number)
    }
    this.#slots = this.#slots.filter((slot) => slot.number >= oldest)
  }

  async close(): Promise<void> {
    await this.#files?.close()
  }

  #lookFor(key: string, nowMs: number): ReplayVerdict {
    this.forgetBefore(nowMs)
    if (this.#slots.some(({ keys }) => keys.has(key))) return 'replayed'
    return this.#count >= this.#countMax ? this.#refusing('full') : 'fresh'
  }

  #slotAt(number: number): Slot {
    const present = this.#slots.find((slot) => slot.number === number)
    if (present !== undefined) return present
    const slot = { number, keys: new Set<string>() }
    this.#slots = [...this.#slots, slot].toSorted((left, right) => right.number - left.number)
    return slot
  }

  #refusing(verdict: ReplayVerdict): ReplayVerdict {
    if (!this.#wasRefusing) {
      this.#log.error(
        { nonces: this.#count },
        'no room for more nonces: signed calls are refused until old ones expire',
      )
    }
    this.#wasRefusing = true
    return verdict
  }
}

function keyOf(agentId: string, nonce: string): string {
  return `${agentId} ${nonce}`
}

function slotOf(timeMs: number): number {
  return Math.floor(timeMs / NONCE_SLOT_MS)
}
