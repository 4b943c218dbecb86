import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const PACKAGES = fileURLToPath(new URL('../../../../', import.meta.url))
const LOADED = /^(?:import|export) (?!type\b)(?:[^'"]*from )?'([^']+)'/gm

/** The source file behind an import; undefined for what is not ours. */
function sourceOf(specifier: string, importer: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(importer), specifier.replace(/\.js$/, '.ts'))
  const [scope, name = '', ...path] = specifier.split('/')
  if (scope !== '@clawstead') return undefined
  const { exports } = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8')) as {
    exports: Record<string, Record<string, string>>
  }
  return join(PACKAGES, name, exports[['.', ...path].join('/')]?.['@clawstead/source'] ?? '')
}

/** Adds what a file loads that is not ours, itself or through others. */
function addForeign(file: string, seen: Set<string>, foreign: Set<string>): void {
  if (seen.has(file)) return
  seen.add(file)
  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(LOADED)) {
    const source = sourceOf(specifier, file)
    if (source === undefined) foreign.add(specifier)
    else addForeign(source, seen, foreign)
  }
}

test('[THREAD1] the thread of a world loads no library: there is one for each world', () => {
  const main = fileURLToPath(new URL('./worker-main.ts', import.meta.url))
  const seen = new Set<string>()
  const foreign = new Set<string>()
  addForeign(main, seen, foreign)
  expect(seen.size).toBeGreaterThan(100)
  expect([...foreign].filter((name) => !name.startsWith('node:'))).toEqual([])
})
