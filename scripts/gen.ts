// npm run gen             write the generated files
// npm run gen -- --check  fail when one is stale, naming it
import { fileURLToPath } from 'node:url'
import { staleFiles, writeFiles } from './gen/files.js'
import { generate } from './gen/generate.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const options = process.argv.slice(2)
const unknown = options.filter((option) => option !== '--check')
if (unknown.length > 0) {
  console.error(`unknown option ${unknown.join(' ')}; usage: npm run gen -- [--check]`)
  process.exitCode = 2
} else {
  await run(options.includes('--check'))
}

async function run(isCheck: boolean): Promise<void> {
  const generated = await generate(root)
  const changed = isCheck ? await staleFiles(root, generated) : await writeFiles(root, generated)
  for (const path of changed) console.error(isCheck ? `stale: ${path}` : `wrote: ${path}`)
  if (isCheck && changed.length > 0) {
    console.error(`${changed.length} generated files are stale; run: npm run gen`)
    process.exitCode = 1
  }
}
