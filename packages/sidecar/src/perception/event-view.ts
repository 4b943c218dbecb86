import type { ReceivedEvent } from '@clawstead/protocol'
import { untrusted } from './untrusted.js'

/** An event as models read it: the words of others are labelled as such. */
export type SeenEvent = Readonly<Record<string, unknown>>

/** Fields that hold what somebody wrote, wherever in an event they stand. */
const WRITTEN_FIELDS: ReadonlySet<string> = new Set(['text', 'title', 'body', 'summary', 'query', 'note'])
/** Fields that only our own agents and the world itself fill in: ids, codes, kinds, numbers. */
const PLAIN_TEXT = /^[\p{L}\p{N}_:@.,+ '()/<>=*-]{0,160}$/u

export function viewEvent(event: ReceivedEvent): SeenEvent {
  // World events are told by the world itself.
  return event.type === 'WORLD_EVENT' ? { ...event } : (labelled(event) as SeenEvent)
}

/** The same value with everything somebody may have written labelled; texts that look like none of ours count as written too. */
export function labelled(value: unknown, field = ''): unknown {
  if (typeof value === 'string') {
    return WRITTEN_FIELDS.has(field) || !PLAIN_TEXT.test(value) ? untrusted(value) : value
  }
  if (Array.isArray(value)) return value.map((member) => labelled(member, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, labelled(member, key)]))
}

/** Events without the answers that were told together with their actions. */
export function untold(events: readonly ReceivedEvent[], told: ReadonlySet<string>): ReceivedEvent[] {
  return events.filter((event) => {
    const { ref = '', task_id = '' } = event as { ref?: string; task_id?: string }
    const isAnswer = event.type === 'ACTION_RESULT' || event.type === 'TASK_DONE' || event.type === 'TASK_FAIL'
    return !isAnswer || !(told.has(ref) || told.has(task_id))
  })
}

const ALWAYS_IMPORTANT: ReadonlySet<string> = new Set([
  'DAMAGE',
  'RESPAWN',
  'TRADE_OFFER',
  'FINE',
  'WORLD_SWITCH',
  'WORLD_RESET_NOTICE',
])

/** Something a caller wants to hear of at once, whatever it was waiting for: harm, and being spoken to. */
export function isImportant(event: ReceivedEvent, me: { readonly agentId: string; readonly name: string }): boolean {
  return ALWAYS_IMPORTANT.has(event.type) || isAddressed(event, me)
}

/** Somebody else whispers to me or says my name. */
export function isAddressed(event: ReceivedEvent, me: { readonly agentId: string; readonly name: string }): boolean {
  if (event.type !== 'CHAT') return false
  const { from, channel, text } = event as { from?: unknown; channel?: unknown; text?: unknown }
  if (from === me.agentId) return false
  if (channel === 'WHISPER') return true
  const said = typeof text === 'string' ? text.toLowerCase() : ''
  return [me.agentId, me.name].some((name) => name !== '' && containsWord(said, name.toLowerCase()))
}

function containsWord(text: string, word: string): boolean {
  const at = text.indexOf(word)
  if (at < 0) return false
  const isLetter = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}_]/u.test(character)
  return !isLetter(text[at - 1]) && !isLetter(text[at + word.length])
}
