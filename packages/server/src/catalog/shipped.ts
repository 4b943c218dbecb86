import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CatalogError } from './catalog-error.js'

/** The folder of catalogs that comes with the program: the first `catalog/` above this file that holds catalogs. */
export function shippedCatalogsDir(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const candidate = join(folder, 'catalog')
    if (existsSync(join(candidate, 'standard', 'catalog.json'))) return candidate
    const above = dirname(folder)
    if (above === folder) break
    folder = above
  }
  const message = 'the catalogs that come with the program were not found; name their folder'
  throw new CatalogError([{ file: 'catalog', path: '', message }])
}
