// Joins a world, looks around, walks a few blocks, says hello, and leaves.
// Run against a server that is up:  npx tsx --conditions=@clawstead/source examples/first-agent.ts
import assert from 'node:assert/strict'
import { join } from '@clawstead/client'

const url = process.env.CLAWSTEAD_URL ?? 'ws://127.0.0.1:8080/v1/ws'

const agent = await join(url, { name: 'first' })
const { obs } = await agent.observe()
const [x, y, z] = obs.self.pos
console.log(`${agent.id} stands at ${x},${y},${z} in ${obs.world_id}, tick ${obs.tick}`)
assert.ok(obs.self.hp > 0, 'a new agent is alive')

const walk = await agent.moveTo([x + 4, y, z], { tolerance: 1, timeoutMs: 20_000 })
assert.equal(walk.done?.kind, 'MOVE_TO')
const after = (await agent.observe()).obs
console.log(`walked to ${after.self.pos.join(',')}`)
assert.notDeepEqual(after.self.pos, obs.self.pos, 'the agent moved')

const heard = new Promise((resolve) => {
  agent.on('CHAT', ({ from, text }) => {
    if (from === agent.id) resolve(text)
  })
})
const said = await agent.say('hello')
assert.equal(said.result.ok, true)
assert.equal(await heard, 'hello')
console.log('said hello')

await agent.close()
