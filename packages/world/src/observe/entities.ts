import type { Vec3 } from '@clawstead/protocol'
import { OBS_ENTITIES_MAX } from '@clawstead/protocol/plain'
import type { Agent, Container, ItemEntity, Sign } from '../state.js'
import type { World } from '../world.js'
import { AGENT, BOARD, CONTAINER, ITEM, SIGN, Sight, type Thing } from './sight.js'

/** One for all observers, because nothing of it outlives a look. */
const sight = new Sight()

/** What stands around an agent, nearest first, as JSON text; and how much more there was. */
export function entitiesText(world: World, self: Agent): { readonly text: string; readonly omitted: number } {
  sight.look(world, self, OBS_ENTITIES_MAX)
  const { things, kinds, shown, omitted } = sight
  let text = '['
  for (let i = 0; i < shown; i++) {
    if (i > 0) text += ','
    text += entityText(kinds[i] as number, things[i] as Thing)
  }
  return { text: `${text}]`, omitted }
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

function entityText(kind: number, thing: Thing): string {
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

function portraitOf(kind: number, thing: Thing): string {
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
