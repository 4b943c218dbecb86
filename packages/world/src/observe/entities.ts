import { OBS_ENTITIES_MAX, type Vec3 } from '@clawstead/protocol'
import { compareIds } from '../order.js'
import type { Agent, Container, ItemEntity, Sign } from '../state.js'
import type { World } from '../world.js'

interface Seen {
  readonly distance: number
  readonly kind: number
  readonly id: string
  readonly thing: Agent | Container | ItemEntity | Sign | { readonly id: string; readonly pos: Vec3 }
}

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
    if (board.pos !== null) seen.push({ distance, kind: BOARD, id: board.id, thing: { id: board.id, pos: board.pos } })
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

function entityText({ kind, id, thing }: Seen): string {
  if (kind === AGENT) return agentText(thing as Agent)
  const [x, y, z] = thing.pos as Vec3
  const head = `{"id":"${id}","type":"`
  const pos = `","pos":[${x},${y},${z}]`
  switch (kind) {
    case CONTAINER:
      return `${head}${(thing as Container).type}${pos}}`
    case BOARD:
      return `${head}BULLETIN_BOARD${pos}}`
    case SIGN:
      return `${head}SIGN${pos}${(thing as Sign).text.trim() === '' ? '' : ',"tags":["has_text"]'}}`
    default: {
      const { item, count } = thing as ItemEntity
      return `${head}ITEM${pos},"item":${JSON.stringify(item)},"count":${count}}`
    }
  }
}

/** An agent looks the same to all around it, so it is written once for as long as it stays as it is. */
const agentTexts = new WeakMap<
  Agent,
  { readonly pos: Vec3; readonly trade: number; readonly law: number; readonly text: string }
>()

function agentText(agent: Agent): string {
  const { pos, reputation } = agent
  const { trade, law } = reputation
  const known = agentTexts.get(agent)
  if (known !== undefined && known.pos === pos && known.trade === trade && known.law === law) return known.text
  const tags = law > 0 && law < WANTED_BELOW ? ',"tags":["wanted"]' : ''
  const hint = trade === 0 ? '' : `,"reputation_hint":${trade / 1000}`
  const text = `{"id":"${agent.id}","type":"AGENT","pos":[${pos[0]},${pos[1]},${pos[2]}]${tags}${hint}}`
  agentTexts.set(agent, { pos, trade, law, text })
  return text
}

/** Below this law reputation others see an agent as wanted. */
const WANTED_BELOW = 200
