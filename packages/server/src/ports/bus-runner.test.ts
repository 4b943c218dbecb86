import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { systemClock } from '../host/clock.js'
import { createLocalLink } from '../host/engine/local-link.js'
import { SupervisedRunner } from '../host/supervised-runner.js'
import { worldRunnerContract } from '../host/world-runner.contract.js'
import { testSetup } from '../testing/engine-setup.js'
import { silentLog } from '../testing/silent-log.js'
import { BusRunner } from './bus-runner.js'
import { createMemoryBus } from './memory-bus.js'
import { stationWorld } from './world-station.js'

worldRunnerContract('at the other end of a bus, kept', () => {
  const directory = mkdtempSync(join(tmpdir(), 'clawstead-bus-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const openLink = createLocalLink({ now: () => performance.now() })
  const bus = createMemoryBus()
  stationWorld(bus, new SupervisedRunner({ setup: testSetup(directory), openLink, clock: systemClock, log: silentLog }))
  return new BusRunner(bus, 'world_1')
})
