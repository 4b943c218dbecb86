import type { Caller } from './caller.js'
import { type Door, type DoorAnswer, plainText } from './door.js'
import { SkillError } from './errors.js'
import type { JsonSchema } from './json-schema.js'
import { memberTexts } from './json-text.js'
import { spellName } from './names.js'
import type { Registry } from './registry.js'
import {
  answerText,
  type Envelope,
  isObject,
  type RpcError,
  type RpcOutcome,
  readEnvelope,
} from './sidecar-envelope.js'
import type { Skill } from './skill.js'

const METHOD_NOT_FOUND = -32601
const BAD_PARAMS = -32602
const TOOL_FAILED = -32000

export type SidecarDoorOptions = {
  readonly registry: Registry
  /** Published form of an input where the dialect fixes it; others are published as the skill says them. */
  readonly inputSchemaByName?: Readonly<Record<string, JsonSchema>>
  /** Which skills `list_tools` names; others can be called all the same. Default all. */
  readonly isListed?: (skill: Skill) => boolean
}

/**
 * The dialect of the VoxelCraft skill document: JSON-RPC with `initialize`, `list_tools` and `call_tool`, whose result is
 * the tool's object itself. Arguments are taken leniently: unknown keys are ignored and null counts as absent.
 */
export function createSidecarDoor(options: SidecarDoorOptions): Door {
  const { registry, inputSchemaByName = {}, isListed = () => true } = options
  const publishedSchema = (skill: Skill): JsonSchema => inputSchemaByName[skill.name] ?? skill.input.json

  async function dispatch(envelope: Envelope, caller: Caller): Promise<RpcOutcome> {
    const { method } = envelope
    if (method === 'initialize') {
      return { result: { capabilities: { tools: { listChanged: false } }, protocolVersion: '2024-11-05' } }
    }
    if (method === 'list_tools') {
      const listed = registry.list(caller).filter(isListed)
      const tools = listed.map((skill) => ({
        name: spellName(skill.name, 'sidecar'),
        description: skill.description,
        inputSchema: publishedSchema(skill),
      }))
      return { result: { tools } }
    }
    if (method === 'call_tool') return callTool(envelope, caller)
    return failure(METHOD_NOT_FOUND, 'method not found')
  }

  async function callTool({ params, paramsText }: Envelope, caller: Caller): Promise<RpcOutcome> {
    if (paramsText === undefined) return failure(BAD_PARAMS, 'missing params')
    if (params === null) return failure(BAD_PARAMS, 'missing tool name')
    if (!isObject(params)) return failure(BAD_PARAMS, 'bad params', 'params: expected an object')
    const name = params.name ?? ''
    if (typeof name !== 'string') return failure(BAD_PARAMS, 'bad params', 'name: expected a string')
    if (name === '') return failure(BAD_PARAMS, 'missing tool name')
    const skill = registry.find(name, 'sidecar')
    if (skill === undefined) return failure(METHOD_NOT_FOUND, 'tool not found', { name })
    try {
      const input = readArguments(skill, publishedSchema(skill), params.arguments, paramsText)
      return { result: await registry.call({ skill: skill.name, input, caller, door: 'sidecar' }) }
    } catch (error) {
      if (!(error instanceof SkillError)) throw error
      const message = error.code === 'bad_input' ? `bad arguments: ${error.message}` : error.message
      return failure(TOOL_FAILED, message)
    }
  }

  return {
    name: 'sidecar',
    serves: ({ method, path }) => method === 'POST' && path === '/mcp',
    takes: () => true,
    async answer({ body, caller }): Promise<DoorAnswer> {
      const envelope = readEnvelope(body)
      if (envelope === undefined) return plainText(400, 'bad jsonrpc request')
      const outcome = await dispatch(envelope, caller)
      return { status: 200, contentType: 'application/json', body: answerText(envelope.idText, outcome) }
    },
  }
}

/** The arguments by the habits of this dialect; the rules of the skill itself come after. */
function readArguments(skill: Skill, published: JsonSchema, value: unknown, paramsText: string): unknown {
  const { properties: ownProperties, additionalProperties } = skill.input.json
  const properties = isObject(ownProperties) ? ownProperties : {}
  // A tool without arguments takes whatever is there.
  if (Object.keys(properties).length === 0) return {}
  if (value === undefined) {
    const required = Array.isArray(published.required) ? published.required.join(', ') : ''
    if (required !== '') throw new SkillError('bad_input', `arguments: required, with ${required}`)
    return {}
  }
  if (value === null) return {}
  if (!isObject(value)) {
    throw new SkillError(
      'bad_input',
      `arguments: expected an object, received ${Array.isArray(value) ? 'array' : typeof value}`,
    )
  }
  // A schema that refuses other fields would answer them; in this dialect they are ignored.
  const isClosed = additionalProperties === false
  const entries: [string, unknown][] = []
  let texts: ReadonlyMap<string, string> | undefined
  for (const [key, member] of Object.entries(value)) {
    if (member === null || (isClosed && !Object.hasOwn(properties, key))) continue
    const property = properties[key]
    const isInteger = isObject(property) && property.type === 'integer' && typeof member === 'number'
    // How a number was written matters to few tools, so the text is only looked at for them.
    if (isInteger) texts ??= memberTexts(memberTexts(paramsText).get('arguments') ?? '{}')
    const read = isInteger ? readInteger(key, texts?.get(key) ?? '') : member
    entries.push([key, read])
  }
  return Object.fromEntries(entries)
}

function readInteger(key: string, text: string): number | bigint {
  if (!/^-?\d+$/.test(text)) {
    throw new SkillError('bad_input', `${key}: expected a whole number without fraction or exponent, received ${text}`)
  }
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

function failure(code: number, message: string, data?: unknown): { readonly error: RpcError } {
  return { error: data === undefined ? { code, message } : { code, message, data } }
}
