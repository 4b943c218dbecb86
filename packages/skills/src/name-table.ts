import { DIALECTS, type Dialect, spellName } from './names.js'

/** A name that is in the way of another one, and in which dialect. */
export type NameHolder = { readonly name: string; readonly dialect: Dialect; readonly spelling: string }

export type NameTable = {
  /** The names that some dialect would spell like this one, each once. */
  holdersOf(name: string): readonly NameHolder[]
  add(name: string): void
  remove(name: string): void
  find(spelling: string, dialect: Dialect): string | undefined
}

/** One name in every spelling, so that each dialect finds it and no two names can be mistaken for each other. */
export function createNameTable(): NameTable {
  const tables = new Map(DIALECTS.map((dialect) => [dialect, new Map<string, string>()]))
  return {
    holdersOf(name) {
      const holderByName = new Map<string, NameHolder>()
      for (const [dialect, nameBySpelling] of tables) {
        const spelling = spellName(name, dialect)
        const holder = nameBySpelling.get(spelling)
        if (holder !== undefined && !holderByName.has(holder))
          holderByName.set(holder, { name: holder, dialect, spelling })
      }
      return Array.from(holderByName.values())
    },
    add(name) {
      for (const [dialect, nameBySpelling] of tables) nameBySpelling.set(spellName(name, dialect), name)
    },
    remove(name) {
      for (const [dialect, nameBySpelling] of tables) nameBySpelling.delete(spellName(name, dialect))
    },
    find: (spelling, dialect) => tables.get(dialect)?.get(spelling),
  }
}
