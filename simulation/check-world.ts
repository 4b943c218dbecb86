import type { Vec3 } from '@clawstead/protocol'
import { agentsInIdOrder, type World } from '@clawstead/world'

/** What must be true of any world between two ticks; every line returned is a lie somebody told. */
export function checkWorld(world: World): string[] {
  return [
    ...checkBodies(world),
    ...checkHolders(world),
    ...checkGoods(world),
    ...checkPlaces(world),
    ...checkHeights(world),
  ]
}

function nameAt(world: World, [x, y, z]: Vec3): string {
  return world.content.blockNames[world.terrain.blockAt(x, y, z)] ?? ''
}

/** Nobody is inside a block or outside the world, and vitals keep to their range. */
function checkBodies(world: World): string[] {
  const { content, profile, terrain } = world
  const wrong: string[] = []
  for (const { id, pos, hp, hunger, staminaMilli } of agentsInIdOrder(world)) {
    const [x, y, z] = pos
    if (!terrain.isInside(x, z) || y < 0 || y >= profile.height) wrong.push(`${id} is outside at ${pos.join(' ')}`)
    for (let up = 0; up < profile.bodyCells && !profile.placesIntoBodies; up++) {
      const block = terrain.blockAt(x, y + up, z)
      if (content.solid[block] === 1) wrong.push(`${id} is inside ${content.blockNames[block]} at ${x} ${y + up} ${z}`)
    }
    if (hp < 1 || hp > 20) wrong.push(`${id} has ${hp} HP`)
    if (hunger < 0 || hunger > 20) wrong.push(`${id} has hunger ${hunger}`)
    if (staminaMilli < 0 || staminaMilli > 1000) wrong.push(`${id} has stamina ${staminaMilli}`)
  }
  return wrong
}

/** Whatever holds something stands as a block where it says. */
function checkHolders(world: World): string[] {
  const { containers, signs, boards } = world.state
  const wrong: string[] = []
  const expect = (id: string, pos: Vec3, block: string): void => {
    if (nameAt(world, pos) !== block) wrong.push(`${id} has no block, there is ${nameAt(world, pos)}`)
  }
  for (const { id, pos, type } of containers.values()) expect(id, pos, type)
  for (const { id, pos } of signs.values()) expect(id, pos, 'SIGN')
  for (const { id, pos } of boards.values()) if (pos !== null) expect(id, pos, 'BULLETIN_BOARD')
  return wrong
}

/** Nothing is counted that is not there, and no tool is worn beyond what it bears. */
function checkGoods(world: World): string[] {
  const { agents, containers, items } = world.state
  const wrong: string[] = []
  for (const { id, inventory } of [...agents.values(), ...containers.values()]) {
    for (const [item, count] of inventory.counts) {
      if (!Number.isSafeInteger(count) || count <= 0) wrong.push(`${id} holds ${count} of ${item}`)
      if (!world.content.items.has(item)) wrong.push(`${id} holds ${item}, which does not exist`)
    }
    for (const [item, wear] of inventory.wear) {
      const bears = ((world.content.items.get(item)?.durability ?? 1) - 1) * (inventory.counts.get(item) ?? 0)
      if (wear > bears) wrong.push(`${id} has ${item} worn by ${wear}, it bears ${bears}`)
    }
  }
  for (const { id, count } of items.values()) if (count <= 0) wrong.push(`${id} is a stack of ${count}`)
  return wrong
}

/** The indexes say where everything is, once. */
function checkPlaces(world: World): string[] {
  const wrong: string[] = []
  const { presence, state } = world
  const check = (
    tiles: typeof presence.items | typeof presence.agents,
    things: Iterable<{ id: string; pos: Vec3 }>,
  ): void => {
    for (const { id, pos } of things) {
      let found = 0
      tiles.near(pos, 0, (thing) => {
        if (thing.id === id) found++
      })
      if (found !== 1) wrong.push(`${id} is ${found} times in the index`)
    }
  }
  check(presence.agents, state.agents.values())
  check(presence.items, state.items.values())
  return wrong
}

/** The height map of every loaded column is what one would measure. */
function checkHeights({ terrain }: World): string[] {
  const wrong: string[] = []
  for (const column of terrain.loadedColumns()) {
    for (let i = 0; i < 256; i += 7) {
      let top = terrain.height
      while (top > 0 && column.blockAt(i & 15, top - 1, i >> 4) === 0) top--
      if (column.heights[i] !== top)
        wrong.push(`column ${column.cx} ${column.cz} says ${column.heights[i]} at ${i}, it is ${top}`)
    }
  }
  return wrong
}
