import { join } from 'node:path'
import { address, boolean, integer, LOOPBACK_ADDRESS, list, path, port, secret, text, url } from '../kinds.js'
import { optionalSetting, setting } from '../setting.js'
import { isGuardedDeployment } from './general.js'

const MAX_SESSIONS_DEFAULT = 256
const MAX_SESSIONS_LIMIT = 65_536

const TOOLS = ['up', 'sidecar'] as const
/** Commands that listen for callers of skills. */
const CALLED = [...TOOLS, 'mesh', 'skill'] as const

export const SIDECAR_SETTINGS = [
  setting({
    name: 'mcp-host',
    kind: address,
    default: LOOPBACK_ADDRESS,
    doc: 'The address the sidecar listens on. Beyond loopback it needs hmac-secret.',
    group: 'Sidecar',
    commands: CALLED,
  }),
  setting({
    name: 'mcp-port',
    kind: port,
    default: 8090,
    doc: 'The port the sidecar listens on. 0 takes a free one.',
    group: 'Sidecar',
    commands: CALLED,
  }),
  setting({
    name: 'world-ws-url',
    kind: url(['ws', 'wss']),
    default: 'ws://127.0.0.1:8080/v1/ws',
    doc: 'The world the sidecar joins agents to.',
    group: 'Sidecar',
    commands: ['sidecar'],
  }),
  optionalSetting({
    name: 'hmac-secret',
    kind: secret,
    doc: 'Every POST /mcp must then be signed with this secret, and only with one may anything listen beyond loopback. Best set by environment: other users of the machine can read flags.',
    group: 'Sidecar',
    commands: [...CALLED, 'server'],
    environment: ['VC_MCP_HMAC_SECRET'],
    blank: 'not-given',
  }),
  optionalSetting({
    name: 'mcp-tokens',
    kind: secret,
    doc: 'Bearer tokens as name=token, separated by commas. A client that sends one is known by that name and need not sign: the way in for MCP clients, which cannot. Best set by environment.',
    group: 'Sidecar',
    commands: CALLED,
    blank: 'not-given',
  }),
  setting({
    name: 'stdio',
    kind: boolean,
    default: false,
    doc: 'Speak MCP over standard input and output with the one client that started this, instead of listening.',
    group: 'Sidecar',
    commands: ['sidecar'],
    inFile: false,
  }),
  setting({
    name: 'agent-id',
    kind: text({ placeholder: 'NAME', label: 'a name of 1 to 64 characters', pattern: /^\S(.{0,62}\S)?$/u }),
    default: 'default',
    doc: 'Who the client of --stdio is. The same name is the same agent next time.',
    group: 'Sidecar',
    commands: ['sidecar'],
  }),
  setting({
    name: 'require-hmac',
    kind: boolean,
    default: { derive: (read) => isGuardedDeployment(read('deploy-env')) },
    defaultSays: 'false; true when deploy-env is staging or production',
    doc: 'Refuse to start without an hmac-secret.',
    group: 'Sidecar',
    commands: TOOLS,
    environment: ['VC_MCP_REQUIRE_HMAC'],
  }),
  setting({
    name: 'hmac-allow-legacy',
    kind: boolean,
    default: true,
    doc: 'Accept signatures without a nonce, the form most agents send.',
    docOff: 'Refuse signatures without a nonce, the form most agents send.',
    group: 'Sidecar',
    commands: CALLED,
    environment: ['VC_MCP_HMAC_ALLOW_LEGACY'],
  }),
  setting({
    name: 'state-file',
    kind: path('FILE'),
    // Two processes must not replace each other's file, and a client may start several.
    default: { derive: (read) => join(String(read('data')), 'mcp', stateFileName(read('stdio'), read('agent-id'))) },
    defaultSays: '`<data>/mcp/sessions.json`; `<data>/mcp/stdio-<agent-id>.json` with --stdio',
    doc: "Remembers agents' sessions across restarts. Blank keeps them in memory only.",
    group: 'Sidecar',
    commands: TOOLS,
    blank: 'kept',
  }),
  optionalSetting({
    name: 'wake-webhooks',
    kind: list('HOST:PORT', 'addresses as host:port, separated by commas'),
    doc: 'Addresses that agents may have called when something happens to them, as host:port separated by commas. None unless set.',
    group: 'Sidecar',
    commands: TOOLS,
  }),
  setting({
    name: 'max-sessions',
    kind: integer({ min: -MAX_SESSIONS_LIMIT, max: MAX_SESSIONS_LIMIT }),
    default: MAX_SESSIONS_DEFAULT,
    doc: `How many agents the sidecar holds at once; the least used one makes room. 0 or less means ${MAX_SESSIONS_DEFAULT}.`,
    group: 'Sidecar',
    commands: TOOLS,
  }),
] as const

function stateFileName(isStdio: unknown, agentId: unknown): string {
  return isStdio === true ? `stdio-${encodeURIComponent(String(agentId))}.json` : 'sessions.json'
}
