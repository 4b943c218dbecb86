import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Which skills of which content a person allowed to use more than computing. An approval is bound to the digest of all files:
 * one changed byte, and it has to be given again.
 */
export type Approvals = {
  isApproved(name: string, digest: string): boolean
  approve(name: string, digest: string): Promise<void>
}

/** @returns none for a file that does not exist; one that is damaged is an error, since it would approve nothing silently. */
export async function openApprovals(path: string): Promise<Approvals> {
  const digestByName = new Map(Object.entries(await readApprovals(path)))
  return {
    isApproved: (name, digest) => digestByName.get(name) === digest,
    async approve(name, digest) {
      digestByName.set(name, digest)
      await mkdir(dirname(path), { recursive: true })
      const next = `${path}.${process.pid}.next`
      await writeFile(next, `${JSON.stringify(Object.fromEntries(digestByName), undefined, 2)}\n`, { mode: 0o600 })
      await rename(next, path)
    },
  }
}

async function readApprovals(path: string): Promise<Record<string, string>> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  const value = parse(text)
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value)
  const isSound = isPlain && Object.values(value).every((digest) => typeof digest === 'string')
  if (!isSound) throw new Error(`${path}: not a file of approvals (names with digests); move it away and approve again`)
  return value as Record<string, string>
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
