import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { Caller } from '../caller.js'
import { COMPLETIONS_MAX } from '../limits.js'
import { callerOf } from './request.js'
import { findPrompt } from './skill-prompts.js'
import type { McpReader, McpSurface } from './surface.js'

type Asked = {
  readonly argument: string
  readonly known: Readonly<Record<string, string>>
  readonly reader: McpReader
}

/** Values that a person may fill in while typing an argument of a prompt or a variable of a resource. */
export function offerCompletions(server: Server, surface: McpSurface, caller: Caller): void {
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument, context } }, request) => {
    const reader = { caller: callerOf(request) ?? caller, signal: request.mcpReq.signal }
    const asked = { argument: argument.name, known: context?.arguments ?? {}, reader }
    const all =
      ref.type === 'ref/prompt' ? promptValues(surface, ref.name, asked) : await templateValues(surface, ref.uri, asked)
    const typed = argument.value.toLowerCase()
    const fitting = all.filter((value) => value.toLowerCase().startsWith(typed))
    const values = fitting.slice(0, COMPLETIONS_MAX)
    return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } }
  })
}

function promptValues(surface: McpSurface, name: string, { argument, reader }: Asked): readonly string[] {
  const prompt = findPrompt(surface, name, reader.caller)
  if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `ref.name: unknown prompt ${name}`)
  const known = prompt.arguments?.find((candidate) => candidate.name === argument)
  if (known === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `argument.name: prompt ${name} has no ${argument}`)
  }
  return known.values ?? []
}

async function templateValues(
  { resourceTemplates = [] }: McpSurface,
  uri: string,
  { argument, known, reader }: Asked,
): Promise<readonly string[]> {
  const template = resourceTemplates.find(({ uriTemplate }) => uriTemplate === uri)
  if (template === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `ref.uri: unknown resource template ${uri}`)
  }
  return (await template.complete?.(argument, known, reader)) ?? []
}
