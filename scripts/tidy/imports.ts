import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Which package may use which. Arrows point one way; a package that is not here does not exist yet. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  world: ['protocol'],
  client: ['protocol'],
  skills: ['protocol'],
  sandbox: [],
  server: ['protocol', 'world'],
  sidecar: ['protocol', 'client', 'skills'],
  mesh: ['skills', 'sandbox'],
  cli: ['protocol', 'client', 'server', 'skills', 'sidecar', 'mesh'],
}

export interface ImportLine {
  /** Path from the project's root. */
  readonly file: string
  readonly line: number
  readonly text: string
  /** What is imported, e.g. `@clawstead/world` or `node:fs`. */
  readonly from: string
}

/** Every import of a package's sources, tests included. */
export function importsOf(root: string, packageName: string): ImportLine[] {
  const src = join(root, 'packages', packageName, 'src')
  return sourceFiles(src).flatMap((path) =>
    importsIn(relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')),
  )
}

/** Import and export-from statements of one file, however many lines they take. */
export function importsIn(file: string, source: string): ImportLine[] {
  const found: ImportLine[] = []
  const statement =
    /^[ \t]*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^[ \t]*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm
  for (const match of source.matchAll(statement)) {
    const end = source.slice(0, match.index + match[0].length)
    const line = end.split('\n').length
    found.push({
      file,
      line,
      text: (match[0].split('\n').at(-1) ?? '').trim(),
      from: match[1] ?? match[2] ?? match[3] ?? '',
    })
  }
  return found
}

/** Imports that point against the direction, or at something the package does not list. */
export function wrongImports(packageName: string, listed: readonly string[], imports: readonly ImportLine[]): string[] {
  const allowed = MAY_IMPORT[packageName] ?? []
  return imports.flatMap((entry) => {
    if (isTest(entry.file)) return []
    const { from } = entry
    if (from.startsWith('.') || from.startsWith('node:')) return []
    const name = from
      .split('/')
      .slice(0, from.startsWith('@') ? 2 : 1)
      .join('/')
    const where = `${entry.file}:${entry.line}: ${entry.text}`
    const ours = name.startsWith('@clawstead/') ? name.slice('@clawstead/'.length) : undefined
    if (ours !== undefined && ours !== packageName && !allowed.includes(ours)) {
      return [`${where}\n  ${packageName} may import ${allowed.join(', ') || 'no other package'}, not ${ours}`]
    }
    return listed.includes(name)
      ? []
      : [`${where}\n  ${name} is not among the dependencies in packages/${packageName}/package.json`]
  })
}

export function isTest(file: string): boolean {
  return (
    file.endsWith('.test.ts') || file.endsWith('.contract.ts') || file.includes('/e2e/') || file.includes('/testing/')
  )
}

export function sourceFiles(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(dir, entry.name)
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourceFiles(path)
      return entry.name.endsWith('.ts') ? [path] : []
    })
    .sort()
}
