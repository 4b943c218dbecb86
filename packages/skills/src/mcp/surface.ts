import type { Caller } from '../caller.js'
import type { JsonSchema } from '../json-schema.js'
import type { Registry } from '../registry.js'

/** Who reads, and until when. */
export type McpReader = { readonly caller: Caller; readonly signal: AbortSignal }

/** Text, or bytes such as a picture. */
export type McpContents = string | Uint8Array

/** Something a client may read without calling a tool. */
export type McpResource = {
  readonly uri: string
  readonly name: string
  readonly description: string
  readonly mimeType: string
  /** Rejects with a SkillError when there is nothing to read. */
  read(reader: McpReader): Promise<McpContents> | McpContents
  /** Tells of changes until the returned function is called. Without it nobody can subscribe. */
  watch?(caller: Caller, onChange: () => void): () => void
}

/** A family of resources, one for each value of the names in braces. */
export type McpResourceTemplate = {
  /** Such as `map://tile/{x}/{z}`. */
  readonly uriTemplate: string
  readonly name: string
  readonly description: string
  readonly mimeType: string
  /** The contents for these values; undefined when there is no such resource. */
  read(values: Readonly<Record<string, string>>, reader: McpReader): Promise<McpContents | undefined>
  /** Those that exist for a caller now; they are listed with the plain resources. */
  list?(reader: McpReader): Promise<readonly Pick<McpResource, 'uri' | 'name' | 'description'>[]>
  /** Values a variable may have, most likely first. */
  complete?(variable: string, known: Readonly<Record<string, string>>, reader: McpReader): Promise<readonly string[]>
}

export type McpPromptMessage =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string }
  | {
      readonly type: 'resource'
      readonly resource: { readonly uri: string; readonly mimeType: string; readonly text: string }
    }

export type McpPromptArgument = {
  readonly name: string
  readonly description: string
  readonly required?: boolean
  /** Values it may have, most likely first. */
  readonly values?: readonly string[]
}

/** A message a person picks to set an agent going. */
export type McpPrompt = {
  readonly name: string
  readonly description: string
  readonly arguments?: readonly McpPromptArgument[]
  /** One text, or several messages. */
  render(values: Readonly<Record<string, string>>): string | readonly McpPromptMessage[]
}

/** Everything a client of the Model Context Protocol is offered, in both revisions and over every transport. */
export type McpSurface = {
  readonly registry: Registry
  readonly serverName: string
  readonly serverVersion: string
  /** How to use the tools together; clients put it into the model's context. */
  readonly instructions: string
  readonly resources?: readonly McpResource[]
  readonly resourceTemplates?: readonly McpResourceTemplate[]
  readonly prompts?: readonly McpPrompt[]
  /** Published form of an input where the definition says too little for a model; others as the skill says them. */
  readonly inputSchemaByName?: Readonly<Record<string, JsonSchema>>
  /** Key of the node in the mesh, said with every tool so that its answers can be checked. */
  readonly agentId?: string
  /** Told about what went wrong outside of any answer. */
  readonly onError?: (error: Error) => void
}
