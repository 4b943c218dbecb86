import { COMMANDS } from './commands/table.js'
import { EXIT_CODES } from './errors.js'
import { CONFIG_FILE } from './settings/config-file.js'
import { defaultText, flagUsage, GROUPS, type Group, type Setting, variableOf } from './settings/setting.js'
import { ADDRESS_FLAGS, FOREIGN_SETTINGS, FOREIGN_VARIABLES } from './settings/table/foreign.js'
import { SETTINGS } from './settings/table/index.js'

/** The reference of all settings as Markdown, made from the settings table and nothing else. */
export function renderConfigurationDoc(): string {
  const sections = [intro(), ...GROUPS.map(groupSection), fileSection(), existingPrograms(), exitCodes()]
  return `${sections.join('\n\n')}\n`
}

function intro(): string {
  return `# Configuration

<!-- Generated from the settings table of packages/cli by \`npm run gen\`. Edit the table, not this file. -->

Every setting can be given in three ways. The first of them that gives it wins; otherwise its default holds.

1. a flag: \`--mcp-port 9000\` or \`--mcp-port=9000\`; a switch is turned off by \`--no-NAME\`
2. an environment variable: \`CLAWSTEAD_MCP_PORT=9000\`, \`CLAWSTEAD_NO_PAGE=true\`; an empty one counts as not set
3. the config file: \`mcp-port: 9000\` in \`${CONFIG_FILE}\`

\`clawstead config\` prints every effective value and where it comes from, with secrets masked;
\`clawstead config --json\` does the same for programs. What cannot be understood is refused before anything starts:
an unknown flag or key is answered with the nearest one there is.

| command | what it does |
| --- | --- |
${COMMANDS.map(({ name, summary }) => `| \`clawstead ${name}\` | ${summary} |`).join('\n')}`
}

function groupSection(group: Group): string {
  const members = SETTINGS.filter((one) => one.group === group && !one.isForeign)
  return `## ${group}

| setting | type | default | commands | what it does |
| --- | --- | --- | --- | --- |
${members.map(row).join('\n')}`
}

function row(one: Setting): string {
  const others = one.environment.map((name) => ` Also \`${name}\`.`).join('')
  const effect = one.withoutEffect ? ` **No effect yet**: ${one.withoutEffect}.` : ''
  const cells = [
    `\`${flagUsage(one)}\`<br>\`${variableOf(one.name)}\``,
    one.kind.label,
    fallbackCell(one),
    one.commands.join(', '),
    `${one.doc}${effect}${others}`,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** Values are code; a default said in words, or the absence of one, is text. */
function fallbackCell(one: Setting): string {
  const text = defaultText(one)
  return one.defaultSays !== undefined || text === 'none' ? text : `\`${text}\``
}

function fileSection(): string {
  return `## The config file

\`${CONFIG_FILE}\` in the working directory, or the file named by \`--config\`. YAML or JSON, one key per setting, the key being the
flag's name without dashes. Relative paths are meant from the file's folder. It is read strictly: an unknown key, a key given
twice or a value of the wrong type is refused with file and line.

\`\`\`yaml
# ${CONFIG_FILE}
port: 9000
mcp-port: 9001
seed: 7
world: OVERWORLD
page: false
allowed-hosts: [world.example.org]
\`\`\``
}

function existingPrograms(): string {
  const addresses = ADDRESS_FLAGS.map(
    ({ name, host, port }) =>
      `| \`-${name} HOST:PORT\` | gives \`${host}\` and \`${port}\` at once; without a host it binds 127.0.0.1 and says so |`,
  )
  const foreign = FOREIGN_SETTINGS.map(({ name, withoutEffect }) => `| \`-${name}\` | no effect: ${withoutEffect} |`)
  const variables = FOREIGN_VARIABLES.map(({ name, because }) => `| \`${name}\` | no effect: ${because} |`)
  return `## Start scripts of existing VoxelCraft programs

They work when the program's name is changed to \`clawstead server\` or \`clawstead sidecar\`. One dash does as well as two, \`-x v\` as
well as \`-x=v\`, and a switch takes \`-x=false\`. Besides the settings above there are these spellings; each that has no effect says so
in one log line.

| spelling | meaning here |
| --- | --- |
${[...addresses, ...foreign, ...variables].join('\n')}

Two flags mean with one dash what they mean to those programs: \`-worlds FILE\` with a file that does not exist gives a single world
(\`--worlds\` refuses it), and \`-world NAME\` gives way to a worlds file (\`--world\` picks that one world from it).
The variables \`VC_*\` above are trimmed, and a value they cannot have is skipped with a log line.`
}

function exitCodes(): string {
  return `## Exit codes

| code | meaning |
| --- | --- |
${EXIT_CODES.map(({ code, says }) => `| ${code} | ${says} |`).join('\n')}`
}
