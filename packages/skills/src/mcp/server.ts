import { Server } from '@modelcontextprotocol/server'
import type { Caller } from '../caller.js'
import { LIST_TTL_MS } from '../limits.js'
import { offerCompletions } from './completion.js'
import { offerPrompts } from './prompts.js'
import { callerOf, progressOf } from './request.js'
import { offerResources } from './resources.js'
import { offerSkills, SKILLS_CAPABILITY, skillResources } from './skills-extension.js'
import type { McpSurface } from './surface.js'
import { callTool, listTools } from './tools.js'

/**
 * A server for one caller: one request of the stateless revision, one session of the older ones. Tools come from the
 * registry at the moment they are asked for, so the low-level class fits: nothing is registered twice.
 */
export function createMcpServer(surface: McpSurface, caller: Caller): Server {
  const { serverName: name, serverVersion: version, instructions } = surface
  const listHint = { ttlMs: LIST_TTL_MS, cacheScope: 'private' } as const
  const server = new Server(
    { name, version },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true },
        prompts: { listChanged: true },
        completions: {},
        extensions: SKILLS_CAPABILITY,
      },
      instructions,
      cacheHints: { 'tools/list': listHint, 'resources/list': listHint, 'prompts/list': listHint },
    },
  )
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- not an EventTarget
  server.onerror = (error) => surface.onError?.(error)
  offerTools(server, surface, caller)
  const templates = [...(surface.resourceTemplates ?? []), skillResources(surface.registry)]
  offerResources(server, { ...surface, resourceTemplates: templates }, caller)
  offerSkills(server, surface, caller)
  offerPrompts(server, surface, caller)
  offerCompletions(server, surface, caller)
  return server
}

/** Tools and prompts come from the same skills. A client that listens to nothing right now cannot be told. */
export async function tellSkillsChanged(server: Server): Promise<void> {
  await Promise.allSettled([server.sendToolListChanged(), server.sendPromptListChanged()])
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
      meta: context.mcpReq._meta,
      ...(onProgress === undefined ? {} : { onProgress }),
    })
  })
}
