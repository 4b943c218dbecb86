import { createHash } from 'node:crypto'

const SEGMENT = /^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$/
const SEGMENTS_MAX = 4

/** First segments that are addresses of the mesh itself. */
const RESERVED: readonly string[] = [
  'info',
  'discover',
  'status',
  'skill',
  'jsonrpc',
  'server-card',
  'tools',
  'resources',
  'prompts',
  'health',
  'messages',
  'sse',
]

/** Longest name where the dialect has a limit: tools of models and folders of skills. */
const SHORT_NAME_MAX = 64
const HASH_LENGTH = 8

const SPELL_BY_DIALECT = {
  sidecar: (name: string) => name.replaceAll('/', '.'),
  mcp: toolName,
  mesh: (name: string) => name,
  operator: toolName,
  'agent-skill': (name: string) => shortened(name.replaceAll(/[^a-z0-9]+/g, '-'), name, '-'),
} as const

export type Dialect = keyof typeof SPELL_BY_DIALECT
export const DIALECTS = Object.keys(SPELL_BY_DIALECT) as readonly Dialect[]

/**
 * A skill's one name: up to four lower-case segments joined by slashes, such as `voxelcraft/get_obs`.
 * @returns the rule a name breaks, or undefined
 */
export function nameProblem(name: string): string | undefined {
  const segments = name.split('/')
  if (segments.length > SEGMENTS_MAX) return `at most ${SEGMENTS_MAX} segments`
  const bad = segments.find((segment) => !SEGMENT.test(segment))
  if (bad !== undefined) {
    return 'lower-case segments joined by /, each of a-z 0-9 . _ - with a letter or digit at both ends, at most 64 long'
  }
  if (name.includes('..')) return 'must not contain ..'
  const [first = ''] = segments
  return RESERVED.includes(first) ? `must not start with ${first}, which is an address of the mesh itself` : undefined
}

/** A skill's name as a dialect writes it. */
export function spellName(name: string, dialect: Dialect): string {
  return SPELL_BY_DIALECT[dialect](name)
}

function toolName(name: string): string {
  return shortened(name.replaceAll(/[^a-z0-9_-]/g, '_'), name, '_')
}

/** What is too long ends in a hash of the whole name, so that two long names stay two. */
function shortened(spelling: string, name: string, separator: string): string {
  if (spelling.length <= SHORT_NAME_MAX) return spelling
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH)
  const start = spelling.slice(0, SHORT_NAME_MAX - HASH_LENGTH - 1).replace(/[-_]+$/, '')
  return `${start}${separator}${hash}`
}
