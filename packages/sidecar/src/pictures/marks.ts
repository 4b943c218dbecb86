import type { Obs, Vec3 } from '@clawstead/protocol'
import { stepsBetween } from '../perception/geometry.js'
import type { Color } from './canvas.js'

/** Somebody or something that a picture points out. */
export type Mark = {
  /** What stands beside it in the picture. */
  readonly number: number
  readonly id: string
  readonly type: string
  readonly at: Vec3
  readonly item?: string
}

/** More would cover the ground; the nearest are shown. */
export const MARKS_MAX = 16

const COLOR_BY_TYPE: Readonly<Record<string, Color>> = { AGENT: [255, 64, 160], ITEM: [255, 236, 64] }
const OTHER: Color = [120, 230, 255]

export const SELF_COLOR: Color = [255, 32, 32]

export function markColor({ type }: Pick<Mark, 'type'>): Color {
  return COLOR_BY_TYPE[type] ?? OTHER
}

/** The others around an agent, nearest first, agents before things at the same distance. */
export function marksOf({ entities, agent_id, self }: Pick<Obs, 'entities' | 'agent_id' | 'self'>): Mark[] {
  return entities
    .filter(({ id }) => id !== agent_id)
    .map((entity) => ({ entity, distance: stepsBetween(self.pos, entity.pos) }))
    .sort((a, b) => a.distance - b.distance || byRank(a.entity) - byRank(b.entity) || compare(a.entity.id, b.entity.id))
    .slice(0, MARKS_MAX)
    .map(({ entity: { id, type, pos, item } }, index) => ({
      number: index + 1,
      id,
      type,
      at: pos,
      ...(item === undefined ? {} : { item }),
    }))
}

const byRank = ({ type }: { readonly type: string }): number => (type === 'AGENT' ? 0 : 1)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
