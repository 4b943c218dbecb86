import canonicalize from 'canonicalize'

/**
 * The one text of a JSON value whatever the order of its keys (RFC 8785): what is signed and hashed. Throws for what JSON
 * cannot say: NaN, half characters, cycles.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('not a JSON value')
  return text
}
