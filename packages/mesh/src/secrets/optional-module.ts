import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/** Loads a package that is there only where somebody installed it; undefined where nobody did. */
export function loadOptional(name: string): unknown {
  try {
    load.resolve(name)
  } catch {
    return undefined
  }
  return load(name)
}
