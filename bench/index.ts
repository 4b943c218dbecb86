import type { Bench } from './bench.js'
import { decodeAct } from './decode-act.js'
import { generate } from './generate.js'
import { log } from './log.js'
import { mesh } from './mesh.js'
import { path } from './path.js'
import { sidecar } from './sidecar.js'
import { voxelCodec } from './voxel-codec.js'
import { worldEdit } from './world-edit.js'
import { worldMemory } from './world-memory.js'
import { worldTick } from './world-tick.js'

/** Every workload `npm run bench` knows, in the order it runs them. */
export const BENCHES: readonly Bench[] = [
  decodeAct,
  voxelCodec,
  generate,
  worldTick,
  worldEdit,
  worldMemory,
  path,
  log,
  sidecar,
  mesh,
]
