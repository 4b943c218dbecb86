/** One named limit of the wire. */
export interface LimitLine {
  readonly name: string
  readonly value: number
  readonly doc: string
}

/** The limits in the order of their source, each with its doc comment; without one the name speaks for itself. */
export function limitLines(source: string, values: Readonly<Record<string, unknown>>): LimitLine[] {
  const declarations = source.matchAll(/(?:\/\*\* (?<doc>[^\n]*) \*\/\n)?export const (?<name>[A-Z0-9_]+) =/g)
  return [...declarations].flatMap(({ groups }) => {
    const name = groups?.['name'] ?? ''
    const value = values[name]
    return typeof value === 'number' ? [{ name, value, doc: groups?.['doc'] ?? '' }] : []
  })
}
