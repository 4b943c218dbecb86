import type { Observation } from '@clawstead/client'
import { SkillError, wholeNumber } from '@clawstead/skills'
import { z } from 'zod'
import { type Surroundings, surroundingsOf } from '../perception/surroundings.js'
import type { Session } from '../session.js'

/** A cell as models write it: three whole numbers. */
export const Cell = z.array(z.int()).refine((numbers) => numbers.length === 3, 'expected three numbers: [x,y,z]')
export type Cell = [number, number, number]

/** A whole number with bounds that a refusal names; the list of tools does not, since models pay for it by the character. */
export const wholeWithin = (min: number, max: number, description?: string) =>
  wholeNumber({ min, max, ...(description === undefined ? {} : { description }) }).transform(Number)

/** A text that says something. */
export const Word = z
  .string()
  .trim()
  .refine((text) => text !== '', 'must not be empty')

/** Any object: its fields are documented where it is made. */
export const Fields = z.record(z.string(), z.unknown())

export function toCell(numbers: readonly number[]): Cell {
  const [x = 0, y = 0, z = 0] = numbers
  return [x, y, z]
}

const WAIT_HINT = 'Wait a few seconds and try again; voxelcraft_get_status tells whether the world is reachable.'

export function notConnected(session: Session): SkillError {
  const { lastError, url } = session.connection
  const why = lastError === undefined ? '' : ` (${lastError})`
  return new SkillError('failed', `not connected to ${url}${why}`, { next: WAIT_HINT })
}

/** What the agent sees and has seen; an error with advice when it sees nothing. */
export async function placeOf(session: Session): Promise<Surroundings> {
  const observation = await session.glance()
  if (observation === undefined) throw notConnected(session)
  return placeAt(session, observation)
}

export function placeAt(session: Session, observation: Observation): Surroundings {
  return surroundingsOf(session.connection, observation, session.seen)
}

/** The agent itself in few words. */
export function selfOf({ obs }: Pick<Surroundings, 'obs'>): Record<string, unknown> {
  const { self, tick, agent_id, world_id } = obs
  const conditions = self.status.filter((status) => status !== 'NONE')
  return {
    tick,
    agent_id,
    ...(world_id === undefined ? {} : { world_id }),
    at: self.pos,
    hp: self.hp,
    hunger: self.hunger,
    stamina: Math.round(self.stamina * 100) / 100,
    ...(conditions.length === 0 ? {} : { status: conditions }),
  }
}

/** Items and how many of each. */
export function carriedBy({ obs }: Pick<Surroundings, 'obs'>): Map<string, number> {
  const countByItem = new Map<string, number>()
  for (const { item, count } of obs.inventory) countByItem.set(item, (countByItem.get(item) ?? 0) + count)
  return countByItem
}
