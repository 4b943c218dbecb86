import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { testSetup } from '../testing/engine-setup.js'
import { silentLog } from '../testing/silent-log.js'
import { systemClock } from './clock.js'
import type { OpenLink } from './engine/link.js'
import { createLocalLink } from './engine/local-link.js'
import { createWorkerLink } from './engine/worker-link.js'
import { SupervisedRunner } from './supervised-runner.js'
import { worldRunnerContract } from './world-runner.contract.js'

function folder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'clawstead-world-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

const runner = (openLink: OpenLink, directory?: string) =>
  new SupervisedRunner({ setup: testSetup(directory), openLink, clock: systemClock, log: silentLog })

const local = createLocalLink({ now: () => performance.now() })
const worker = createWorkerLink({
  entry: new URL('../testing/worker-from-source.mjs', import.meta.url),
  execArgv: ['--conditions=@clawstead/source'],
})

worldRunnerContract('in this thread, nothing kept', () => runner(local))
worldRunnerContract('in this thread, kept', () => runner(local, folder()))
worldRunnerContract('in a thread of its own, kept', () => runner(worker, folder()))
