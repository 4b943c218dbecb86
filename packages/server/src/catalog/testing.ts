import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CatalogError } from './catalog-error.js'
import { shippedCatalogsDir } from './shipped.js'

/** A data file that stands beside the tests. */
export function fixturePath(name: string): string {
  return fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
}

export interface CatalogCopy {
  readonly dir: string
  /** Replaces one text of one file, which must be there. */
  edit(file: string, from: string, to: string): void
  write(file: string, text: string): string
  remove(): void
}

/** The shipped catalogs in a folder of their own, to be spoiled. */
export function copyCatalogs(): CatalogCopy {
  const root = mkdtempSync(join(tmpdir(), 'catalog-'))
  const dir = join(root, 'catalog')
  cpSync(shippedCatalogsDir(), dir, { recursive: true })
  return {
    dir,
    edit(file, from, to) {
      const path = join(dir, file)
      const text = readFileSync(path, 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
      writeFileSync(path, text.replace(from, to))
    },
    write(file, text) {
      const path = join(dir, file)
      writeFileSync(path, text)
      return path
    },
    remove: () => rmSync(root, { recursive: true }),
  }
}

/** The lines of the CatalogError that a call must throw. */
export function refusalOf(load: () => unknown): string[] {
  try {
    load()
  } catch (error) {
    if (error instanceof CatalogError) return error.message.split('\n')
    throw error
  }
  throw new Error('nothing was refused')
}
