import { expect, test } from 'vitest'
import type { Complaint, SkillManifest } from './manifest.js'
import { readSkillFile } from './read-skill-file.js'

/** The example of the protocol document, which no YAML parser reads: a list stands below `places: array`. */
const PLACES = `name: goplaces/search
version: 1.2
author: Sage
description: Search for places via Google Places API
inputs:
  query: string
  location: string
  radius: integer (optional, default=500)
outputs:
  places: array
    - name: string
      address: string
      rating: float
      photos: array of strings
dependencies:
  - 1password
  - http
signature_required: true
timeout: 5s
`
const PLACES_MANIFEST: SkillManifest = {
  name: 'goplaces/search',
  version: '1.2',
  author: 'Sage',
  description: 'Search for places via Google Places API',
  inputs: {
    query: { type: 'string' },
    location: { type: 'string' },
    radius: { type: 'integer', optional: true, default: 500 },
  },
  outputs: {
    places: {
      type: 'array',
      items: {
        type: 'object',
        fields: {
          name: { type: 'string' },
          address: { type: 'string' },
          rating: { type: 'float' },
          photos: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
  dependencies: ['1password', 'http'],
  signatureRequired: true,
  timeoutMs: 5000,
  types: {},
  extras: {},
  frontmatter: {},
  instructions: '',
}

function manifestIn(text: string): SkillManifest {
  const reading = readSkillFile(text)
  if (!reading.ok) throw new Error(JSON.stringify(reading.complaints))
  return reading.manifest
}
function complaintsIn(text: string): readonly Complaint[] {
  const reading = readSkillFile(text)
  return reading.ok ? [] : reading.complaints
}
/** The example with some of its lines changed. */
function changed(change: Readonly<Record<string, string>>): string {
  return Object.entries(change).reduce((text, [from, to]) => {
    expect(text).toContain(from)
    return text.replace(from, to)
  }, PLACES)
}

test('[FILE1] a file that is the manifest', () => {
  expect(readSkillFile(PLACES)).toEqual({
    ok: true,
    layout: 'L1',
    manifest: { ...PLACES_MANIFEST, text: PLACES },
    warnings: [],
  })
})

test('[FILE2] a manifest as frontmatter', () => {
  const text = `---\n${PLACES}license: MIT\n---\n\nUse it for places.\n`
  expect(readSkillFile(text)).toEqual({
    ok: true,
    layout: 'L2',
    manifest: { ...PLACES_MANIFEST, extras: { license: 'MIT' }, instructions: 'Use it for places.', text },
    warnings: [],
  })
})

test('[FILE3] an Agent Skill with the manifest in its first yaml block', () => {
  const head =
    '---\nname: goplaces-search\ndescription: Places.\nlicense: MIT\nmetadata: { "openclaw": { "emoji": "x" } }\n---\n'
  const text = `${head}\n# Places\n\n\`\`\`yaml\n${PLACES}\`\`\`\n\nUse it for places.\n\n\`\`\`yaml\nother: 1\n\`\`\`\n`
  expect(readSkillFile(text)).toEqual({
    ok: true,
    layout: 'L3',
    manifest: {
      ...PLACES_MANIFEST,
      frontmatter: { license: 'MIT', metadata: { openclaw: { emoji: 'x' } } },
      instructions: 'Use it for places.\n\n```yaml\nother: 1\n```',
      text,
    },
    warnings: [],
  })
})

test('[FILE3] what other tools would not find is a warning', () => {
  const block = `\`\`\`yaml\n${PLACES}\`\`\`\n`
  expect(readSkillFile(`---\nname: places\n---\n${block}`)).toMatchObject({
    ok: true,
    warnings: [
      { line: 2, field: 'frontmatter.name', rule: 'should be goplaces-search, as other tools spell this skill' },
      { line: 2, field: 'frontmatter.description', rule: 'should not be empty: other tools choose skills by it' },
    ],
  })
  expect(readSkillFile(`# Places\n\n${block}`)).toMatchObject({
    ok: true,
    layout: 'L3',
    warnings: [{ line: 1, field: 'frontmatter' }],
  })
})

test('[FILE4] a skill of another tool without a manifest is told what it lacks', () => {
  const openclaw =
    '---\nname: content\ndescription: Writes.\nmetadata:\n  openclaw:\n    requires: { bins: [curl] }\n---\n\n# Content\n\nCall it.\n'
  const required = 'name, version, author, description, inputs, outputs, dependencies, signature_required, timeout'
  expect(complaintsIn(openclaw)).toEqual([
    {
      line: 7,
      field: 'manifest',
      rule: `this is an Agent Skill without a manifest: add a yaml block that says ${required}`,
    },
  ])
})

test('[FILE4] a file that has nothing of a manifest gets one verdict, not one per line', () => {
  const rule = expect.stringMatching(/^this file has no manifest: add a yaml block that says name, version/)
  for (const text of ['', '# Read me\n\nSome words.\nMore: of them.\n', '# Set up\n\n```yaml\nport: 1\n```\n']) {
    expect(complaintsIn(text)).toEqual([{ line: 1, field: 'manifest', rule }])
  }
})

test('[FILE5] every missing line is named', () => {
  const names = [
    'version',
    'author',
    'description',
    'inputs',
    'outputs',
    'dependencies',
    'signature_required',
    'timeout',
  ]
  expect(complaintsIn('name: a/b')).toEqual(names.map((field) => ({ line: 1, field, rule: 'is required' })))
})

test('[FILE6] scalars are text: a version keeps its digits, and plain text may hold what YAML trips over', () => {
  expect(manifestIn(changed({ 'version: 1.2': 'version: 1.10' })).version).toBe('1.10')
  const texts = [
    ['Find: places # not this', 'Find: places'],
    ['"quoted \\"text\\""', 'quoted "text"'],
    ["'it''s'", "it's"],
    ['>\n  two\n  lines', 'two lines'],
    ['yes', 'yes'],
  ] as const
  for (const [written, meant] of texts) {
    const text = changed({ 'Search for places via Google Places API': written })
    expect(manifestIn(text).description).toBe(meant)
  }
})

test.each<[string, Readonly<Record<string, string>>, readonly Complaint[]]>([
  [
    'name',
    { 'goplaces/search': 'Go/search' },
    [{ line: 1, field: 'name', rule: expect.stringContaining('lower-case segments') }],
  ],
  [
    'reserved name',
    { 'goplaces/search': 'info/search' },
    [{ line: 1, field: 'name', rule: 'must not start with info, which is an address of the mesh itself' }],
  ],
  [
    'version',
    { 'version: 1.2': 'version: latest' },
    [{ line: 2, field: 'version', rule: '"latest" is no version; numbers such as 1.2 or 1.2.3' }],
  ],
  ['author', { 'author: Sage': 'author:' }, [{ line: 3, field: 'author', rule: 'must not be empty' }]],
  [
    'type',
    { 'query: string': 'query: text' },
    [
      {
        line: 6,
        field: 'inputs.query',
        rule: 'unknown type "text", known are string, integer, float, boolean, array, object, patsyanalysis, "array of ..." and names under types',
      },
    ],
  ],
  ['no type', { 'query: string': 'query:' }, [{ line: 6, field: 'inputs.query', rule: 'a type is missing' }]],
  [
    'default',
    { 'default=500': 'default=far' },
    [{ line: 8, field: 'inputs.radius', rule: 'default far is not an integer' }],
  ],
  [
    'modifier',
    { 'optional, default=500': 'maybe' },
    [
      {
        line: 8,
        field: 'inputs.radius',
        rule: 'unknown word "maybe" in the bracket, known are optional and default=...',
      },
    ],
  ],
  [
    'bracket',
    { 'default=500)': 'default=500' },
    [{ line: 8, field: 'inputs.radius', rule: 'the bracket after the type is not closed, or something follows it' }],
  ],
  [
    'twice',
    { '  location: string': '  query: string' },
    [{ line: 7, field: 'inputs.query', rule: 'given twice, first on line 6' }],
  ],
  ['no line', { '  query: string': '  query' }, [{ line: 6, field: 'inputs', rule: 'expected "key: value"' }]],
  [
    'tab',
    { '  query: string': '\t\tquery: string' },
    [{ line: 6, field: 'inputs', rule: 'indent with spaces, not tabs' }],
  ],
  [
    'proto',
    { 'query: string': '__proto__: string' },
    [{ line: 6, field: 'inputs.__proto__', rule: 'not usable as the name of a field' }],
  ],
  [
    'items of a string',
    { 'places: array': 'places: string' },
    [{ line: 10, field: 'outputs.places', rule: 'string cannot have list items below it' }],
  ],
  [
    'fields of an array',
    {
      '    - name: string\n      address': '    name: string\n    address',
      '      rating: float\n      photos: array of strings\n': '',
    },
    [{ line: 10, field: 'outputs.places', rule: 'array cannot have fields below it; begin the first with "- "' }],
  ],
  [
    'two items',
    { '      address': '    - address' },
    [{ line: 12, field: 'outputs.places[]', rule: 'a list has one kind of item; describe it once' }],
  ],
  [
    'optional item',
    {
      '- name: string\n      address: string\n      rating: float\n      photos: array of strings':
        '- string (optional)',
    },
    [{ line: 11, field: 'outputs.places[]', rule: 'items of a list cannot be optional' }],
  ],
  [
    'below a whole type',
    { 'places: array': 'places: array of strings' },
    [{ line: 10, field: 'outputs.places', rule: 'nothing can be nested below "array of strings"' }],
  ],
  [
    'unknown shape',
    { 'query: string': 'query: patsyanalysis Point' },
    [{ line: 5, field: 'inputs.query', rule: 'no type Point under types' }],
  ],
  [
    'name of a shape',
    { 'query: string': 'query: patsyanalysis point' },
    [{ line: 6, field: 'inputs.query', rule: 'point: names of types start with a capital letter' }],
  ],
  [
    'dependency',
    { '- http': '- The Web' },
    [{ line: 15, field: 'dependencies', rule: expect.stringContaining('"The Web" is neither a capability') }],
  ],
  [
    'dependency twice',
    { '- http': '- 1password' },
    [{ line: 15, field: 'dependencies', rule: '1password is listed twice' }],
  ],
  [
    'dependency text',
    { 'dependencies:\n  - 1password\n  - http': 'dependencies: http' },
    [{ line: 15, field: 'dependencies', rule: 'must be a list, one "- name" per line' }],
  ],
  [
    'flag',
    { 'signature_required: true': 'signature_required: yes' },
    [{ line: 18, field: 'signature_required', rule: 'must be true or false, got "yes"' }],
  ],
  [
    'timeout',
    { 'timeout: 5s': 'timeout: soon' },
    [{ line: 19, field: 'timeout', rule: '"soon" is no time; a number with ms, s or m, such as 5s' }],
  ],
  [
    'long timeout',
    { 'timeout: 5s': 'timeout: 11m' },
    [{ line: 19, field: 'timeout', rule: '11m is outside 1ms to 10m' }],
  ],
  ['no time', { 'timeout: 5s': 'timeout: 0ms' }, [{ line: 19, field: 'timeout', rule: '0ms is outside 1ms to 10m' }]],
  [
    'broken extra',
    { 'timeout: 5s': 'timeout: 5s\nrun: [a' },
    [{ line: 20, field: 'run', rule: expect.stringContaining('not YAML') }],
  ],
])('[FILE7] a mistake is named with line and field: %s', (_what, change, complaints) => {
  expect(complaintsIn(changed(change))).toEqual(complaints)
})

test('[FILE7] all mistakes are told at once, in the order of their lines', () => {
  const text = changed({ 'timeout: 5s': 'timeout: soon', 'query: string': 'query: text', 'version: 1.2': 'version: x' })
  expect(complaintsIn(text).map(({ line }) => line)).toEqual([2, 6, 19])
})

test('[FILE8] a time without a unit means seconds, and says so', () => {
  const reading = readSkillFile(changed({ 'timeout: 5s': 'timeout: 7' }))
  expect(reading).toMatchObject({
    ok: true,
    manifest: { timeoutMs: 7000 },
    warnings: [{ line: 19, field: 'timeout', rule: 'no unit, read as 7s' }],
  })
  expect(manifestIn(changed({ 'timeout: 5s': 'timeout: 250ms' })).timeoutMs).toBe(250)
  expect(manifestIn(changed({ 'timeout: 5s': 'timeout: 10m' })).timeoutMs).toBe(600_000)
})

test('[FILE9] unknown lines are kept, with a warning', () => {
  const reading = readSkillFile(`${PLACES}color: blue\nrun:\n  - node\n  - main.js\n`)
  expect(reading).toMatchObject({
    ok: true,
    manifest: { extras: { color: 'blue', run: ['node', 'main.js'] } },
    warnings: [{ line: 20, field: 'color', rule: 'not a line of the manifest; kept as it is' }],
  })
})

test('[FILE10] a line marked (optional) may be left without a value', () => {
  const text = changed({
    'author: Sage': 'author: (optional)',
    'timeout: 5s': 'timeout: (optional)',
    'signature_required: true': 'signature_required: false (optional)',
    'dependencies:\n  - 1password\n  - http': 'dependencies: (optional)',
  })
  expect(manifestIn(text)).toMatchObject({ author: '', timeoutMs: 30_000, signatureRequired: false, dependencies: [] })
})

test('[FILE11] empty inputs, outputs and dependencies are allowed', () => {
  const text =
    'name: a/b\nversion: 1\nauthor: me\ndescription: d\ninputs:\noutputs: {}\ndependencies: []\nsignature_required: false\ntimeout: 1s\n'
  expect(manifestIn(text)).toMatchObject({ inputs: {}, outputs: {}, dependencies: [] })
})

test.each([
  ['a private key', 'key: |\n  -----BEGIN PRIVATE KEY-----\n'],
  ['an AWS access key', ['run: x AKIA', 'A'.repeat(16), '\n'].join('')],
  ['a GitHub token', ['run: ghp_', 'a'.repeat(36), '\n'].join('')],
  ['an API key', ['run: sk-', 'a'.repeat(24), '\n'].join('')],
  ['a password in an address', 'run: fetch https://me:hunter22@example.org/\n'],
])('[FILE12] a secret written down is refused and not repeated: %s', (what, line) => {
  const complaints = complaintsIn(`${PLACES}${line}`)
  expect(complaints).toHaveLength(1)
  expect(complaints[0]?.rule).toBe(
    `looks like ${what}; write a reference instead: op://..., aws-sm://..., a Secrets Manager ARN or env://NAME`,
  )
})

test('[FILE12] in secrets, and where a password stands, only references are taken', () => {
  expect(complaintsIn(`${PLACES}secrets:\n  maps: hunter2\n`)).toMatchObject([{ line: 20, field: 'secrets.maps' }])
  expect(complaintsIn(`${PLACES}metadata:\n  api_key: hunter2\n`)).toMatchObject([
    { line: 20, field: 'metadata.api_key' },
  ])
  const secrets = { maps: 'op://vault/maps/key', cloud: 'aws-sm://maps', local: 'env://MAPS_KEY' }
  const lines = Object.entries(secrets).map(([name, reference]) => `  ${name}: ${reference}\n`)
  expect(manifestIn(`${PLACES}secrets:\n${lines.join('')}`).extras).toEqual({ secrets })
})

test('[FILE13] a file beyond the limit is not read', () => {
  expect(complaintsIn('#'.repeat(300_000))).toEqual([{ line: 1, field: '', rule: 'larger than 262144 bytes' }])
})
