import {
  ADDED_INSTANTS,
  ADMIN_BODIES,
  Bootstrap,
  CLIENT_MESSAGES,
  EVENTS,
  INSTANTS,
  type JsonSchema,
  jsonSchemaOf,
  type MessageDefinition,
  OBSERVER_CLIENT_MESSAGES,
  OBSERVER_SERVER_MESSAGES,
  type SchemaPlaces,
  SERVER_MESSAGES,
  TASKS,
} from '@clawstead/protocol'
import type { GeneratedFile } from './files.js'

const SCHEMA_FOLDER = 'docs/schema'

/** Folders in which every file is generated here. */
export const SCHEMA_FOLDERS = ['agent', 'observer', 'admin'].map((folder) => `${SCHEMA_FOLDER}/${folder}`)

const BESIDE: SchemaPlaces = { instants: 'instants', tasks: 'tasks', events: 'events', act: 'ACT.schema.json' }
const FROM_OBSERVER: SchemaPlaces = {
  instants: '../agent/instants',
  tasks: '../agent/tasks',
  events: '../agent/events',
  act: '../agent/ACT.schema.json',
}

/** One JSON Schema per message, action and event. */
export function schemaFiles(): GeneratedFile[] {
  return [
    ...messages('agent', { ...CLIENT_MESSAGES, ...SERVER_MESSAGES }, BESIDE),
    ...actions('instants', { ...INSTANTS, ...ADDED_INSTANTS }),
    ...actions('tasks', TASKS),
    ...Object.values(EVENTS).map((event) => file(`agent/events/${event.name}`, jsonSchemaOf(event, SERVER))),
    ...messages('observer', { ...OBSERVER_CLIENT_MESSAGES, ...OBSERVER_SERVER_MESSAGES, Bootstrap }, FROM_OBSERVER),
    ...messages('admin', ADMIN_BODIES, BESIDE),
  ]
}

const SERVER = { isFromClient: false }
const CLIENT = { isFromClient: true }

function messages(folder: string, definitions: Readonly<Record<string, MessageDefinition>>, places: SchemaPlaces) {
  return Object.values(definitions).map((definition) => {
    const isFromClient = definition.direction === 'client to server'
    return file(`${folder}/${definition.name}`, jsonSchemaOf(definition, { isFromClient, places }))
  })
}

function actions(folder: string, definitions: typeof INSTANTS | typeof ADDED_INSTANTS | typeof TASKS) {
  return Object.values(definitions).map((action) => {
    const schema = jsonSchemaOf(action, CLIENT)
    return file(`agent/${folder}/${action.name}`, { ...schema, required: ['type', ...action.needs] })
  })
}

const file = (name: string, schema: JsonSchema): GeneratedFile => ({
  path: `${SCHEMA_FOLDER}/${name}.schema.json`,
  text: `${JSON.stringify(schema, null, 2)}\n`,
})
