import { join } from 'node:path'
import type { Logger } from '@clawstead/skills'
import type { SkillPin } from './drift.js'
import { type KeptFile, openKeptFile, RemotesFileError } from './kept-file.js'

/** A remote's key as it was on first use. */
export type KeyPin = {
  readonly agent_id: string
  /** 32 bytes as base64url. */
  readonly pubkey: string
}

export type PinnedSkill = SkillPin & {
  /** Unix time in milliseconds. */
  readonly pinned_at: number
  /** What it says now; it counts once somebody approves it. */
  readonly pending?: SkillPin
}

/** What is remembered of one remote. */
export type RemotePins = {
  /** Absent for a remote that has shown none. */
  readonly key?: KeyPin
  /** Another key than the pinned one; it counts once somebody approves it. */
  readonly pending_key?: KeyPin
  /** Its answers were signed on first use, so they must be from then on. */
  readonly signs: boolean
  readonly skills: Readonly<Record<string, PinnedSkill>>
}

export type PinsByUrl = Readonly<Record<string, RemotePins>>

const PINS_FILE = 'pins.json'
const FILE_VERSION = 1

/** `pins.json`: which keys and schemas remotes had when they were first met. */
export function openPins(directory: string, log: Logger): KeptFile<PinsByUrl> {
  const file = openKeptFile({
    file: join(directory, PINS_FILE),
    log,
    read: readPins,
    empty: { version: FILE_VERSION, remotes: {} },
  })
  return {
    value: () => file.value().remotes,
    async change(edit) {
      const changed = await file.change((content) => {
        const remotes = edit(content.remotes)
        return remotes === content.remotes ? content : { version: FILE_VERSION, remotes }
      })
      return changed.remotes
    },
    look: () => file.look(),
  }
}

/**
 * Takes what is pending of a skill, or of a remote named by its URL, as the new truth.
 * @throws RemotesFileError when nothing of that name is waiting.
 */
export function approved(pins: PinsByUrl, name: string, nowMs: number): PinsByUrl {
  let count = 0
  const entries = Object.entries(pins).map(([url, remote]) => {
    const isNamed = url === name
    const skills = Object.entries(remote.skills).map(([skill, pin]) => {
      if (pin.pending === undefined || !(isNamed || skill === name)) return [skill, pin] as const
      count += 1
      return [skill, { ...pin.pending, pinned_at: nowMs }] as const
    })
    const { pending_key: pendingKey, ...rest } = remote
    if (isNamed && pendingKey !== undefined) count += 1
    const key = isNamed && pendingKey !== undefined ? { key: pendingKey } : {}
    const kept = isNamed || pendingKey === undefined ? {} : { pending_key: pendingKey }
    return [url, { ...rest, ...key, ...kept, skills: Object.fromEntries(skills) }] as const
  })
  if (count === 0) throw new RemotesFileError(`nothing waits for approval under ${JSON.stringify(name)}`)
  return Object.fromEntries(entries)
}

function readPins(json: unknown): { readonly version: number; readonly remotes: PinsByUrl } {
  const { version, remotes } = record(json, 'file')
  if (version !== FILE_VERSION) throw new RemotesFileError(`version: expected ${FILE_VERSION}`)
  for (const [url, remote] of Object.entries(record(remotes, 'remotes'))) {
    const at = `remotes[${JSON.stringify(url)}]`
    const { key, pending_key: pendingKey, signs, skills } = record(remote, at)
    if (key !== undefined) checkTexts(key, ['agent_id', 'pubkey'], `${at}.key`)
    if (pendingKey !== undefined) checkTexts(pendingKey, ['agent_id', 'pubkey'], `${at}.pending_key`)
    if (typeof signs !== 'boolean') throw new RemotesFileError(`${at}.signs: expected true or false`)
    for (const [name, pin] of Object.entries(record(skills, `${at}.skills`))) {
      const where = `${at}.skills[${JSON.stringify(name)}]`
      const { pending } = checkTexts(pin, ['version', 'schema_hash'], where)
      if (pending !== undefined) checkTexts(pending, ['version', 'schema_hash'], `${where}.pending`)
    }
  }
  return json as { version: number; remotes: PinsByUrl }
}

function checkTexts(value: unknown, members: readonly string[], at: string): Readonly<Record<string, unknown>> {
  const object = record(value, at)
  const wrong = members.find((member) => typeof object[member] !== 'string')
  if (wrong !== undefined) throw new RemotesFileError(`${at}.${wrong}: expected text`)
  return object
}

function record(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new RemotesFileError(`${at}: expected an object`)
}
