import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Caller } from '../caller.js'
import { SkillError } from '../errors.js'
import { LIST_TTL_MS } from '../limits.js'
import type { ProgressStep } from '../skill.js'
import type { McpPrompt, McpResource, McpSurface } from './surface.js'
import { callTool, listTools } from './tools.js'

/**
 * A server for one caller: one request of the stateless revision, one session of the older ones. Tools come from the
 * registry at the moment they are asked for, so the low-level class fits: nothing is registered twice.
 */
export function createMcpServer(surface: McpSurface, caller: Caller): Server {
  const { serverName: name, serverVersion: version, instructions, resources = [], prompts = [] } = surface
  const listHint = { ttlMs: LIST_TTL_MS, cacheScope: 'private' } as const
  const server = new Server(
    { name, version },
    {
      capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} },
      instructions,
      cacheHints: { 'tools/list': listHint, 'resources/list': listHint, 'prompts/list': listHint },
    },
  )
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- not an EventTarget
  server.onerror = (error) => surface.onError?.(error)
  offerTools(server, surface, caller)
  offerResources(server, resources, caller)
  offerPrompts(server, prompts)
  return server
}

function offerTools(server: Server, surface: McpSurface, caller: Caller): void {
  server.setRequestHandler('tools/list', () => ({ tools: listTools(surface, caller) }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const onProgress = progressOf(context)
    return callTool(surface, {
      name: params.name,
      input: params.arguments ?? {},
      caller: callerOf(context) ?? caller,
      signal: context.mcpReq.signal,
      ...(onProgress === undefined ? {} : { onProgress }),
    })
  })
}

function offerResources(server: Server, resources: readonly McpResource[], caller: Caller): void {
  server.setRequestHandler('resources/list', () => ({
    resources: resources.map(({ uri, name, description, mimeType }) => ({ uri, name, description, mimeType })),
  }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const resource = resources.find((candidate) => candidate.uri === uri)
    if (resource === undefined) throw new ResourceNotFoundError(uri)
    const reader = { caller: callerOf(context) ?? caller, signal: context.mcpReq.signal }
    try {
      return { contents: [{ uri, mimeType: resource.mimeType, text: await resource.read(reader) }] }
    } catch (error) {
      if (!(error instanceof SkillError)) throw error
      throw new ProtocolError(ProtocolErrorCode.InternalError, error.message)
    }
  })
}

function offerPrompts(server: Server, prompts: readonly McpPrompt[]): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map(({ name, description, arguments: known = [] }) => ({
      name,
      description,
      arguments: known.map((argument) => ({ ...argument })),
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = prompts.find(({ name }) => name === params.name)
    if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name}`)
    const values = params.arguments ?? {}
    const missing = prompt.arguments?.find(({ name, required }) => required === true && !values[name])
    if (missing !== undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${missing.name}: required by prompt ${params.name}`)
    }
    const text = prompt.render(values)
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
}

/** The caller of this very request: a session outlives the evidence of the request that opened it. */
function callerOf(context: ServerContext): Caller | undefined {
  return context.http?.authInfo?.extra?.caller as Caller | undefined
}

function progressOf({ mcpReq }: ServerContext): ((step: ProgressStep) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return undefined
  return (step) => {
    // A client that has gone no longer needs to know.
    void mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...step } }).catch(() => undefined)
  }
}
