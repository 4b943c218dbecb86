import type { CatalogProblem } from './catalog-error.js'

/** An entry together with where it was written, so a problem found later can still name its place. */
export interface Sourced<Value> {
  readonly value: Value
  readonly file: string
  /** `recipes[3]`, or empty when the entry is the whole file. */
  readonly path: string
}

/** A problem at a field of a sourced entry. */
export function problemAt(entry: Sourced<unknown>, field: string, message: string): CatalogProblem {
  return { file: entry.file, path: entry.path === '' ? field : `${entry.path}.${field}`, message }
}

/** Says every id that was defined before, and where. */
export function repeatedIds<Value>(
  entries: readonly Sourced<Value>[],
  field: string,
  idOf: (value: Value) => string,
): CatalogProblem[] {
  const firstById = new Map<string, Sourced<Value>>()
  const problems: CatalogProblem[] = []
  for (const entry of entries) {
    const id = idOf(entry.value)
    const first = firstById.get(id)
    if (first === undefined) firstById.set(id, entry)
    else {
      const where = first.path === '' ? first.file : `${first.file} ${first.path}`
      problems.push(problemAt(entry, field, `"${id}" is already defined in ${where}`))
    }
  }
  return problems
}
