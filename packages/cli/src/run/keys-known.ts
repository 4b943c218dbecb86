import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Keyring, KeyringError, type KnownKey, openKeyring, type RotationStatement } from '@clawstead/mesh'
import type { Invocation } from '../command.js'
import { EXIT, StartError } from '../errors.js'
import { type Errand, runErrand } from './errand.js'

/** A key, a file with one, or a file of statements that lead from a known key to the one after it. */
export function runKeysTrust(invocation: Invocation, [given = '']: readonly string[]): Promise<number> {
  return withKeyring(invocation, async (errand, keyring) => {
    const { values } = errand
    const path = errand.resolvePath(given)
    const content = existsSync(path) ? readFileSync(path, 'utf8').trim() : given
    if (content.startsWith('[') || content.startsWith('{')) return followAll(keyring, content)
    const { label } = values
    const machineContext = values['machine-context']
    const trusted = await keyring.trust({
      publicKey: content,
      rights: values.rights === undefined ? [] : [values.rights],
      ...(label === undefined ? {} : { label }),
      ...(machineContext === undefined ? {} : { machineContext }),
    })
    return [trusted]
  })
}

export function runKeysRevoke(invocation: Invocation, [given = '']: readonly string[]): Promise<number> {
  return withKeyring(invocation, async (_errand, keyring) => [await keyring.revoke(given)])
}

export function runKeysList(invocation: Invocation): Promise<number> {
  return withKeyring(invocation, (_errand, keyring) => keyring.list())
}

/** Statements that begin at keys nobody knows here are passed over, as long as one of them leads somewhere. */
async function followAll(keyring: Keyring, content: string): Promise<readonly KnownKey[]> {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    throw new KeyringError('expected a public key or a file of rotation statements', { cause: error })
  }
  const followed: KnownKey[] = []
  let refusal: unknown
  for (const statement of Array.isArray(value) ? (value as unknown[]) : [value]) {
    try {
      followed.push(await keyring.follow(statement as RotationStatement))
    } catch (error) {
      if (!(error instanceof KeyringError)) throw error
      refusal = error
    }
  }
  if (followed.length === 0) throw refusal ?? new KeyringError('the file holds no rotation statement')
  return followed
}

function withKeyring(
  invocation: Invocation,
  work: (errand: Errand, keyring: Keyring) => Promise<readonly KnownKey[]> | readonly KnownKey[],
): Promise<number> {
  return runErrand(invocation, async (errand) => {
    const { values, stdout, log } = errand
    const file = join(errand.resolvePath(values.data), 'mesh', 'keyring.json')
    try {
      const known = await work(errand, openKeyring({ file, now: Date.now, log }))
      if (values.json) stdout.write(`${JSON.stringify({ keys: known })}\n`)
      else for (const line of lines(known)) stdout.write(`${line}\n`)
      return EXIT.ok
    } catch (error) {
      throw error instanceof KeyringError ? new StartError(error.message, { cause: error }) : error
    }
  })
}

function lines(known: readonly KnownKey[]): string[] {
  if (known.length === 0) return ['no keys; clawstead keys trust KEY adds one']
  return known.map(({ agent_id: id, label, rights, revoked_at: revokedAt, replaced_by: next }) => {
    const state = revokedAt === undefined ? 'trusted' : next === undefined ? 'revoked' : `replaced by ${next}`
    const allowed = rights.length === 0 ? '' : `, may ${rights.join(' and ')}`
    return `${id}  ${label === undefined ? '' : `${label}: `}${state}${allowed}`
  })
}
