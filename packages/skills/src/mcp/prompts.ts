import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { McpPrompt, McpPromptMessage } from './surface.js'

export function offerPrompts(server: Server, prompts: readonly McpPrompt[]): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map(({ name, description, arguments: known = [] }) => ({
      name,
      description,
      arguments: known.map((argument) => ({
        name: argument.name,
        description: argument.description,
        ...(argument.required === undefined ? {} : { required: argument.required }),
      })),
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
    const rendered = prompt.render(values)
    const contents: readonly McpPromptMessage[] =
      typeof rendered === 'string' ? [{ type: 'text', text: rendered }] : rendered
    return {
      description: prompt.description,
      messages: contents.map((content) => ({ role: 'user' as const, content: structuredClone(content) })),
    }
  })
}
