import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { importsIn, importsOf, MAY_IMPORT, wrongImports } from './tidy/imports.js'
import { impureLines, impureLinesIn } from './tidy/purity.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = readdirSync(join(root, 'packages'))

describe('who imports whom', () => {
  test('every package has its place in the direction', () => {
    expect(packages.toSorted()).toEqual(Object.keys(MAY_IMPORT).toSorted())
  })

  test.each(packages)('%s imports along the direction, and what it lists', (name) => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>
    }
    expect(wrongImports(name, Object.keys(manifest.dependencies ?? {}), importsOf(root, name))).toEqual([])
  })

  test('an import against the direction is named with its line', () => {
    const source = "import { a } from './a.js'\nimport {\n  tick,\n} from '@clawstead/world'\n"
    const wrong = wrongImports('protocol', ['@clawstead/world'], importsIn('packages/protocol/src/x.ts', source))
    expect(wrong).toEqual([
      "packages/protocol/src/x.ts:4: } from '@clawstead/world'\n  protocol may import no other package, not world",
    ])
  })

  test('a package that is used but not listed is named', () => {
    const wrong = wrongImports('server', ['ws'], importsIn('packages/server/src/x.ts', "import { z } from 'zod'"))
    expect(wrong).toEqual([
      "packages/server/src/x.ts:1: import { z } from 'zod'\n  zod is not among the dependencies in packages/server/package.json",
    ])
  })
})

describe('the simulation is pure', () => {
  test('no clock, chance, locale or I/O in world', () => {
    expect(impureLines(root)).toEqual([])
  })

  test('a forbidden word is named with its line, comments are not', () => {
    expect(impureLinesIn('packages/world/src/x.ts', '// Date.now()\nconst now = Date.now()\n')).toEqual([
      'packages/world/src/x.ts:2: const now = Date.now()\n  time is tx.tick',
    ])
  })
})
