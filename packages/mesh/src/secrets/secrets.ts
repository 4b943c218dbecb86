import { readAws } from './aws.js'
import { readOnePassword } from './one-password.js'
import { createRedactor, type Redactor } from './redactor.js'
import { parseSecretReference, type SecretReference } from './reference.js'
import { Secret } from './secret.js'

/** How long a value may be used before it is asked for again. */
export const SECRET_KEPT_MS = 5 * 60_000

export class SecretError extends Error {
  override readonly name = 'SecretError'
}

export type Secrets = {
  /**
   * The value behind a reference, asked for when it is needed and no earlier. Only references of the node's own settings and
   * of skill files belong here, never what a caller sent: whoever could name one could read the vault.
   */
  resolve(reference: string): Promise<Secret>
  /** Knows every value that was resolved. */
  readonly redactor: Redactor
}

export type SecretsOptions = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly now: () => number
}

export function createSecrets({ environment, now }: SecretsOptions): Secrets {
  const redactor = createRedactor()
  const keptByReference = new Map<string, { readonly value: Promise<Secret>; readonly untilMs: number }>()

  async function read(reference: SecretReference): Promise<string> {
    if (reference.store === '1password') return readOnePassword(reference.text, environment)
    if (reference.store === 'aws') return readAws(reference)
    const value = environment[reference.name]
    if (value === undefined) throw new Error('it is not set')
    return value
  }

  async function fetchSecret(reference: SecretReference): Promise<Secret> {
    let value: string
    try {
      value = await read(reference)
    } catch (error) {
      keptByReference.delete(reference.text)
      const reason = error instanceof Error ? error.message : String(error)
      throw new SecretError(`${reference.text} could not be read: ${redactor.text(reason)}`)
    }
    redactor.hide(value)
    return new Secret(value)
  }

  return {
    async resolve(text) {
      const kept = keptByReference.get(text)
      if (kept !== undefined && kept.untilMs > now()) return kept.value
      const value = fetchSecret(parseSecretReference(text))
      keptByReference.set(text, { value, untilMs: now() + SECRET_KEPT_MS })
      return value
    },
    redactor,
  }
}
