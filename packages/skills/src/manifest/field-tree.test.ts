import { expect, test } from 'vitest'
import { readFieldTree } from './field-tree.js'
import { readLines } from './lines.js'
import type { Complaint, FieldTree } from './manifest.js'

function fieldsIn(text: string): FieldTree {
  const complaints: Complaint[] = []
  const tree = readFieldTree(readLines(text.split('\n'), 1), '', { complaints, depth: 1 })
  expect(complaints).toEqual([])
  return tree
}

test('[TYPE1] every type, singular and plural', () => {
  const text = `
a: string
b: integer
c: float
d: boolean
e: array
f: object
g: array of strings
h: array of string
i: array of array of integers
j: array of objects`
  expect(fieldsIn(text)).toEqual({
    a: { type: 'string' },
    b: { type: 'integer' },
    c: { type: 'float' },
    d: { type: 'boolean' },
    e: { type: 'array' },
    f: { type: 'object' },
    g: { type: 'array', items: { type: 'string' } },
    h: { type: 'array', items: { type: 'string' } },
    i: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
    j: { type: 'array', items: { type: 'object' } },
  })
})

test('[TYPE2] defaults have the type of their field and make it optional', () => {
  const text = `
a: string (default=Denver)
b: string (default="a, b) # c")
c: integer (optional, default=-3)
d: float (default=1.5)
e: boolean (default=false)
f: array of strings (default=["x", "y"])
g: object (default={"a": [1, 2]})
h: string (optional)`
  expect(fieldsIn(text)).toEqual({
    a: { type: 'string', optional: true, default: 'Denver' },
    b: { type: 'string', optional: true, default: 'a, b) # c' },
    c: { type: 'integer', optional: true, default: -3 },
    d: { type: 'float', optional: true, default: 1.5 },
    e: { type: 'boolean', optional: true, default: false },
    f: { type: 'array', items: { type: 'string' }, optional: true, default: ['x', 'y'] },
    g: { type: 'object', optional: true, default: { a: [1, 2] } },
    h: { type: 'string', optional: true },
  })
})

test.each([
  ['integer (default=1.5)', 'default 1.5 is not an integer'],
  ['integer (default="1")', 'default "1" is not an integer'],
  ['float (default=x)', 'default x is not a number'],
  ['boolean (default=1)', 'default 1 is not true or false'],
  ['array of integers (default=["x"])', 'default ["x"] is not a list of which each item is an integer'],
  ['array (default=x)', 'default x is not a list in JSON'],
  ['object (default=[])', 'default [] is not an object in JSON'],
  ['patsyanalysis (default=x)', 'default x is not JSON'],
])('[TYPE3] a default of another type is refused: %s', (type, rule) => {
  const complaints: Complaint[] = []
  readFieldTree(readLines([`a: ${type}`], 1), '', { complaints, depth: 1 })
  expect(complaints).toEqual([{ line: 1, field: 'a', rule }])
})

test('[TYPE4] objects and lists nest, with and without their word, at any depth', () => {
  const nested = {
    places: {
      type: 'array',
      items: {
        type: 'object',
        fields: {
          at: { type: 'object', fields: { x: { type: 'float' }, y: { type: 'float' } } },
          rows: {
            type: 'array',
            items: { type: 'array', items: { type: 'object', fields: { n: { type: 'integer' } } } },
          },
        },
      },
    },
    last: { type: 'string' },
  }
  const withWords = `
places: array
  - at: object
      x: float
      y: float
    rows: array
      - array
          - n: integer
last: string`
  const plainYaml = `
places:
- at:
    x: float
    y: float
  rows:
    -
      -
        n: integer
last: string`
  expect(fieldsIn(withWords)).toEqual(nested)
  expect(fieldsIn(plainYaml)).toEqual(nested)
})

test('[TYPE5] patsyanalysis takes the shape below it, or any', () => {
  const text = `
any: patsyanalysis
made: patsyanalysis
  x: integer
list: patsyanalysis
  - string
named: patsyanalysis Point
names: array of Point (optional)`
  expect(fieldsIn(text)).toEqual({
    any: { type: 'patsyanalysis' },
    made: { type: 'patsyanalysis', fields: { x: { type: 'integer' } } },
    list: { type: 'patsyanalysis', items: { type: 'string' } },
    named: { type: 'patsyanalysis', shape: 'Point' },
    names: { type: 'array', items: { type: 'patsyanalysis', shape: 'Point' }, optional: true },
  })
})

test('[TYPE6] a comment at the end of a line describes its field; other comments say nothing', () => {
  const text = `
# the place
q: string (default="#1")  # what to look for, it's "free"
list: array # all of them
  - string # one`
  expect(fieldsIn(text)).toEqual({
    q: { type: 'string', optional: true, default: '#1', description: 'what to look for, it\'s "free"' },
    list: { type: 'array', items: { type: 'string', description: 'one' }, description: 'all of them' },
  })
})

test('[TYPE7] nesting has an end', () => {
  const lines = Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}a: object`)
  const complaints: Complaint[] = []
  readFieldTree(readLines(lines, 1), '', { complaints, depth: 1 })
  expect(complaints).toEqual([
    { line: 17, field: Array.from({ length: 17 }, () => 'a').join('.'), rule: 'nested deeper than 16' },
  ])
})
