import { boolean, integer, isLoopback, list, oneOf, path, port, text, url } from '../kinds.js'
import { optionalSetting, setting } from '../setting.js'

const SIDECAR_PORT_DEFAULT = 8090
const MESH_PORT_DEFAULT = 9003
const RATE_DEFAULT = 200
const RATE_MAX = 1_000_000

/** Commands that run a node of the mesh. */
const NODES = ['up', 'sidecar', 'mesh', 'skill'] as const
const GROUP = 'Mesh'

export const MESH_SETTINGS = [
  setting({
    name: 'mesh',
    kind: boolean,
    default: true,
    doc: 'Offer the skills to other nodes too, at /mcp/<skill> on the port of the sidecar.',
    docOff: 'Leave out the mesh: no /mcp/<skill>, no keys, no remotes.',
    group: GROUP,
    commands: ['up', 'server', 'sidecar'],
  }),
  setting({
    name: 'mesh-port',
    kind: port,
    default: {
      derive: (read) => (read('mcp-port') === SIDECAR_PORT_DEFAULT ? MESH_PORT_DEFAULT : Number(read('mcp-port'))),
    },
    defaultSays: `${MESH_PORT_DEFAULT}; mcp-port where that is set`,
    doc: 'The port a node listens on that runs without a sidecar. 0 takes a free one.',
    group: GROUP,
    commands: ['mesh', 'skill'],
  }),
  optionalSetting({
    name: 'node',
    kind: url(['http', 'https']),
    doc: 'The node that skill call and mesh remote ask, such as http://127.0.0.1:8090. Without it, those on this machine.',
    group: GROUP,
    commands: ['mesh', 'skill'],
  }),
  optionalSetting({
    name: 'keys-dir',
    kind: path('DIR'),
    doc: 'The folder of the key this node and its commands sign with. It is made when it is missing.',
    defaultSays: '`~/.openclaw/keys`',
    group: GROUP,
    commands: [...NODES, 'server', 'keys'],
  }),
  setting({
    name: 'mesh-name',
    kind: text({ placeholder: 'NAME', label: 'a name of 1 to 64 characters', pattern: /^\S(.{0,62}\S)?$/u }),
    default: 'clawstead',
    doc: 'What people call this node.',
    group: GROUP,
    commands: [...NODES, 'server'],
  }),
  optionalSetting({
    name: 'mesh-public-url',
    kind: url(['http', 'https']),
    doc: 'The address others reach this node at, such as https://node.example.org. Without it, where it listens.',
    group: GROUP,
    commands: NODES,
  }),
  optionalSetting({
    name: 'mesh-skills',
    kind: path('DIR'),
    doc: 'Offer the skills of this folder, each in a folder of its own with a SKILL.md.',
    group: GROUP,
    commands: ['up', 'sidecar', 'mesh'],
  }),
  optionalSetting({
    name: 'mesh-remotes',
    kind: list('URL', 'addresses of nodes such as https://node.example.org/mcp, or NAME=URL for an MCP server'),
    doc: "Use these nodes' skills, and those of these MCP servers under the name before the =.",
    group: GROUP,
    commands: NODES,
  }),
  optionalSetting({
    name: 'mesh-secrets',
    // Masked, in case somebody writes down the secret itself.
    kind: {
      ...list('NAME=REF', 'pairs such as github=op://vault/item/token or maps=x-api-key=env://MAPS_KEY'),
      masked: true,
    },
    doc: 'What MCP servers among the remotes want to see: a bearer token, or a header, by a reference to where it is kept.',
    group: GROUP,
    commands: NODES,
  }),
  setting({
    name: 'mesh-discover',
    kind: boolean,
    default: false,
    doc: 'Ask the remotes for the nodes they know. Those are listed, not called.',
    group: GROUP,
    commands: NODES,
  }),
  optionalSetting({
    name: 'mesh-dial',
    kind: list('HOST', 'hosts, host:port or address ranges such as 10.0.0.0/8, separated by commas'),
    doc: 'What may be dialled although it is not public: remotes on this machine or in the local network.',
    group: GROUP,
    commands: NODES,
  }),
  setting({
    name: 'mesh-policy',
    kind: oneOf('POLICY', ['open', 'known']),
    default: { derive: (read) => (isLoopback(String(read('mcp-host'))) ? 'open' : 'known') },
    defaultSays: 'open on loopback, known elsewhere',
    doc: 'Whose signatures count: open takes every valid one, known only those of keys trusted with clawstead keys trust.',
    group: GROUP,
    commands: NODES,
  }),
  optionalSetting({
    name: 'mesh-callers',
    kind: list('SKILL=AGENT_ID', 'pairs of a skill and the id of an agent, separated by commas'),
    doc: 'Skills that only the named agents may call, one pair for each agent.',
    group: GROUP,
    commands: NODES,
  }),
  optionalSetting({
    name: 'mesh-delegates',
    kind: list(
      'SKILL=CALLER',
      'pairs of a remote skill and a caller, mesh:AGENT_ID or token:NAME, separated by commas',
    ),
    doc: 'Remote skills that this node calls with its own key for the named callers only. NAMESPACE/* and * stand for many.',
    group: GROUP,
    commands: NODES,
  }),
  setting({
    name: 'mesh-drift',
    kind: oneOf('POLICY', ['block', 'warn']),
    default: 'block',
    doc: 'What to do when a remote skill changes its schema without a new version: block it until it is approved, or warn.',
    group: GROUP,
    commands: NODES,
  }),
  setting({
    name: 'mesh-reenable',
    kind: oneOf('HOW', ['auto', 'manual']),
    default: 'auto',
    doc: 'How a remote that was disabled after three failures comes back: by itself when it answers, or by command.',
    group: GROUP,
    commands: NODES,
  }),
  setting({
    name: 'mesh-sign-replies',
    kind: boolean,
    default: true,
    doc: 'Sign every answer, so that whoever called can prove who gave it.',
    docOff: 'Leave answers unsigned.',
    group: GROUP,
    commands: NODES,
  }),
  setting({
    name: 'mesh-receipts',
    kind: boolean,
    default: true,
    doc: 'Keep a receipt of every signed call that anybody can check.',
    docOff: 'Keep no receipts of signed calls.',
    group: GROUP,
    commands: NODES,
  }),
  setting({
    name: 'mesh-rate',
    kind: integer({ min: 0, max: RATE_MAX }),
    default: RATE_DEFAULT,
    doc: 'How many calls a second one caller may make on average. 0 sets no limit.',
    group: GROUP,
    commands: NODES,
  }),
] as const
