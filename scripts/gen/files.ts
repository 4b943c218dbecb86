import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A file made from the definitions. Its path is relative to the project and uses forward slashes. */
export interface GeneratedFile {
  readonly path: string
  readonly text: string
}

/** What generation makes, and the folders in which nothing else may lie. */
export interface Generated {
  readonly files: readonly GeneratedFile[]
  readonly ownedFolders: readonly string[]
}

/** Paths that are missing, differ, or lie in an owned folder without being generated. */
export async function staleFiles(root: string, { files, ownedFolders }: Generated): Promise<string[]> {
  const stale = await Promise.all(
    files.map(async ({ path, text }) => ((await read(root, path)) === text ? [] : [path])),
  )
  return [...stale.flat(), ...(await strayFiles(root, { files, ownedFolders }))].sort()
}

/** Bring the files up to date; returns what was written or removed. */
export async function writeFiles(root: string, generated: Generated): Promise<string[]> {
  const stale = await staleFiles(root, generated)
  const stray = new Set(await strayFiles(root, generated))
  const textByPath = new Map(generated.files.map(({ path, text }) => [path, text]))
  for (const path of stale) {
    const file = join(root, path)
    if (stray.has(path)) {
      await rm(file)
    } else {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, textByPath.get(path) ?? '')
    }
  }
  return stale
}

async function strayFiles(root: string, { files, ownedFolders }: Generated): Promise<string[]> {
  const wanted = new Set(files.map(({ path }) => path))
  const found = await Promise.all(ownedFolders.map((folder) => filesUnder(root, folder)))
  return found.flat().filter((path) => !wanted.has(path))
}

async function filesUnder(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(ignoreMissing)
  const paths = (entries ?? []).map(async (entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? await filesUnder(root, path) : [path]
  })
  return (await Promise.all(paths)).flat()
}

const read = (root: string, path: string) => readFile(join(root, path), 'utf8').catch(ignoreMissing)

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
