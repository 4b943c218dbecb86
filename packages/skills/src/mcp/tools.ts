import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Tool } from '@modelcontextprotocol/server'
import type { Caller } from '../caller.js'
import { SkillError, type SkillErrorCode } from '../errors.js'
import { fieldNames, type JsonSchema, outlineSchema, terseSchema } from '../json-schema.js'
import { escapeForPages, resultText } from '../json-text.js'
import { publishedSchema, schemaHash } from '../manifest/schema-hash.js'
import { spellName } from '../names.js'
import type { Registry } from '../registry.js'
import type { ProgressStep, Skill } from '../skill.js'
import { readWay } from '../way.js'
import { splitAttachments } from './attachments.js'
import { isSearched } from './many-skills.js'
import type { McpSurface } from './surface.js'

/** The tools a caller may use, as `tools/list` names them. */
export function listTools({ registry, inputSchemaByName = {}, agentId }: McpSurface, caller: Caller): Tool[] {
  return listedSkills(registry, caller).map((skill) => ({
    name: spellName(skill.name, 'mcp'),
    description: skill.description,
    inputSchema: shownInput(skill, inputSchemaByName[skill.name]) as Tool['inputSchema'],
    ...shownOutput(skill),
    ...(skill.isReadOnly ? { annotations: { readOnlyHint: true } } : {}),
    ...(agentId === undefined ? {} : { _meta: { [SKILL_META]: skillMeta(skill, agentId) } }),
  }))
}

/** Where there is a search, a model reads our own tools and finds the rest when it needs them. */
export function listedSkills(registry: Registry, caller: Caller): readonly Skill[] {
  const skills = registry.list(caller)
  return isSearched(registry) ? skills.filter(({ origin }) => origin === 'builtin') : skills
}

/** Our own schemas in few words; somebody else's word for word, because each of its words may mean something to them. */
function shownInput({ origin, input }: Skill, published: JsonSchema | undefined): JsonSchema {
  return origin === 'remote' ? input.json : terseSchema(published ?? input.json)
}

/** The protocol publishes objects only; a skill of somebody else may not say what it gives. */
function shownOutput({ output }: Skill): Pick<Tool, 'outputSchema'> {
  if (output.json.type !== 'object') return {}
  return { outputSchema: outlineSchema(output.json) }
}

/** Under this key a tool says which skill of the mesh it is; clients keep it away from the model. */
const SKILL_META = 'io.nullblock/skill'

function skillMeta(skill: Skill, agentId: string): Record<string, string> {
  const { name, version } = skill
  return { name, version, agent_id: agentId, schema_hash: schemaHash(publishedSchema(skill)) }
}

export type ToolCall = {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly caller: Caller
  readonly signal: AbortSignal
  readonly onProgress?: (step: ProgressStep) => void
  /** What the request says about itself beside its arguments. */
  readonly meta?: unknown
}

/**
 * Run a tool. What went wrong inside it is a result marked as error, so that the model reads it and can do better; only a
 * tool that does not exist is an error of the protocol.
 */
export async function callTool({ registry, agentId }: McpSurface, call: ToolCall): Promise<CallToolResult> {
  const skill = registry.findAny(call.name, 'mcp')
  if (skill === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${call.name}`)
  const { caller, signal, onProgress } = call
  try {
    const came = readWay({ meta: call.meta, ownId: agentId })
    if (!came.ok) throw new SkillError(came.reason === 'malformed' ? 'bad_input' : 'forbidden', came.problem)
    const input = readArguments(skill, call.input)
    const request = { skill: skill.name, input, caller, door: 'mcp', signal, way: came.way }
    const result = await registry.call({ ...request, ...(onProgress === undefined ? {} : { onProgress }) })
    const { rest, attachments } = splitAttachments(result)
    const text = resultText(rest)
    // In the text no character can close a quote or a tag around it: what is said in the world stays data.
    return {
      content: [{ type: 'text', text }, ...attachments],
      structuredContent: JSON.parse(text) as Record<string, unknown>,
    }
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    const { code, message } = error
    const told = { error: { code, message, next: error.next ?? NEXT_BY_CODE[code] } }
    return { isError: true, content: [{ type: 'text', text: escapeForPages(JSON.stringify(told)) }] }
  }
}

/** What a caller can do about an error that does not say so itself. */
const NEXT_BY_CODE: Readonly<Record<SkillErrorCode, string>> = {
  not_found: 'List the tools and use a name from there.',
  bad_input: 'Correct the argument that is named and call again.',
  forbidden: 'Use another tool; this one needs a right that this connection does not have.',
  signature_required: 'Send a bearer token of this server, or sign the call with a key of your own.',
  missing_dependency: 'Use another tool; this one is not complete on this server.',
  unavailable: 'Use another tool; this one is switched off on this server for now.',
  busy: 'Wait a little, then try again.',
  failed: 'Look at the situation again before trying something else.',
  timeout: 'It may still have happened: look before trying again.',
  cancelled: 'Nothing: the call was cancelled on request.',
  bad_output: 'The tool is at fault. It may have done its work: look, then do something else.',
  internal: 'The server is at fault. Try once more, then do something else.',
}

/** A misspelt argument is answered, not swallowed; null counts as absent, as models write it for what they leave out. */
function readArguments(skill: Skill, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // A schema that came as data says itself which fields it takes, and may give null a meaning.
  if (skill.origin !== 'builtin') return { ...given }
  const known = fieldNames(skill.input.json)
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const names = known.length === 0 ? 'this tool takes none' : `known are ${known.join(', ')}`
    throw new SkillError('bad_input', `${unknown}: no such argument, ${names}`)
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
}
