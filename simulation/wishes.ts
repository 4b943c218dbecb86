import { placedId, type Vec3 } from '@clawstead/protocol'
import type { Agent, World } from '@clawstead/world'
import type { Chance } from './chance.js'

/** An action as a client would write it. */
export type Wish = { readonly type: string } & Readonly<Record<string, unknown>>

export interface Wishes {
  readonly instants: readonly Wish[]
  readonly tasks: readonly Wish[]
  readonly cancel: readonly string[]
}

const BOARD = 'noticeboard'
const PLACED = [
  'PLANK',
  'STONE',
  'SAND',
  'GRAVEL',
  'CHEST',
  'SIGN',
  'BULLETIN_BOARD',
  'FURNACE',
  'LADDER',
  'DOOR',
  'TORCH',
]

/** What one bot asks for in one act: mostly sensible, now and then nonsense, as from any crowd. */
export function wishesOf(world: World, agent: Agent, chance: Chance): Wishes {
  const tasks: Wish[] = []
  const instants: Wish[] = []
  const cancel: string[] = []
  if (agent.movement === null && chance.permille(600)) tasks.push(walk(world, agent, chance))
  if (agent.work === null && chance.permille(800)) tasks.push(work(world, agent, chance))
  if (chance.permille(150)) instants.push(talk(world, agent, chance))
  if (agent.hunger < 12 && chance.permille(300)) instants.push({ type: 'EAT', item_id: 'BERRIES', count: 1 })
  if (chance.permille(20)) cancel.push(agent.work?.taskId ?? agent.movement?.taskId ?? 'T000000')
  if (chance.permille(10)) tasks.push({ type: 'STOP' })
  if (chance.permille(5)) tasks.push({ type: 'LEVITATE' })
  return { instants, tasks, cancel }
}

function walk(world: World, agent: Agent, chance: Chance): Wish {
  const [x, y, z] = agent.pos
  if (chance.permille(150)) return { type: 'FOLLOW', target_id: someone(world, chance), distance: chance.between(0, 4) }
  const far = chance.permille(50) ? 80 : 14
  const target = [x + chance.between(-far, far), y + chance.between(-3, 3), z + chance.between(-far, far)]
  return { type: 'MOVE_TO', target, tolerance: chance.between(0, 2) }
}

function work(world: World, agent: Agent, chance: Chance): Wish {
  const roll = chance.below(100)
  if (roll < 35) return { type: 'MINE', block_pos: blockNear(world, agent, chance, true) }
  if (roll < 55)
    return { type: 'PLACE', item_id: chance.pick(PLACED), block_pos: blockNear(world, agent, chance, false) }
  if (roll < 68) return gather(world, agent, chance)
  if (roll < 78) return { type: 'CRAFT', recipe_id: recipe(world, chance), count: chance.between(1, 3) }
  if (roll < 81) return { type: 'SMELT', item_id: chance.pick(['IRON_ORE', 'SAND', 'RAW_MEAT']), count: 1 }
  if (roll < 88) return { type: 'OPEN', target_id: holderNear(world, agent, chance) }
  if (roll < 97) return transfer(world, agent, chance)
  const { blueprints } = world.config.catalog
  const anchor = around(agent.pos, chance, 6)
  return { type: 'BUILD_BLUEPRINT', blueprint_id: chance.pick(blueprints).id, anchor, rotation: chance.below(4) }
}

/** A cell within reach that is solid or not, as wanted; after some tries, any cell. */
function blockNear(world: World, agent: Agent, chance: Chance, solid: boolean): Vec3 {
  let cell = around(agent.pos, chance, 3)
  for (let i = 0; i < 12; i++) {
    const isSolid = world.content.solid[world.terrain.blockAt(cell[0], cell[1], cell[2])] === 1
    if (isSolid === solid) break
    cell = around(agent.pos, chance, 3)
  }
  return cell
}

function around([x, y, z]: Vec3, chance: Chance, reach: number): Vec3 {
  return [
    x + chance.between(-reach, reach),
    Math.max(0, y + chance.between(-reach, reach)),
    z + chance.between(-reach, reach),
  ]
}

function gather(world: World, agent: Agent, chance: Chance): Wish {
  const near: string[] = []
  world.presence.items.near(agent.pos, 8, (item) => near.push(item.id))
  return { type: 'GATHER', target_id: near.length === 0 ? 'IT999999' : chance.pick(near.sort()) }
}

function recipe(world: World, chance: Chance): string {
  return chance.permille(30) ? 'a cake' : chance.pick(world.config.catalog.recipes).recipe_id
}

/** Something that can be opened. Sorted, because nearness is told in no particular order. */
function holderNear(world: World, agent: Agent, chance: Chance): string {
  const near: string[] = []
  world.presence.containers.near(agent.pos, 10, (thing) => near.push(thing.id))
  world.presence.signs.near(agent.pos, 10, (thing) => near.push(thing.id))
  world.presence.boards.near(agent.pos, 10, (thing) => near.push(thing.id))
  return near.length === 0 ? placedId('CHEST', agent.pos) : chance.pick(near.sort())
}

function transfer(world: World, agent: Agent, chance: Chance): Wish {
  const held = [...agent.inventory.counts.keys()].sort()
  const item_id = held.length === 0 ? 'PLANK' : chance.pick(held)
  const chest = holderNear(world, agent, chance)
  const [src_container, dst_container] = chance.permille(500) ? ['SELF', chest] : [chest, 'SELF']
  return { type: 'TRANSFER', src_container, dst_container, item_id, count: chance.between(1, 5) }
}

function talk(world: World, agent: Agent, chance: Chance): Wish {
  switch (chance.below(9)) {
    case 0:
      return { type: 'SAY', channel: 'LOCAL', text: `${agent.name} is at ${agent.pos.join(' ')}` }
    case 1:
      return { type: 'SAY', channel: 'MARKET', text: 'who has iron?' }
    case 2:
      return { type: 'WHISPER', to: someone(world, chance), text: 'a word' }
    case 3:
      return { type: 'POST_BOARD', board_id: BOARD, title: 'news', body: `tick ${world.state.tick}` }
    case 4:
      return { type: 'SEARCH_BOARD', board_id: BOARD, text: 'tick', limit: 3 }
    case 5:
      return {
        type: 'SAVE_MEMORY',
        key: `k${chance.below(6)}`,
        value: `${world.state.tick}`,
        ttl_ticks: chance.below(200),
      }
    case 6:
      return { type: 'LOAD_MEMORY', prefix: 'k', limit: 4 }
    case 7:
      return { type: chance.permille(700) ? 'MUTE' : 'UNMUTE', target_id: someone(world, chance) }
    default:
      return { type: 'SET_SIGN', target_id: holderNear(world, agent, chance), text: `by ${agent.id}` }
  }
}

function someone(world: World, chance: Chance): string {
  return `A${1 + chance.below(world.state.agents.size + 2)}`
}
