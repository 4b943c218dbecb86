import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { type Complaint, readSkillFile, type SkillFileReading, spellName } from '@clawstead/skills'
import { StartError } from '../errors.js'

const SKILL_FILE = 'SKILL.md'
/** Folders below this depth are not searched. */
const FOLDER_DEPTH_MAX = 8

/** A SKILL.md and what it says, or what is wrong with it. */
export interface SkillFile {
  /** From the working directory. */
  readonly path: string
  readonly reading: SkillFileReading
}

/** Reads a file, or every SKILL.md below a folder, in the order of their paths. */
export async function readSkillFiles(place: string, directory: string): Promise<readonly SkillFile[]> {
  const found = await stat(place).catch((cause: unknown) => {
    throw new StartError(`${shown(place, directory)}: no such file or folder`, { cause })
  })
  const files = found.isDirectory() ? await skillFilesBelow(place, 0) : [place]
  return Promise.all(
    files.map(async (file) => ({
      path: shown(file, directory),
      reading: withFolderName(readSkillFile(await readFile(file, 'utf8')), file),
    })),
  )
}

async function skillFilesBelow(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))
  const below = await Promise.all(
    names.map(async (entry) => {
      if (entry.isFile()) return entry.name === SKILL_FILE ? [join(folder, entry.name)] : []
      const isSearched = entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules'
      return isSearched && depth < FOLDER_DEPTH_MAX ? skillFilesBelow(join(folder, entry.name), depth + 1) : []
    }),
  )
  return below.flat()
}

/** Other tools know a skill by the name of its folder. */
function withFolderName(reading: SkillFileReading, file: string): SkillFileReading {
  if (!reading.ok || reading.layout !== 'L3' || basename(file) !== SKILL_FILE) return reading
  const expected = spellName(reading.manifest.name, 'agent-skill')
  const folder = basename(dirname(file))
  if (folder === expected) return reading
  const warning: Complaint = { line: 1, field: 'folder', rule: `is called ${folder}; other tools look for ${expected}` }
  return { ...reading, warnings: [...reading.warnings, warning] }
}

function shown(path: string, directory: string): string {
  return relative(directory, path) || path
}
