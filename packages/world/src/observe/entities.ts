import { OBS_ENTITIES_MAX, type Vec3 } from '@clawstead/protocol'
import { compareIds } from '../order.js'
import type { Agent, Board, Container, ItemEntity, Sign } from '../state.js'
import type { World } from '../world.js'

interface Seen {
  readonly distance: number
  readonly kind: number
  readonly id: string
  readonly thing: Agent | Container | ItemEntity | Sign | Placed
}

/** A board that stands somewhere: only those are in the index of places. */
type Placed = Board & { readonly pos: Vec3 }

const AGENT = 0
const CONTAINER = 1
const BOARD = 2
const SIGN = 3
const ITEM = 4

/** What stands around an agent, nearest first, as JSON text; and how much more there was. */
export function entitiesText(world: World, self: Agent): { readonly text: string; readonly omitted: number } {
  const seen: Seen[] = []
  const radius = world.profile.seeBlocks
  const { presence } = world
  const collect = (kind: number) => (thing: Seen['thing'], distance: number) => {
    if (thing !== self) seen.push({ distance, kind, id: thing.id, thing })
  }
  presence.agents.near(self.pos, radius, collect(AGENT))
  presence.containers.near(self.pos, radius, collect(CONTAINER))
  presence.boards.near(self.pos, radius, (board, distance) => {
    seen.push({ distance, kind: BOARD, id: board.id, thing: board as Placed })
  })
  presence.signs.near(self.pos, radius, collect(SIGN))
  presence.items.near(self.pos, radius, collect(ITEM))
  const shown = nearest(seen, OBS_ENTITIES_MAX)
  let text = ''
  for (const entity of shown) text += `${text === '' ? '' : ','}${entityText(entity)}`
  return { text: `[${text}]`, omitted: seen.length - shown.length }
}

/** In a crowd only the near ones are sorted: the rest is counted by distance and left out. */
function nearest(seen: Seen[], most: number): Seen[] {
  if (seen.length > most * 2) {
    const perDistance: number[] = []
    for (const { distance } of seen) perDistance[distance] = (perDistance[distance] ?? 0) + 1
    let limit = 0
    for (let count = 0; count < most; limit++) count += perDistance[limit] ?? 0
    const near = seen.filter(({ distance }) => distance < limit)
    return near.sort(byDistance).slice(0, most)
  }
  return seen.sort(byDistance).slice(0, most)
}

function byDistance(a: Seen, b: Seen): number {
  return a.distance - b.distance || a.kind - b.kind || a.id.length - b.id.length || compareIds(a.id, b.id)
}

/** Below this law reputation others see an agent as wanted. */
const WANTED_BELOW = 200

/** A thing looks the same to all around it, so it is written once for as long as it stays as it is. */
interface Portrait {
  readonly pos: Vec3
  readonly first: number
  readonly second: number
  readonly text: string
}

const portraits = new WeakMap<object, Portrait>()

function entityText({ kind, thing }: Seen): string {
  const { pos } = thing
  const first = kind === AGENT ? (thing as Agent).reputation.trade : kind === ITEM ? (thing as ItemEntity).count : 0
  const second = kind === AGENT ? (thing as Agent).reputation.law : kind === SIGN && hasText(thing as Sign) ? 1 : 0
  const known = portraits.get(thing)
  if (known !== undefined && known.pos === pos && known.first === first && known.second === second) return known.text
  const text = portraitOf(kind, thing)
  portraits.set(thing, { pos, first, second, text })
  return text
}

function hasText({ text }: Sign): boolean {
  return text.trim() !== ''
}

function portraitOf(kind: number, thing: Seen['thing']): string {
  const [x, y, z] = thing.pos
  const head = `{"id":"${thing.id}","type":"`
  const pos = `","pos":[${x},${y},${z}]`
  switch (kind) {
    case AGENT: {
      const { trade, law } = (thing as Agent).reputation
      const tags = law > 0 && law < WANTED_BELOW ? ',"tags":["wanted"]' : ''
      return `${head}AGENT${pos}${tags}${trade === 0 ? '' : `,"reputation_hint":${trade / 1000}`}}`
    }
    case CONTAINER:
      return `${head}${(thing as Container).type}${pos}}`
    case BOARD:
      return `${head}BULLETIN_BOARD${pos}}`
    case SIGN:
      return `${head}SIGN${pos}${hasText(thing as Sign) ? ',"tags":["has_text"]' : ''}}`
    default: {
      const { item, count } = thing as ItemEntity
      return `${head}ITEM${pos},"item":${JSON.stringify(item)},"count":${count}}`
    }
  }
}
