import { utf8Length } from '@clawstead/protocol/plain'
import { compareIds } from '../order.js'
import type { Agent, MemoryEntry } from '../state.js'

/** Whether a note is still remembered. */
export function isAlive(entry: MemoryEntry, tick: number): boolean {
  return entry.expiresTick === 0 || entry.expiresTick > tick
}

/** Bytes of all living notes but the one of `exceptKey`. */
export function memoryBytes(agent: Agent, exceptKey: string, tick: number): number {
  let bytes = 0
  for (const [key, entry] of agent.memory) {
    if (key !== exceptKey && isAlive(entry, tick)) bytes += utf8Length(key) + utf8Length(entry.value)
  }
  return bytes
}

/** Living notes whose key begins with `prefix`, sorted by key. */
export function recall(agent: Agent, prefix: string, limit: number, tick: number): { key: string; value: string }[] {
  return [...agent.memory]
    .filter(([key, entry]) => key.startsWith(prefix) && isAlive(entry, tick))
    .sort(([a], [b]) => compareIds(a, b))
    .slice(0, limit)
    .map(([key, { value }]) => ({ key, value }))
}
