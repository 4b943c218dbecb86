import { StartError } from '../errors.js'
import { isLoopback } from './kinds.js'
import type { Note } from './resolve.js'
import type { SettingValues } from './table/index.js'

/**
 * Rules between settings that hold before anything listens. The first one broken is the one reported; what is allowed and
 * still worth knowing comes back as notes.
 */
export function guardSettings(command: string, values: SettingValues): Note[] {
  const runsSidecar = command === 'up' || command === 'sidecar'
  const runsServer = command === 'up' || command === 'server'
  if (runsSidecar && values['require-hmac'] && values['hmac-secret'] === undefined) {
    throw new StartError(
      'require-hmac is on (by itself when deploy-env is staging or production), but there is no hmac-secret: set CLAWSTEAD_HMAC_SECRET',
    )
  }
  if (runsSidecar && !isLoopback(values['mcp-host']) && values['hmac-secret'] === undefined) {
    throw new StartError(
      `the sidecar will not listen on ${values['mcp-host']}, where others can reach it, without an hmac-secret: set CLAWSTEAD_HMAC_SECRET, or stay on 127.0.0.1`,
    )
  }
  const runsNode = command === 'mesh' || command === 'skill'
  const hasProof = values['hmac-secret'] !== undefined || values['mcp-tokens'] !== undefined
  if (runsNode && !isLoopback(values['mcp-host']) && values['mesh-policy'] === 'open' && !hasProof) {
    throw new StartError(
      `the mesh node will not listen on ${values['mcp-host']}, where others can reach it, with mesh-policy open and no other auth setting: use mesh-policy known, or stay on 127.0.0.1`,
    )
  }
  if (!runsServer || isLoopback(values.host)) return []
  if (values['hmac-secret'] === undefined) {
    throw new StartError(
      `the world server will not listen on ${values.host}, where others can reach it, without an auth setting: set CLAWSTEAD_HMAC_SECRET, or stay on 127.0.0.1`,
    )
  }
  const text = `whoever can reach ${values.host}:${values.port} can join the worlds as an agent: hmac-secret guards the tools, not /v1/ws`
  return [{ level: 'warn', text }]
}
