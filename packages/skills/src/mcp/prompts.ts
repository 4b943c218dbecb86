import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { Caller } from '../caller.js'
import { callerOf } from './request.js'
import { findPrompt, listPrompts } from './skill-prompts.js'
import type { McpPromptMessage, McpSurface } from './surface.js'

/** Messages a person picks to set an agent going: those of the surface, and one for each skill. */
export function offerPrompts(server: Server, surface: McpSurface, caller: Caller): void {
  server.setRequestHandler('prompts/list', (_request, context) => ({
    prompts: listPrompts(surface, callerOf(context) ?? caller).map(({ name, description, arguments: known = [] }) => ({
      name,
      description,
      arguments: known.map((argument) => ({
        name: argument.name,
        description: argument.description,
        ...(argument.required === undefined ? {} : { required: argument.required }),
      })),
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const prompt = findPrompt(surface, params.name, callerOf(context) ?? caller)
    if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name}`)
    const values = params.arguments ?? {}
    const missing = prompt.arguments?.find(({ name, required }) => required === true && !values[name])
    if (missing !== undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${missing.name}: required by prompt ${params.name}`)
    }
    const rendered = prompt.render(values)
    const contents: readonly McpPromptMessage[] =
      typeof rendered === 'string' ? [{ type: 'text', text: rendered }] : rendered
    return {
      description: prompt.description,
      messages: contents.map((content) => ({ role: 'user' as const, content: structuredClone(content) })),
    }
  })
}
