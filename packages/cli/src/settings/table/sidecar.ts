import { join } from 'node:path'
import { address, boolean, integer, LOOPBACK_ADDRESS, path, port, secret, url } from '../kinds.js'
import { optionalSetting, setting } from '../setting.js'
import { isGuardedDeployment } from './general.js'

const MAX_SESSIONS_DEFAULT = 256
const MAX_SESSIONS_LIMIT = 65_536

const TOOLS = ['up', 'sidecar'] as const

export const SIDECAR_SETTINGS = [
  setting({
    name: 'mcp-host',
    kind: address,
    default: LOOPBACK_ADDRESS,
    doc: 'The address the sidecar listens on. Beyond loopback it needs hmac-secret.',
    group: 'Sidecar',
    commands: TOOLS,
  }),
  setting({
    name: 'mcp-port',
    kind: port,
    default: 8090,
    doc: 'The port the sidecar listens on. 0 takes a free one.',
    group: 'Sidecar',
    commands: TOOLS,
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
    commands: ['up', 'server', 'sidecar'],
    environment: ['VC_MCP_HMAC_SECRET'],
    blank: 'not-given',
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
    commands: TOOLS,
    environment: ['VC_MCP_HMAC_ALLOW_LEGACY'],
  }),
  setting({
    name: 'state-file',
    kind: path('FILE'),
    default: { derive: (read) => join(String(read('data')), 'mcp', 'sessions.json') },
    defaultSays: '`<data>/mcp/sessions.json`',
    doc: "Remembers agents' sessions across restarts. Blank keeps them in memory only.",
    group: 'Sidecar',
    commands: TOOLS,
    blank: 'kept',
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
