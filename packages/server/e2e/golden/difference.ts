import { isDeepStrictEqual } from 'node:util'
import type { Data } from './recording.js'

/** One place where what was recorded and what was answered are not the same. */
export interface Difference {
  readonly path: string
  readonly recorded: unknown
  readonly answered: unknown
}

/** Every place where two values differ, as deep as they have the same shape. */
export function differencesBetween(recorded: unknown, answered: unknown, path = ''): Difference[] {
  if (isDeepStrictEqual(recorded, answered)) return []
  if (Array.isArray(recorded) && Array.isArray(answered) && recorded.length === answered.length) {
    return recorded.flatMap((value, i) => differencesBetween(value, answered[i], `${path}[${i}]`))
  }
  if (isObject(recorded) && isObject(answered)) {
    const keys = [...new Set([...Object.keys(recorded), ...Object.keys(answered)])]
    return keys.flatMap((key) => differencesBetween(recorded[key], answered[key], path === '' ? key : `${path}.${key}`))
  }
  return [{ path, recorded, answered }]
}

export function isObject(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
