import type { Extra, SkillManifest } from '@clawstead/skills'
import { parseSecretReference, type SecretStore } from '../secrets/index.js'
import { SkillFolderError } from './folder-files.js'

/** What stands behind a skill of a folder. */
export type SkillCode =
  /** JavaScript of the folder, in the sandbox. */
  | { readonly kind: 'script'; readonly main: string }
  /** A program, with a process of its own. */
  | { readonly kind: 'process'; readonly command: readonly [string, ...string[]] }

/** What a skill may use, by its manifest. Dependencies are permissions: what is not listed does not exist for it. */
export type SkillPowers = {
  readonly http: boolean
  /** Hosts it may fetch from; undefined for all that are public. */
  readonly hosts: readonly string[] | undefined
  /** References by the names under which the skill asks for them. */
  readonly secrets: ReadonlyMap<string, string>
  readonly process: boolean
}

const WORD_BY_STORE: Readonly<Record<SecretStore, string>> = { '1password': '1password', aws: 'aws', env: 'env' }

/**
 * Reads the lines `run` and `main`: without `run`, or with `run: wasm`, the file `main` (or main.js) is a module for the
 * sandbox; anything else is a program with its arguments.
 */
export function codeOf(manifest: SkillManifest): SkillCode {
  const run = text(manifest.extras.run, 'run')
  const main = text(manifest.extras.main, 'main')
  if (run === undefined || run === 'wasm') return { kind: 'script', main: main ?? 'main.js' }
  const [program, ...args] = run.split(/\s+/)
  if (program === undefined || program === '') throw new SkillFolderError('run: wasm, or a program with its arguments')
  if (!manifest.dependencies.includes('process')) {
    throw new SkillFolderError('run: a program needs the dependency process')
  }
  return { kind: 'process', command: [program, ...args, ...(main === undefined ? [] : [main])] }
}

export function powersOf({ dependencies, extras }: SkillManifest): SkillPowers {
  return {
    http: dependencies.includes('http'),
    hosts: hostsOf(extras.permissions),
    secrets: new Map(
      members(extras.secrets, 'secrets').map(([name, value]) => {
        const reference = text(value, `secrets.${name}`) ?? ''
        const store = storeOf(reference, `secrets.${name}`)
        if (!dependencies.includes(WORD_BY_STORE[store])) {
          throw new SkillFolderError(`secrets.${name}: needs the dependency ${WORD_BY_STORE[store]}`)
        }
        return [name, reference]
      }),
    ),
    process: dependencies.includes('process'),
  }
}

/** Whether a skill can do more than compute, so that a person has to agree first. */
export function needsApproval({ http, secrets, process }: SkillPowers): boolean {
  return http || process || secrets.size > 0
}

function storeOf(reference: string, field: string): SecretStore {
  try {
    return parseSecretReference(reference).store
  } catch (error) {
    throw new SkillFolderError(`${field}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function hostsOf(permissions: Extra | undefined): readonly string[] | undefined {
  const hosts = members(permissions, 'permissions').find(([name]) => name === 'http')?.[1]
  if (hosts === undefined) return undefined
  const list: readonly Extra[] = Array.isArray(hosts) ? hosts : [hosts]
  return list.map((host) => (text(host, 'permissions.http') ?? '').toLowerCase())
}

function members(value: Extra | undefined, field: string): readonly [string, Extra][] {
  if (value === undefined || value === '') return []
  if (typeof value !== 'object' || Array.isArray(value))
    throw new SkillFolderError(`${field}: must be a block of names`)
  return Object.entries(value as { readonly [key: string]: Extra })
}

function text(value: Extra | undefined, field: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  throw new SkillFolderError(`${field}: must be one line of text`)
}
