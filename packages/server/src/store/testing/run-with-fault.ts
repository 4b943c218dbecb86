import { StoreFullError, StoreWriteError } from '../errors.js'
import { createRandom } from './random.js'
import { createWitness, type RunWitness, recordedRun } from './recorded-run.js'
import { type Fault, SimulatedFileSystem } from './simulated-file-system.js'

export interface FaultyRun {
  readonly disk: SimulatedFileSystem
  readonly witness: RunWitness
}

/** Runs until the end or until the disk dies; a refused step is tried again, as a paused host does. */
export async function runWithFault(fault: Fault | undefined, seed: number): Promise<FaultyRun> {
  const disk = new SimulatedFileSystem(fault, createRandom(seed))
  const witness = createWitness()
  const insist = async <T>(step: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await step()
      } catch (error) {
        if (disk.hasCrashed || !(error instanceof StoreFullError || error instanceof StoreWriteError)) throw error
        witness.failures++
      }
    }
  }
  try {
    await recordedRun(disk, witness, insist)
  } catch (error) {
    if (!disk.hasCrashed) throw error
  }
  return { disk, witness }
}
