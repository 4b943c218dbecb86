import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import {
  foreignSchema,
  type JsonSchema,
  type McpPrompt,
  type McpResource,
  type McpResourceTemplate,
  type Registry,
  type Skill,
  type SkillContext,
  SkillError,
} from '@clawstead/skills'

/** The smallest PNG there is: one red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
/** A sound of no length. */
const SILENCE = Buffer.from(
  'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0',
  'latin1',
)

type Run = (context: SkillContext) => object | Promise<object>

/** A skill without arguments. */
function fixture(name: string, description: string, run: Run): Skill {
  return {
    name,
    description,
    version: '1.0.0',
    author: 'clawstead',
    input: foreignSchema({ type: 'object', properties: {} }),
    output: foreignSchema({ type: 'object' }),
    dependencies: [],
    rights: [],
    signatureRequired: false,
    isReadOnly: true,
    timeoutMs: 10_000,
    concurrencyMax: 16,
    origin: 'builtin',
    run: (_input, context) => run(context),
  }
}

/** Tools the conformance suite calls by these names, said as skills like any other. */
export const FIXTURE_SKILLS: readonly Skill[] = [
  fixture('test_simple_text', 'Answers with a text.', () => ({ text: 'This is a simple text response for testing.' })),
  fixture('test_image_content', 'Answers with a picture.', () => ({
    image: { mime_type: 'image/png', base64: PIXEL },
  })),
  fixture('test_audio_content', 'Answers with a sound.', () => ({
    audio: { mime_type: 'audio/wav', base64: SILENCE.toString('base64') },
  })),
  fixture('test_embedded_resource', 'Answers with a document.', () => ({
    document: { uri: 'test://embedded-resource', mime_type: 'text/plain', text: 'This is an embedded resource.' },
  })),
  fixture('test_multiple_content_types', 'Answers with a text, a picture and a document.', () => ({
    text: 'Multiple content types test:',
    image: { mime_type: 'image/png', base64: PIXEL },
    document: {
      uri: 'test://mixed-content-resource',
      mime_type: 'application/json',
      text: '{"test":"data","value":123}',
    },
  })),
  fixture('test_error_handling', 'Always fails.', () => {
    throw new SkillError('failed', 'This tool intentionally returns an error for testing')
  }),
  fixture('test_tool_with_progress', 'Tells three times how far it is.', async ({ progress }) => {
    for (const step of [0, 50, 100]) {
      progress({ progress: step, total: 100 })
      await setTimeout(50)
    }
    return { done: true }
  }),
]

/** The input of a tool that came from elsewhere, with the words of JSON Schema that are easily lost on the way. */
const RICH_SCHEMA = JSON.parse(readFileSync(new URL('./rich-schema.json', import.meta.url), 'utf8')) as JsonSchema

/** What needs the registry it lives in, or a schema that is data. */
export function registerSpecialFixtures(registry: Registry): void {
  const passing = fixture('test_passing', 'Comes and goes.', () => ({}))
  // Each skill is a tool and a prompt.
  for (const list of ['tool', 'prompt']) {
    registry.register(
      fixture(`test_trigger_${list}_change`, `Changes the list of ${list}s.`, () => {
        registry.register(passing)
        registry.unregister(passing.name)
        return { changed: true }
      }),
    )
  }
  registry.register({
    ...fixture('json_schema_2020_12_tool', 'Tool with JSON Schema 2020-12 features', () => ({})),
    input: foreignSchema(RICH_SCHEMA),
    origin: 'remote',
  })
}

export const FIXTURE_RESOURCES: readonly McpResource[] = [
  {
    uri: 'test://static-text',
    name: 'static text',
    description: 'A text that never changes.',
    mimeType: 'text/plain',
    read: () => 'This is the content of the static text resource.',
  },
  {
    uri: 'test://static-binary',
    name: 'static binary',
    description: 'A picture that never changes.',
    mimeType: 'image/png',
    read: () => Buffer.from(PIXEL, 'base64'),
  },
  {
    uri: 'test://watched-resource',
    name: 'watched resource',
    description: 'Can be subscribed to.',
    mimeType: 'text/plain',
    read: () => 'Watched resource content.',
    watch: () => () => undefined,
  },
]

export const FIXTURE_TEMPLATES: readonly McpResourceTemplate[] = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'template',
    description: 'Data by id.',
    mimeType: 'application/json',
    read: async ({ id = '' }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  },
]

export const FIXTURE_PROMPTS: readonly McpPrompt[] = [
  { name: 'test_simple_prompt', description: 'No arguments.', render: () => 'This is a simple prompt for testing.' },
  {
    name: 'test_prompt_with_arguments',
    description: 'Two arguments.',
    arguments: [
      { name: 'arg1', description: 'First test argument', required: true, values: ['paris', 'park', 'party'] },
      { name: 'arg2', description: 'Second test argument', required: true },
    ],
    render: ({ arg1 = '', arg2 = '' }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A document first.',
    arguments: [{ name: 'resourceUri', description: 'URI of the resource to embed', required: true }],
    render: ({ resourceUri: uri = '' }) => [
      { type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' } },
      { type: 'text', text: 'Please process the embedded resource above.' },
    ],
  },
  {
    name: 'test_prompt_with_image',
    description: 'A picture first.',
    render: () => [
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
      { type: 'text', text: 'Please analyze the image above.' },
    ],
  },
]
