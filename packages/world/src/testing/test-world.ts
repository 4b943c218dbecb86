import type { Tuning } from '@clawstead/protocol'
import { FLAT, STANDARD } from '../profile.js'
import { createWorld, type World, type WorldConfig } from '../world.js'
import { testCatalog } from './catalog.js'

export interface TestWorldOptions {
  readonly flat?: boolean
  readonly seed?: number
  /** One of the five worlds of the catalog; OVERWORLD unless said. */
  readonly world?: string
  readonly generator?: string
  readonly tuning?: Partial<Tuning>
}

/** The configuration of a world made of the shipped content. */
export function testConfig(options: TestWorldOptions = {}): WorldConfig {
  const { catalog, worlds } = testCatalog(options.flat ? 'flat' : 'standard')
  const id = options.world ?? 'OVERWORLD'
  const definition = worlds.find((world) => world.id === id)
  if (definition === undefined) throw new Error(`no world ${id} in the catalog`)
  return {
    id,
    seed: options.seed ?? 1337,
    secret: 'a secret of tests',
    profile: options.flat ? FLAT : STANDARD,
    catalog: { ...catalog, tuning: { ...catalog.tuning, ...options.tuning } },
    definition,
    ...(options.generator === undefined ? {} : { generator: options.generator }),
  }
}

export function testWorld(options: TestWorldOptions = {}): World {
  return createWorld(testConfig(options))
}
