import type { Caller } from '../caller.js'
import type { JsonSchema } from '../json-schema.js'
import type { Registry } from '../registry.js'

/** A text a client may read without calling a tool. */
export type McpResource = {
  readonly uri: string
  readonly name: string
  readonly description: string
  readonly mimeType: string
  /** Rejects with a SkillError when there is nothing to read. */
  read(context: { readonly caller: Caller; readonly signal: AbortSignal }): Promise<string> | string
}

/** A message a person picks to set an agent going. */
export type McpPrompt = {
  readonly name: string
  readonly description: string
  readonly arguments?: readonly { readonly name: string; readonly description: string; readonly required?: boolean }[]
  render(values: Readonly<Record<string, string>>): string
}

/** Everything a client of the Model Context Protocol is offered, in both revisions and over every transport. */
export type McpSurface = {
  readonly registry: Registry
  readonly serverName: string
  readonly serverVersion: string
  /** How to use the tools together; clients put it into the model's context. */
  readonly instructions: string
  readonly resources?: readonly McpResource[]
  readonly prompts?: readonly McpPrompt[]
  /** Published form of an input where the definition says too little for a model; others as the skill says them. */
  readonly inputSchemaByName?: Readonly<Record<string, JsonSchema>>
  /** Told about what went wrong outside of any answer. */
  readonly onError?: (error: Error) => void
}
