/** A skill's one name: lower-case segments joined by slashes, such as `voxelcraft/get_obs`. */
const CANONICAL = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*$/

/** How each dialect writes the slash. */
const SEPARATOR_BY_DIALECT = { sidecar: '.', mcp: '_', mesh: '/', operator: '_' } as const

export type Dialect = keyof typeof SEPARATOR_BY_DIALECT
export const DIALECTS = Object.keys(SEPARATOR_BY_DIALECT) as readonly Dialect[]

export function isCanonicalName(name: string): boolean {
  return CANONICAL.test(name)
}

/** A skill's name as a dialect writes it. */
export function spellName(name: string, dialect: Dialect): string {
  return name.replaceAll('/', SEPARATOR_BY_DIALECT[dialect])
}
