import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { loadOptional } from './optional-module.js'

const SDK = '@1password/sdk'
const TIMEOUT_MS = 15_000
const OUTPUT_BYTES_MAX = 64 * 1024
/** What the command line tool may see of our environment. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'XDG_CONFIG_HOME',
  'OP_CONNECT_HOST',
  'OP_CONNECT_TOKEN',
  'OP_ACCOUNT',
]

type OnePasswordSdk = {
  createClient(options: {
    readonly auth: string
    readonly integrationName: string
    readonly integrationVersion: string
  }): Promise<{ readonly secrets: { resolve(reference: string): Promise<string> } }>
}

/** By the SDK where a service account's token is set and the SDK is installed, else by the `op` command. */
export async function readOnePassword(
  reference: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { OP_SERVICE_ACCOUNT_TOKEN: token } = environment
  const sdk = token === undefined ? undefined : (loadOptional(SDK) as OnePasswordSdk | undefined)
  if (sdk === undefined || token === undefined) return readByCommand(reference, environment)
  const client = await sdk.createClient({ auth: token, integrationName: 'Clawstead', integrationVersion: 'v0.1.0' })
  return client.secrets.resolve(reference)
}

async function readByCommand(
  reference: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const names = [...PASSED_ON, 'OP_SERVICE_ACCOUNT_TOKEN'].filter((name) => environment[name] !== undefined)
  const env = Object.fromEntries(names.map((name) => [name, environment[name]]))
  // Arguments, not a command line: no shell ever reads the reference.
  const { stdout } = await promisify(execFile)('op', ['read', '--no-newline', '--', reference], {
    env,
    timeout: TIMEOUT_MS,
    maxBuffer: OUTPUT_BYTES_MAX,
  })
  return stdout
}
