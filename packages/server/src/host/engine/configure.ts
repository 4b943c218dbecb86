import { createHash } from 'node:crypto'
import { createWorld, FLAT, STANDARD, type WorldConfig } from '@clawstead/world'
import { StoreMismatchError } from '../../store/index.js'
import type { Birth } from './birth-file.js'
import type { EngineSetup } from './messages.js'

/** The configuration of a world: what it was born with where it was, and what is asked for otherwise. */
export function configOf(setup: EngineSetup, birth: Birth | undefined): WorldConfig {
  const { worldId, secret, catalog, definition, atlas } = setup
  if (birth !== undefined && birth.profile !== setup.profile) {
    throw new StoreMismatchError(
      `${worldId} in ${setup.directory} was made as a ${birth.profile} world and cannot go on as a ${setup.profile} one: choose another data folder`,
    )
  }
  return {
    id: worldId,
    seed: birth?.seed ?? setup.seed,
    secret,
    profile: setup.profile === 'flat' ? FLAT : STANDARD,
    catalog,
    definition,
    ...(atlas === undefined ? {} : { atlas }),
    ...(birth === undefined ? {} : { generator: birth.generator }),
  }
}

/** What a new world of this configuration is born with. */
export function birthOf(config: WorldConfig): Birth {
  const { terrain } = createWorld(config)
  return { seed: config.seed, generator: terrain.generator.id, profile: config.profile.id }
}

/** A name for all content that rules read: the same name, the same outcomes. */
export function contentName({
  catalog,
  definition,
  atlas,
}: Pick<EngineSetup, 'catalog' | 'definition' | 'atlas'>): string {
  const { digests } = catalog
  const names = Object.keys(digests).sort() as (keyof typeof digests)[]
  const hash = createHash('sha256')
  for (const name of names) hash.update(`${name}=${digests[name]}\n`)
  hash.update(JSON.stringify(definition))
  if (atlas !== undefined) hash.update(JSON.stringify(atlas))
  return hash.digest('hex').slice(0, 16)
}
