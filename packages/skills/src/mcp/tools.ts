import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Tool } from '@modelcontextprotocol/server'
import type { Caller } from '../caller.js'
import { SkillError, type SkillErrorCode } from '../errors.js'
import { inputSchemaOf, outlineSchema, outputSchemaOf, terseSchema } from '../json-schema.js'
import { escapeForPages, resultText } from '../json-text.js'
import { spellName } from '../names.js'
import { isObject } from '../sidecar-envelope.js'
import type { ProgressStep, Skill } from '../skill.js'
import type { McpSurface } from './surface.js'

/** The tools a caller may use, as `tools/list` names them. */
export function listTools({ registry, inputSchemaByName = {} }: McpSurface, caller: Caller): Tool[] {
  return registry.list(caller).map((skill) => ({
    name: spellName(skill.name, 'mcp'),
    description: skill.description,
    inputSchema: terseSchema(inputSchemaByName[skill.name] ?? inputSchemaOf(skill)) as Tool['inputSchema'],
    outputSchema: outlineSchema(outputSchemaOf(skill)) as NonNullable<Tool['outputSchema']>,
    ...(skill.isReadOnly ? { annotations: { readOnlyHint: true } } : {}),
  }))
}

export type ToolCall = {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly caller: Caller
  readonly signal: AbortSignal
  readonly onProgress?: (step: ProgressStep) => void
}

/**
 * Run a tool. What went wrong inside it is a result marked as error, so that the model reads it and can do better; only a
 * tool that does not exist is an error of the protocol.
 */
export async function callTool({ registry }: McpSurface, call: ToolCall): Promise<CallToolResult> {
  const skill = registry.findAny(call.name, 'mcp')
  if (skill === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${call.name}`)
  const { caller, signal, onProgress } = call
  try {
    const input = readArguments(skill, call.input)
    const request = { skill: skill.name, input, caller, door: 'mcp', signal }
    const text = resultText(await registry.call({ ...request, ...(onProgress === undefined ? {} : { onProgress }) }))
    // In the text no character can close a quote or a tag around it: what is said in the world stays data.
    return {
      content: [{ type: 'text', text: escapeForPages(text) }],
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
  signature_required: 'Use another tool; this one only takes signed calls.',
  missing_dependency: 'Use another tool; this one is not complete on this server.',
  failed: 'Look at the situation again before trying something else.',
  timeout: 'It may still have happened: look before trying again.',
  cancelled: 'Nothing: the call was cancelled on request.',
  internal: 'The server is at fault. Try once more, then do something else.',
}

/** A misspelt argument is answered, not swallowed; null counts as absent, as models write it for what they leave out. */
function readArguments(skill: Skill, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { properties } = inputSchemaOf(skill)
  const known = isObject(properties) ? Object.keys(properties) : []
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const names = known.length === 0 ? 'this tool takes none' : `known are ${known.join(', ')}`
    throw new SkillError('bad_input', `${unknown}: no such argument, ${names}`)
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
}
