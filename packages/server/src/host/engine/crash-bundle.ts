import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RULES_VERSION } from '@clawstead/world'
import type { EngineFailure, EngineSetup } from './messages.js'

/**
 * Keeps what is needed to see a failure again: run the log up to the digest, then these inputs. Returns where it was
 * written.
 */
export async function writeCrashBundle(
  setup: EngineSetup & { directory: string },
  failure: EngineFailure,
): Promise<string> {
  const folder = join(setup.directory, 'crashes', String(failure.tick))
  await mkdir(folder, { recursive: true })
  const bundle = {
    world_id: setup.worldId,
    seed: setup.seed,
    profile: setup.profile,
    rules: RULES_VERSION,
    tick: failure.tick,
    last_run_digest: failure.digests.run,
    last_kept_digest: failure.digests.kept,
    error: failure.message,
    stack: failure.stack,
    inputs: failure.inputs,
  }
  await writeFile(join(folder, 'crash.json'), `${JSON.stringify(bundle, null, 2)}\n`, { mode: 0o600 })
  return folder
}
