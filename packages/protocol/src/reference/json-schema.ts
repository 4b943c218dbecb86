import { z } from 'zod'
import { AnyInstant, AnyTask, INSTANTS, TASKS } from '../actions/actions.js'
import { AnyEvent, EVENTS } from '../events/events.js'
import { Act } from '../messages/act.js'

/** A JSON Schema document, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Where the schemas of one folder find those of actions, events and ACT; relative to their own file. */
export interface SchemaPlaces {
  readonly instants: string
  readonly tasks: string
  readonly events: string
  readonly act: string
}

/**
 * JSON Schema of a definition, as senders should write it. Readers are more lenient: unknown keys are ignored and
 * null counts as absent, so objects stay open.
 */
export function jsonSchemaOf(
  { name, doc, schema }: { readonly name: string; readonly doc: string; readonly schema: z.ZodType },
  { isFromClient, places }: { readonly isFromClient: boolean; readonly places?: SchemaPlaces },
): JsonSchema {
  const { $schema, ...body } = z.toJSONSchema(schema, {
    io: isFromClient ? 'input' : 'output',
    override({ zodSchema, jsonSchema }) {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      const reference = places === undefined ? undefined : referenceTo(zodSchema, schema, places)
      if (reference === undefined) return
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      Object.assign(jsonSchema, reference)
    },
  }) as Record<string, unknown>
  return { $schema, title: name, description: doc, ...body }
}

function referenceTo(found: z.core.$ZodType, root: z.ZodType, places: SchemaPlaces): JsonSchema | undefined {
  if (found === AnyInstant) return anyOf(Object.keys(INSTANTS), places.instants)
  if (found === AnyTask) return anyOf(Object.keys(TASKS), places.tasks)
  if (found === AnyEvent) return anyOf(Object.keys(EVENTS), places.events)
  if (found === Act.schema && root !== Act.schema) return { $ref: places.act }
  return undefined
}

const anyOf = (names: readonly string[], folder: string) => ({
  anyOf: names.map((name) => ({ $ref: `${folder}/${name}.schema.json` })),
})
