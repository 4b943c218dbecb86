import type { JsonSchema } from '../json-schema.js'

const WORDS_MAX = 24

/** The rules of a field that a type alone does not say, as a person would. */
export function rulesInWords(schema: JsonSchema): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength, minItems, maxItems } = schema
  const say = (value: unknown, words: (number: number) => string): string[] =>
    typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? [words(value)] : []
  return [
    ...('const' in schema ? [`always ${inWords(schema.const)}`] : []),
    ...(Array.isArray(schema.enum) ? [allowedInWords(schema.enum)] : []),
    ...say(minimum, (number) => `at least ${number}`),
    ...say(exclusiveMinimum, (number) => `more than ${number}`),
    ...say(maximum, (number) => `at most ${number}`),
    ...say(exclusiveMaximum, (number) => `less than ${number}`),
    ...say(minLength, (number) => `at least ${number} characters`),
    ...say(maxLength, (number) => `at most ${number} characters`),
    ...say(minItems, (number) => `at least ${number} items`),
    ...say(maxItems, (number) => `at most ${number} items`),
    ...(typeof schema.pattern === 'string' ? [`matches ${schema.pattern}`] : []),
  ]
}

function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function allowedInWords(values: readonly unknown[]): string {
  const shown = values.slice(0, WORDS_MAX).map(inWords)
  const rest = values.length - shown.length
  return `one of ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
