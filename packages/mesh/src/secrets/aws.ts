import { loadOptional } from './optional-module.js'
import type { SecretReference } from './reference.js'

const SDK = '@aws-sdk/client-secrets-manager'

type AwsSdk = {
  SecretsManagerClient: new (options: {
    readonly region?: string
  }) => { send(command: unknown): Promise<{ readonly SecretString?: string; readonly SecretBinary?: Uint8Array }> }
  GetSecretValueCommand: new (input: {
    readonly SecretId: string
    readonly VersionStage?: string
    readonly VersionId?: string
  }) => unknown
}

/** By AWS Secrets Manager, with the credentials that its SDK finds by itself. */
export async function readAws(reference: Extract<SecretReference, { store: 'aws' }>): Promise<string> {
  const sdk = loadOptional(SDK) as AwsSdk | undefined
  if (sdk === undefined) throw new Error(`the package ${SDK} is not installed`)
  const { id, region, key, stage, versionId } = reference
  const client = new sdk.SecretsManagerClient(region === undefined ? {} : { region })
  const { SecretString, SecretBinary } = await client.send(
    new sdk.GetSecretValueCommand({
      SecretId: id,
      ...(stage === undefined ? {} : { VersionStage: stage }),
      ...(versionId === undefined ? {} : { VersionId: versionId }),
    }),
  )
  const text = SecretString ?? Buffer.from(SecretBinary ?? new Uint8Array()).toString('utf8')
  return key === undefined ? text : memberOf(text, key)
}

function memberOf(text: string, key: string): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('it is no JSON object, so it has no keys')
  }
  const member = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  if (typeof member !== 'string') throw new Error(`it has no text under the key ${key}`)
  return member
}
