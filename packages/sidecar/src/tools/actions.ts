import type { ActionRequest, UniqueStamps } from '@clawstead/client'
import { decodeClientFrame } from '@clawstead/protocol'
import { SkillError } from '@clawstead/skills'

/** The list as the wire knows it, or a refusal that names the element, the field and the rule. */
export function readActions(list: 'instants' | 'tasks', value: unknown): readonly ActionRequest[] {
  if (value === undefined || value === null) return []
  const decoded = decodeClientFrame(JSON.stringify({ type: 'ACT', protocol_version: '1.1', [list]: value }))
  if (!decoded.ok) throw new SkillError('failed', `parse ${list}: ${decoded.error.message}`)
  if (decoded.value.type !== 'ACT') throw new TypeError('an ACT reads as an ACT')
  return decoded.value[list] as readonly ActionRequest[]
}

/** Requests without an id get one, so their results can be told apart. */
export function nameActions(
  instants: readonly ActionRequest[],
  tasks: readonly ActionRequest[],
  stamps: UniqueStamps,
): { instants: readonly ActionRequest[]; tasks: readonly ActionRequest[] } {
  const stamp = stamps.next()
  let count = 0
  const name = (prefix: string) => (action: ActionRequest) => {
    const id = (action.id ?? '').trim()
    if (id !== '') return { ...action, id }
    count += 1
    return { ...action, id: `${prefix}_${stamp}_${count}` }
  }
  return { instants: instants.map(name('I')), tasks: tasks.map(name('K')) }
}
