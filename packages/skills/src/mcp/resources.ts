import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
  UriTemplate,
} from '@modelcontextprotocol/server'
import type { Caller } from '../caller.js'
import { SkillError } from '../errors.js'
import { callerOf } from './request.js'
import type { McpContents, McpReader, McpResource, McpResourceTemplate, McpSurface } from './surface.js'

/** What can be read: plain resources, families of them, and word when one changes. */
export function offerResources(server: Server, surface: McpSurface, caller: Caller): void {
  const { resources = [], resourceTemplates: templates = [] } = surface
  const readerOf = (context: ServerContext): McpReader => ({
    caller: callerOf(context) ?? caller,
    signal: context.mcpReq.signal,
  })

  server.setRequestHandler('resources/list', async (_request, context) => {
    const families = await Promise.all(templates.map((template) => membersOf(template, readerOf(context))))
    return {
      resources: [
        ...resources.map(({ uri, name, description, mimeType }) => ({ uri, name, description, mimeType })),
        ...families.flat(),
      ],
    }
  })

  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: templates.map(({ uriTemplate, name, description, mimeType }) => ({
      uriTemplate,
      name,
      description,
      mimeType,
    })),
  }))

  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const reader = readerOf(context)
    const found = await withProtocolErrors(() => readUri({ resources, templates }, uri, reader))
    if (found === undefined) throw new ResourceNotFoundError(uri)
    return { contents: [{ uri, mimeType: found.mimeType, ...contentsOf(found.contents) }] }
  })

  offerSubscriptions(server, resources, caller)
}

/** Subscriptions of clients with a session. They end with it. */
function offerSubscriptions(server: Server, resources: readonly McpResource[], caller: Caller): void {
  const stopByUri = new Map<string, () => void>()
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }, context) => {
    const resource = resources.find((candidate) => candidate.uri === uri)
    if (resource === undefined) throw new ResourceNotFoundError(uri)
    if (resource.watch === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `uri: ${uri} never tells of changes, read it instead`)
    }
    if (stopByUri.has(uri)) return {}
    const tell = (): void => {
      // A client that listens to nothing right now cannot be told.
      void server.sendResourceUpdated({ uri }).catch(() => undefined)
    }
    stopByUri.set(uri, resource.watch(callerOf(context) ?? caller, tell))
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    stopByUri.get(uri)?.()
    stopByUri.delete(uri)
    return {}
  })
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- not an EventTarget
  server.onclose = () => {
    for (const stop of stopByUri.values()) stop()
    stopByUri.clear()
  }
}

async function membersOf(template: McpResourceTemplate, reader: McpReader) {
  const { mimeType } = template
  // A list that cannot be made now is empty; whoever reads one of its members is told why.
  const members = await Promise.resolve(template.list?.(reader)).catch(() => [])
  return (members ?? []).map(({ uri, name, description }) => ({ uri, name, description, mimeType }))
}

type Readable = { readonly resources: readonly McpResource[]; readonly templates: readonly McpResourceTemplate[] }
type Found = { readonly mimeType: string; readonly contents: McpContents }

async function readUri({ resources, templates }: Readable, uri: string, reader: McpReader): Promise<Found | undefined> {
  const resource = resources.find((candidate) => candidate.uri === uri)
  if (resource !== undefined) return { mimeType: resource.mimeType, contents: await resource.read(reader) }
  for (const template of templates) {
    const values = valuesIn(template, uri)
    const contents = values === undefined ? undefined : await template.read(values, reader)
    if (contents !== undefined) return { mimeType: template.mimeType, contents }
  }
  return undefined
}

function valuesIn({ uriTemplate }: McpResourceTemplate, uri: string): Readonly<Record<string, string>> | undefined {
  const matched = new UriTemplate(uriTemplate).match(uri)
  if (matched === null) return undefined
  return Object.fromEntries(Object.entries(matched).map(([name, value]) => [name, String(value)]))
}

function contentsOf(contents: McpContents): { readonly text: string } | { readonly blob: string } {
  return typeof contents === 'string' ? { text: contents } : { blob: Buffer.from(contents).toString('base64') }
}

async function withProtocolErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof SkillError)) throw error
    throw new ProtocolError(ProtocolErrorCode.InternalError, error.message)
  }
}
