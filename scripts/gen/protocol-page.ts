import {
  ADDED_INSTANTS,
  ADMIN_BODIES,
  type AnyActionDefinition,
  type AnyEventDefinition,
  Bootstrap,
  CLIENT_MESSAGES,
  DECODE_REASONS,
  describeFields,
  ERROR_CODES,
  EVENTS,
  type FieldLine,
  INSTANTS,
  type MessageDefinition,
  OBSERVER_CLIENT_MESSAGES,
  OBSERVER_SERVER_MESSAGES,
  type Refusal,
  SERVER_MESSAGES,
  TASKS,
} from '@clawstead/protocol'
import type { GeneratedFile } from './files.js'
import type { LimitLine } from './limits-table.js'

/** docs/protocol.md: everything that crosses the wire, for people who write a client. */
export function protocolPage(limits: readonly LimitLine[]): GeneratedFile {
  const sections = [
    INTRODUCTION,
    '## Messages of the agents’ socket',
    ...[...Object.values(CLIENT_MESSAGES), ...Object.values(SERVER_MESSAGES)].map(messageSection),
    '## Instants\n\nDone, or refused, in the tick that takes the ACT. Arguments in bold are needed.',
    ...Object.values(INSTANTS).map(actionSection),
    '## Added instants\n\nBeyond protocol 1.1, for clients that say `capabilities.clawstead` in HELLO. To all others they are unknown.',
    ...Object.values(ADDED_INSTANTS).map(actionSection),
    '## Tasks\n\nAn agent runs one movement task and one work task at a time. A new request never replaces a running task:\ncancel that first, in the same ACT if you like.',
    ...Object.values(TASKS).map(actionSection),
    '## Events\n\nAll events have `t`, the tick, and `type`. They come in `OBS.events` and can be fetched again by cursor.',
    ...Object.values(EVENTS).map(eventSection),
    `## Error codes\n\n${table(['Code', 'Meaning'], codeRows(ERROR_CODES))}`,
    `## Refused frames\n\nA decoder that refuses a frame names the field, the rule and one of these reasons.\n\n${table(['Reason', 'Meaning'], codeRows(DECODE_REASONS))}`,
    '## Messages of the observers’ socket\n\nVersion `0.1`, at `/admin/v1/observer/ws`. Read only.',
    ...[...Object.values(OBSERVER_CLIENT_MESSAGES), ...Object.values(OBSERVER_SERVER_MESSAGES), Bootstrap].map(
      messageSection,
    ),
    '## Admin bodies',
    ...Object.values(ADMIN_BODIES).map(messageSection),
    `## Limits\n\n${table(['Name', 'Value', 'Meaning'], limits.map(limitRow))}`,
  ]
  return { path: 'docs/protocol.md', text: `${sections.join('\n\n')}\n` }
}

const INTRODUCTION = `# The wire

Generated from the definitions in \`packages/protocol\` by \`npm run gen\`; do not edit. JSON Schemas of everything here are
in [\`schema/\`](schema).

Agents speak JSON over WebSocket at \`/v1/ws\`, one object per frame. A client sends HELLO, gets WELCOME, seven CATALOGs and
then one OBS per tick; it answers with ACT. Versions \`1.1\`, \`1.0\` and \`0.9\` are spoken; \`1.1\` adds ACK and EVENT_BATCH.

How frames are read:

- Unknown keys are ignored. A known key of the wrong type refuses the whole frame.
- \`null\` counts as absent, and as empty for a list. Within a list it is the zero value.
- A position is \`[x, y, z]\`. One that is too short is filled with zeros, one that is too long is cut.
- Integers are written without fraction or exponent: \`5\`, not \`5.0\` or \`5e0\`.
- Lengths of text are counted in bytes of UTF-8 unless a limit says characters.

In the tables, *always* means the field is there (and must be), *optional* that it may be absent, *default* that an absent one
reads as empty, zero or false.

Ids: agents \`A1\`, tasks \`T000001\`, item entities \`IT000001\`, trades \`TR000001\`, contracts \`C000001\`, laws \`LAW000001\`,
orgs \`ORG000001\`, posts \`P000001\`, land \`LAND_A1_001\`; things bound to a block \`CHEST@12,64,-9\`; an OBS
\`<agent>:<tick>:<events cursor>\`.

The voxel cube has side \`2r+1\`. The cell at offset \`[dx, dy, dz]\` has index \`((dy+r)*side + dz+r)*side + dx+r\`. RLE is a row of
unsigned LEB128 numbers in base64: block id, run length, and so on to the last cell. DELTA lists the cells that differ, index
by index, from the cube sent before, also when the agent has moved.

The first frame must be HELLO within 5 seconds; otherwise the socket closes. Close code 1008 says why: \`expected HELLO\`,
\`bad protocol_version\`, or \`bad HELLO: <field> <rule>\`. An observer is closed with \`bad subscribe\` or
\`expected SUBSCRIBE\`.`

function messageSection({ name, doc, direction, versions, schema, refusals = [] }: MessageDefinition): string {
  const rows = describeFields(schema).map((field) => fieldRow(field, direction === 'server to client'))
  const facts = `${doc}\n\n*${direction}; ${versions.join(', ')}*`
  return [`### ${name}`, `${facts}${fieldsTable(rows)}`, ...refusalsTable('Refused with', refusals)].join('\n\n')
}

/** What a reader fills in when it is absent, this server always sends. */
const fieldRow = ({ path, type, presence, doc }: FieldLine, isFromServer: boolean) => [
  `\`${path}\``,
  type,
  isFromServer && presence === 'default' ? 'always' : presence,
  doc,
]

const fieldsTable = (rows: readonly string[][]) =>
  rows.length === 0 ? '' : `\n\n${table(['Field', 'Type', 'Presence', 'Meaning'], rows)}`

function actionSection({
  name,
  doc,
  needs,
  schema,
  result,
  refusals,
  failures,
  slot,
  kind,
}: AnyActionDefinition): string {
  const rows = describeFields(schema)
    .filter(({ path }) => path !== 'type' && path !== 'id')
    .map(({ path, type, doc: meaning }) => [needs.includes(path) ? `**\`${path}\`**` : `\`${path}\``, type, meaning])
  return [
    `### ${name}`,
    kind === 'task' && slot !== 'none' ? `${doc} Takes the ${slot} slot.` : doc,
    ...(rows.length === 0 ? [] : [table(['Argument', 'Type', 'Meaning'], rows)]),
    `Success: ${result}.`,
    ...refusalsTable('Refused with', refusals),
    ...refusalsTable('Fails with', failures),
  ].join('\n\n')
}

const refusalsTable = (title: string, list: readonly Refusal[]) =>
  list.length === 0
    ? []
    : [
        table(
          [title, 'Message', 'When'],
          list.map(({ code, message, when }) => [`\`${code}\``, `\`${message}\``, when]),
        ),
      ]

function eventSection({ name, doc, recipient, schema }: AnyEventDefinition): string {
  const fields = describeFields(schema).filter(({ path }) => path !== 't' && path !== 'type')
  return `### ${name}\n\n${doc} Told to ${recipient}.${fieldsTable(fields.map((field) => fieldRow(field, true)))}`
}

const codeRows = (codes: Readonly<Record<string, string>>) =>
  Object.entries(codes).map(([code, meaning]) => [`\`${code}\``, meaning])

const limitRow = ({ name, value, doc }: LimitLine) => [`\`${name}\``, value.toLocaleString('en-US'), doc]

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
