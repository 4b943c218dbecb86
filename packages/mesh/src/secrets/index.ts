export type { Redactor } from './redactor.js'
export { parseSecretReference, SecretReferenceError, type SecretStore } from './reference.js'
export { Secret } from './secret.js'
export { createSecrets, SecretError, type Secrets, type SecretsOptions } from './secrets.js'
