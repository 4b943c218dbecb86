import type { MeshNode } from '@clawstead/mesh'
import {
  type GuestHost,
  type RunningSidecar,
  SidecarConfigError,
  StateFileError,
  startSidecar,
} from '@clawstead/sidecar'
import { StartError } from '../errors.js'
import { explainFailure } from './failures.js'
import { openGuest } from './mesh-part.js'
import { reachableUrl } from './reachable-url.js'
import type { Stage } from './stage.js'

/** A listening sidecar, and where a program on this machine reaches it. */
export interface SidecarPart {
  readonly sidecar: RunningSidecar
  /** The node of the mesh on the same port. */
  readonly mesh: MeshNode | undefined
  readonly url: string
  readonly mcpUrl: string
}

export async function startSidecarPart(stage: Stage, worldWsUrl: string): Promise<SidecarPart> {
  const { values, log, session } = stage
  const host = values['mcp-host']
  const port = values['mcp-port']
  const secret = values['hmac-secret']
  const stateFile = values['state-file']
  const tokens = values['mcp-tokens']
  const allowedHosts = values['allowed-hosts']
  const allowedOrigins = values['allowed-origins']
  const wakeWebhooks = values['wake-webhooks']
  const endpoint = { what: 'sidecar', host, port, hostFlag: '--mcp-host', portFlag: '--mcp-port' }
  let mesh: MeshNode | undefined
  const openMesh = async (part: GuestHost): Promise<MeshNode> => {
    mesh = await openGuest(stage, part)
    return mesh
  }
  const sidecar = await startSidecar({
    host,
    port,
    worldWsUrl,
    requireHmac: values['require-hmac'],
    allowLegacyHmac: values['hmac-allow-legacy'],
    maxSessions: values['max-sessions'],
    log,
    ...(secret === undefined ? {} : { hmacSecret: secret }),
    ...(tokens === undefined ? {} : { tokens: readTokens(tokens) }),
    ...(stateFile === '' ? {} : { stateFile: stage.resolvePath(stateFile) }),
    ...(allowedHosts === undefined ? {} : { allowedHosts }),
    ...(allowedOrigins === undefined ? {} : { allowedOrigins }),
    ...(wakeWebhooks === undefined ? {} : { wakeWebhooks }),
    ...(values.mesh ? { guest: openMesh } : {}),
  }).catch((error: unknown) => {
    if (error instanceof StartError) throw error
    if (error instanceof SidecarConfigError || error instanceof StateFileError) {
      throw new StartError(error.message, { cause: error })
    }
    throw explainFailure(error, endpoint)
  })
  session.parts.add({ name: 'sidecar', close: () => sidecar.close() })
  return {
    sidecar,
    mesh,
    url: reachableUrl('http', host, sidecar.port, '/'),
    mcpUrl: reachableUrl('http', host, sidecar.port, '/mcp'),
  }
}

const TOKEN_CHARACTERS_MIN = 16

/** `name=token,name=token`. What is wrong is told without showing a token. */
export function readTokens(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => {
    const [, name, token] = /^\s*([\w.-]{1,64})=(\S+)\s*$/.exec(pair) ?? []
    if (name === undefined || token === undefined) {
      throw new StartError('mcp-tokens: each must be name=token, the name of letters, digits, . - and _')
    }
    if (token.length < TOKEN_CHARACTERS_MIN) {
      throw new StartError(`mcp-tokens: the token of ${name} is shorter than ${TOKEN_CHARACTERS_MIN} characters`)
    }
    return [name, token] as const
  })
  const names = pairs.map(([name]) => name)
  const double = names.find((name, index) => names.indexOf(name) !== index)
  if (double !== undefined) throw new StartError(`mcp-tokens: ${double} is named twice`)
  return Object.fromEntries(pairs)
}
