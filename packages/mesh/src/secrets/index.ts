export type { Redactor } from './redactor.js'
export { parseSecretReference, type SecretStore } from './reference.js'
export { createSecrets, SecretError, type Secrets } from './secrets.js'
