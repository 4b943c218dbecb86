// Ten agents found a town: each gathers something, crafts torches, builds a hut and a piece of road on its plot and talks to
// the others. Ends with 1 when the town is not there in the end.
// Against a sidecar that is up:  npx tsx examples/town.ts
import assert from 'node:assert/strict'

const url = process.env.CLAWSTEAD_MCP_URL ?? 'http://127.0.0.1:8090/mcp'
const NAMES = ['ada', 'ben', 'cleo', 'dan', 'eve', 'finn', 'gus', 'hana', 'ivo', 'jana']
const PLOT_CELLS = 8
const PLOTS_PER_STREET = 5

type Cell = [number, number, number]
type Self = { at: Cell; agent_id: string; inventory: Record<string, number> }
type Ending = { ended: string; actions: { type: string; state: string; code?: string; message?: string }[]; self: Self }
type Found = { blocks: { block: string; cells: Cell[] }[] }
type Survey = { materials: { item: string; need: number }[]; site: { conflict_count: number; unseen_cells: number } }
type Events = { events: { event: { type: string; from?: string; text?: string } }[] }

async function call<Result>(agent: string, tool: string, args: object): Promise<Result> {
  const params = { name: `voxelcraft.${tool}`, arguments: args }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'call_tool', params })
  const response = await fetch(url, { method: 'POST', headers: { 'x-agent-id': agent }, body })
  const answer = (await response.json()) as { result?: Result; error?: { message: string } }
  if (answer.result === undefined) throw new Error(`${agent}: ${tool}: ${answer.error?.message}`)
  return answer.result
}

/** Do tasks one after the other, and wait on when somebody interrupts. */
async function work(agent: string, ...tasks: object[]): Promise<Ending> {
  let ending = await call<Ending>(agent, 'act_and_wait', { tasks })
  while (ending.ended === 'interrupted') ending = { ...(await call<Ending>(agent, 'act_and_wait', {})), actions: [] }
  return ending
}

/** Dig the nearest block one of the names stands for, and pick up what falls. A neighbour may be quicker: then the next. */
async function gather(agent: string, ...wanted: string[]): Promise<string> {
  for (const what of wanted) {
    const { blocks } = await call<Found>(agent, 'find', { what, limit: 4 })
    for (const cell of blocks.find(({ block }) => block === what)?.cells ?? []) {
      const walk = { type: 'MOVE_TO', target: cell, tolerance: 2 }
      const dug = await work(agent, walk, { type: 'MINE', block_pos: cell })
      if (dug.ended !== 'done') continue
      const picked = await work(agent, { type: 'GATHER' }).catch(() => undefined)
      if (picked?.ended === 'done') return what
    }
  }
  throw new Error(`${agent} found nothing to gather of ${wanted.join(', ')}`)
}

/** The first place around a cell where a blueprint fits; whoever looks stands there, so all of it is in sight. */
async function placeFor(agent: string, blueprint: string, [x, y, z]: Cell): Promise<Cell | undefined> {
  for (const dy of [0, 1, -1])
    for (const [dx, dz] of [
      [1, 1],
      [1, -3],
      [-3, 1],
      [-3, -3],
      [2, 2],
      [-4, -4],
    ] as const) {
      const anchor: Cell = [x + dx, y + dy, z + dz]
      const { site } = await call<Survey>(agent, 'build', { blueprint, anchor })
      if (site.conflict_count === 0 && site.unseen_cells === 0) return anchor
    }
  return undefined
}

/** Build on the own plot, or on one further down the street when the ground there is no good. */
async function settle(agent: string, plot: number, origin: Cell): Promise<{ blueprint: string; anchor: Cell }[]> {
  for (let street = Math.floor(plot / PLOTS_PER_STREET); street < 8; street += 2) {
    const target = [origin[0] + (plot % PLOTS_PER_STREET) * PLOT_CELLS, 0, origin[2] + street * PLOT_CELLS]
    const { self } = await work(agent, { type: 'MOVE_TO', target, tolerance: 1 })
    const built: { blueprint: string; anchor: Cell }[] = []
    for (const blueprint of ['hut_small', 'road_segment']) {
      const anchor = await placeFor(agent, blueprint, self.at)
      if (anchor === undefined) break
      await call(agent, 'build', { blueprint, anchor, go: true })
      built.push({ blueprint, anchor })
    }
    if (built.length === 2) return built
  }
  throw new Error(`${agent} found no ground to build on`)
}

async function live(agent: string, plot: number, origin: Cell): Promise<{ blueprint: string; anchor: Cell }[]> {
  console.log(`${agent} gathered from ${await gather(agent, 'LOG', 'GRASS', 'DIRT', 'SAND')}`)
  const craft = (recipe_id: string): object => ({ type: 'CRAFT', recipe_id, count: 1 })
  const crafted = await work(agent, craft('stick_from_plank'), craft('torch'))
  assert.ok((crafted.self.inventory.TORCH ?? 0) > 0, `${agent} has a torch: ${JSON.stringify(crafted.actions)}`)
  const built = await settle(agent, plot, origin)
  await call(agent, 'act_and_wait', { instants: [{ type: 'SAY', text: `${agent} lives here now` }] })
  await call(agent, 'remember', { key: 'home', value: JSON.stringify(built) })
  return built
}

/** The first look of a new agent waits a moment for the world; a busy one may need a few of them. */
async function arrive(agent: string, triesLeft = 10): Promise<{ self: Self }> {
  try {
    return await call<{ self: Self }>(agent, 'look', {})
  } catch (error) {
    if (triesLeft === 0) throw error
    return arrive(agent, triesLeft - 1)
  }
}

const arrivals = await Promise.all(NAMES.map((name) => arrive(name)))
const origin = arrivals[0]?.self.at ?? [0, 64, 0]
const homes = await Promise.all(NAMES.map((name, plot) => live(name, plot, origin)))

for (const [index, name] of NAMES.entries()) {
  const home = homes[index] ?? []
  for (const { blueprint, anchor } of home) {
    const { materials } = await call<Survey>(name, 'build', { blueprint, anchor })
    const missing = materials.filter(({ need }) => need > 0)
    assert.deepEqual(missing, [], `${blueprint} of ${name} stands at ${anchor.join()}`)
  }
  const { events } = await call<Events>(name, 'get_events', { since_cursor: 0, limit: 1000 })
  const heard = events.filter(({ event }) => event.type === 'CHAT' && event.from !== arrivals[index]?.self.agent_id)
  assert.ok(heard.length > 0, `${name} heard a neighbour`)
  console.log(`${name} lives at ${home[0]?.anchor.join(',')} and heard ${heard.length} neighbours`)
}
console.log(`the town stands: ${homes.flat().length} buildings`)
