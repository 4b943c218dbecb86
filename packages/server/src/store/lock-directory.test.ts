import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DirectoryInUseError, lockDirectory } from './lock-directory.js'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'clawstead-lock-'))
})
afterEach(() => rm(directory, { recursive: true }))

const lockPath = (): string => join(directory, 'in-use.json')

describe('[LOCK1] the lock of a folder', () => {
  test('is held until it is let go', async () => {
    const release = await lockDirectory(directory)
    await expect(lockDirectory(directory)).rejects.toThrow(`${directory} is already in use by this process`)
    await release()
    expect(await readdir(directory)).toEqual([])
    await (await lockDirectory(directory))()
  })

  test('of another living process is respected, of a dead one not', async () => {
    const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] })
    await once(other, 'spawn')
    const release = await lockDirectory(directory)
    const mine = JSON.parse(await readFile(lockPath(), 'utf8')) as { pid: number; startedAt: string }
    await release()
    // Written by a process of that number that started at another time: the number was used again.
    await writeFile(lockPath(), JSON.stringify({ pid: other.pid, startedAt: 'another boot' }))
    await (await lockDirectory(directory))()

    const [boot = ''] = mine.startedAt.split(' ')
    const status = await readFile(`/proc/${other.pid}/stat`, 'utf8').catch(() => '')
    const started = status === '' ? '' : `${boot} ${status.slice(status.lastIndexOf(')') + 2).split(' ')[19]}`
    await writeFile(lockPath(), JSON.stringify({ pid: other.pid, startedAt: started }))
    await expect(lockDirectory(directory)).rejects.toThrow(DirectoryInUseError)
    await expect(lockDirectory(directory)).rejects.toThrow(`is in use by process ${other.pid}`)
    other.kill('SIGKILL')
    await once(other, 'exit')
    await (await lockDirectory(directory))()
  })

  test.runIf(process.platform === 'linux')('of a process that ended and was not collected does not hold', async () => {
    // The shell starts a child, tells its number and becomes a program that never asks how the child ended.
    const script = `sh -c 'exec sleep 0' & echo $!; exec sleep 1000`
    const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer]
      const pid = Number(line.toString())
      let fields: string[] = []
      while (fields[0] !== 'Z') {
        const status = await readFile(`/proc/${pid}/stat`, 'utf8')
        fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
      }
      const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
      await writeFile(lockPath(), JSON.stringify({ pid, startedAt: `${boot} ${fields[19]}` }))
      await (await lockDirectory(directory))()
      expect(await readdir(directory)).toEqual([])
    } finally {
      parent.kill('SIGKILL')
    }
  })

  test('that a crash left half-written does not hold', async () => {
    await writeFile(lockPath(), '{"pid":')
    await (await lockDirectory(directory))()
    expect(await readdir(directory)).toEqual([])
  })
})
