import { expect, test } from 'vitest'
import { z } from 'zod'
import { identifyCaller } from './caller.js'
import { LISTED_SKILLS_MAX } from './limits.js'
import { offerSearch } from './mcp/many-skills.js'
import { createRegistry } from './registry.js'
import { defineSkill, type Skill, type SkillContext } from './skill.js'
import { readWay, WAY_KEY, wayOnward } from './way.js'

const [OWN = '', FIRST = '', SECOND = ''] = ['0', '1', '2'].map((digit) => digit.repeat(64))
const through = (...nodes: readonly unknown[]) => ({ [WAY_KEY]: nodes })

test('[WAY1] a call that came directly has no way; one that came through nodes names them', () => {
  for (const meta of [undefined, null, 'text', {}]) expect(readWay({ meta, ownId: OWN })).toEqual({ ok: true })
  expect(readWay({ meta: through(FIRST, SECOND), ownId: OWN })).toEqual({
    ok: true,
    way: { hops: 2, nodes: [FIRST, SECOND] },
  })
  // Who only counts is believed as far as it counts.
  expect(readWay({ meta: through(FIRST), hops: 3 })).toEqual({ ok: true, way: { hops: 3, nodes: [FIRST] } })
})

test('[WAY2] a call that has passed through this node before is refused', () => {
  const loop = { ok: false, reason: 'refused', problem: `loop: the call has already passed through this node, ${OWN}` }
  expect(readWay({ meta: through(OWN, FIRST), ownId: OWN })).toEqual(loop)
  expect(readWay({ meta: through(OWN, OWN), ownId: OWN })).toEqual(loop)
  // Two nodes of one machine with one key: the first call between them is no circle.
  expect(readWay({ meta: through(OWN), ownId: OWN }).ok).toBe(true)
})

test('[WAY3] four nodes are far enough, counted either way', () => {
  const problem = 'the call has passed 5 nodes, at most 4 are allowed'
  expect(readWay({ meta: through(FIRST, SECOND, FIRST, SECOND) }).ok).toBe(true)
  expect(readWay({ meta: through(...Array<string>(5).fill(FIRST)) })).toEqual({ ok: false, reason: 'refused', problem })
  expect(readWay({ meta: {}, hops: 5 })).toEqual({ ok: false, reason: 'refused', problem })
})

test.each([[{ [WAY_KEY]: 'text' }], [through(1)], [through('short')], [through('A'.repeat(64))]])(
  '[WAY4] %j is malformed',
  (meta) => {
    const problem = '_meta["io.nullblock/path"]: expected a list of agent ids'
    expect(readWay({ meta })).toEqual({ ok: false, reason: 'malformed', problem })
  },
)

test('[WAY4] who signs a call cannot leave itself out of its way', () => {
  const problem = '_meta["io.nullblock/path"]: the last one must be who signed the call'
  expect(readWay({ meta: through(FIRST), signerId: SECOND })).toEqual({ ok: false, reason: 'malformed', problem })
  expect(readWay({ meta: through(FIRST, SECOND), signerId: SECOND }).ok).toBe(true)
})

test('[WAY1] the next node is told of this one', () => {
  expect(wayOnward(undefined, OWN)).toEqual({ hops: 1, nodes: [OWN] })
  expect(wayOnward({ hops: 3, nodes: [FIRST] }, OWN)).toEqual({ hops: 4, nodes: [FIRST, OWN] })
})

const skillOf = (name: string, run: (context: SkillContext) => unknown, dependencies: readonly string[] = []): Skill =>
  defineSkill({
    name,
    version: '1.0.0',
    author: 'tests',
    description: 'For tests.',
    input: z.object({}),
    output: z.unknown(),
    dependencies,
    run: (_, context) => run(context),
  })

test('[WAY1] what a call leads to has come the same way, through a dependency and through mesh_call', async () => {
  const inner = skillOf('test/inner', ({ way }) => way ?? 'directly')
  const outer = skillOf('test/outer', ({ call }) => call('test/inner', {}), ['test/inner'])
  const many = Array.from({ length: LISTED_SKILLS_MAX }, (_, index) => skillOf(`more/s${index}`, () => null))
  const registry = createRegistry({ skills: [inner, outer, ...many] })
  offerSearch(registry)
  const identified = identifyCaller({})
  if (!identified.ok) throw new Error(identified.message)
  const { caller } = identified
  const way = { hops: 2, nodes: [FIRST] }
  const call = (skill: string, input: object) => registry.call({ skill, input, caller, door: 'test', way })
  expect(await call('test/outer', {})).toEqual(way)
  expect(await call('mesh/call', { skill: 'test/outer' })).toEqual({ result: way })
  expect(await registry.call({ skill: 'test/outer', input: {}, caller, door: 'test' })).toBe('directly')
})
