import { readFileSync } from 'node:fs'

/** The version of this package, the same for all of Clawstead. */
export function version(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return manifest.version
}

export function versionText(isJson: boolean): string {
  if (!isJson) return `clawstead ${version()}\n`
  return `${JSON.stringify({ name: 'clawstead', version: version(), node: process.version })}\n`
}
