import { nameProblem } from '../names.js'
import { CAPABILITIES } from '../skill.js'
import type { Extra } from './manifest.js'
import { isVersion } from './versions.js'

export const TIMEOUT_MS_MAX = 10 * 60_000

/** A line's value, perhaps with a remark, or the rule it breaks. */
export type Read<Value> =
  | { readonly ok: true; readonly value: Value; readonly remark?: string }
  | { readonly ok: false; readonly rule: string }

const MS_BY_UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 }

export function readName(text: string): Read<string> {
  const problem = nameProblem(text)
  return problem === undefined ? { ok: true, value: text } : { ok: false, rule: problem }
}

export function readVersion(text: string): Read<string> {
  if (isVersion(text)) return { ok: true, value: text }
  return { ok: false, rule: `${JSON.stringify(text)} is no version; numbers such as 1.2 or 1.2.3` }
}

export function readTimeout(text: string): Read<number> {
  const [, digits, unit] = /^(\d+)(ms|s|m)?$/.exec(text) ?? []
  if (digits === undefined)
    return { ok: false, rule: `${JSON.stringify(text)} is no time; a number with ms, s or m, such as 5s` }
  const timeoutMs = Number(digits) * (MS_BY_UNIT[unit ?? 's'] ?? 1_000)
  if (timeoutMs < 1 || timeoutMs > TIMEOUT_MS_MAX) return { ok: false, rule: `${text} is outside 1ms to 10m` }
  return { ok: true, value: timeoutMs, ...(unit === undefined ? { remark: `no unit, read as ${digits}s` } : {}) }
}

export function readFlag(text: string): Read<boolean> {
  if (text === 'true' || text === 'false') return { ok: true, value: text === 'true' }
  return { ok: false, rule: `must be true or false, got ${JSON.stringify(text)}` }
}

/** Words of capabilities and names of skills, as a list. */
export function readDependencies(value: Extra): Read<readonly string[]> {
  if (value === '') return { ok: true, value: [] }
  if (!Array.isArray(value)) return { ok: false, rule: 'must be a list, one "- name" per line' }
  const items: readonly Extra[] = value
  for (const [index, item] of items.entries()) {
    if (typeof item !== 'string') return { ok: false, rule: `item ${index + 1} must be one word` }
    const isCapability = (CAPABILITIES as readonly string[]).includes(item)
    const problem = isCapability ? undefined : nameProblem(item)
    if (problem !== undefined) {
      return {
        ok: false,
        rule: `${JSON.stringify(item)} is neither a capability (${CAPABILITIES.join(', ')}) nor the name of a skill: ${problem}`,
      }
    }
    if (items.indexOf(item) !== index) return { ok: false, rule: `${item} is listed twice` }
  }
  return { ok: true, value: items as readonly string[] }
}
