import { closeSync, fdatasync, openSync, rmSync, writeSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '@clawstead/skills'
import { NONCE_SYNC_MS } from './limits.js'

/** The files behind a replay cache: one a slot, one line a nonce. */
export type ReplayFiles = {
  /** On the way to the disk when it returns: it outlives the process. Throws when it does not. */
  append(slot: number, key: string): void
  /** Removes the file of a slot that nobody needs any more. */
  drop(slot: number): void
  /** What an earlier run left; handed out once. */
  takeRecovered(): readonly { readonly slot: number; readonly key: string }[]
  close(): Promise<void>
}

type OpenFile = { readonly slot: number; readonly handle: number; isTorn: boolean; isDirty: boolean }

const FILE = /^nonces-(\d+)\.log$/
const LINE = /^[0-9a-f]{64} [A-Za-z0-9_-]{16,128}$/

export async function openReplayFiles(directory: string, log: Logger): Promise<ReplayFiles> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  let recovered: { slot: number; key: string }[] = []
  const slotsWithTear = new Set<number>()
  for (const name of await readdir(directory)) {
    const [, digits] = FILE.exec(name) ?? []
    if (digits === undefined) continue
    const slot = Number(digits)
    const text = await readFile(join(directory, name), 'utf8')
    if (text !== '' && !text.endsWith('\n')) slotsWithTear.add(slot)
    const lines = text.split('\n').filter((line) => line !== '')
    // A line that was cut short belongs to a call that was refused or never answered.
    const torn = lines.filter((line) => !LINE.test(line)).length
    if (torn > 0) log.warn({ file: name, lines: torn }, 'lines of unfinished writes left out')
    for (const key of lines) if (LINE.test(key)) recovered.push({ slot, key })
  }

  const pathOf = (slot: number): string => join(directory, `nonces-${slot}.log`)
  let open: OpenFile | undefined
  let syncing: Promise<void> = Promise.resolve()

  function fileAt(slot: number): OpenFile {
    if (open?.slot === slot) return open
    const previous = open
    open = { slot, handle: openSync(pathOf(slot), 'a', 0o600), isTorn: slotsWithTear.has(slot), isDirty: false }
    if (previous !== undefined) void finish(previous)
    return open
  }

  /** Reaches the disk itself within a second, behind the calls: only a power cut can lose what is younger. */
  function sync(file: OpenFile): Promise<void> {
    if (!file.isDirty) return syncing
    file.isDirty = false
    syncing = syncing.then(
      () =>
        new Promise((resolve) => {
          fdatasync(file.handle, (error) => {
            if (error !== null) log.error({ err: error }, 'nonces not forced to the disk')
            resolve()
          })
        }),
    )
    return syncing
  }

  async function finish(file: OpenFile): Promise<void> {
    await sync(file)
    closeSync(file.handle)
  }
  const timer = setInterval(() => {
    if (open !== undefined) void sync(open)
  }, NONCE_SYNC_MS)
  timer.unref()

  return {
    append(slot, key) {
      const file = fileAt(slot)
      const line = `${file.isTorn ? '\n' : ''}${key}\n`
      file.isTorn = true
      const written = writeSync(file.handle, line)
      if (written !== line.length) throw new Error(`only ${written} of ${line.length} bytes were written`)
      file.isTorn = false
      file.isDirty = true
    },
    drop(slot) {
      try {
        rmSync(pathOf(slot), { force: true })
      } catch (error) {
        log.warn({ err: error, slot }, 'file of expired nonces not removed')
      }
    },
    takeRecovered() {
      const taken = recovered
      recovered = []
      return taken
    },
    async close() {
      clearInterval(timer)
      const last = open
      open = undefined
      if (last !== undefined) await finish(last)
    },
  }
}
