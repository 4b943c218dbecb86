import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Caller, identifyCaller } from './caller.js'
import { createRegistry, type RegistryChange } from './registry.js'
import { defineSkill, type Skill } from './skill.js'

const identified = identifyCaller({ agentId: 'a1' })
if (!identified.ok) throw new Error(identified.message)
const caller: Caller = identified.caller

function skill(name: string, changes: Partial<Skill> = {}): Skill {
  const base = defineSkill({
    name,
    version: '1.0.0',
    author: 'tests',
    description: 'For tests.',
    input: z.object({}),
    output: z.object({}),
    run: () => ({}),
  })
  return { ...base, ...changes }
}
const remote = (name: string, via = 'https://far.example/mcp'): Skill => skill(name, { origin: 'remote', via })
const request = (name: string) => ({ skill: name, input: {}, caller, door: 'test' })

test('[AVAIL1] a skill that is switched off is listed only when asked for, and says why', async () => {
  const one = skill('test/one')
  const registry = createRegistry({ skills: [one] })
  const changes: RegistryChange[] = []
  registry.onChange((change) => changes.push(change))
  registry.setAvailability('test/one', 'being repaired')
  registry.setAvailability('test/one', 'being repaired')
  expect(registry.availability('test/one')).toBe('being repaired')
  expect([registry.list(caller), registry.list(caller, { withUnavailable: true }), registry.all()]).toEqual([
    [],
    [one],
    [one],
  ])
  await expect(registry.call(request('test/one'))).rejects.toMatchObject({
    code: 'unavailable',
    message: 'test/one is not available: being repaired',
  })
  registry.setAvailability('test/one', undefined)
  expect(await registry.call(request('test/one'))).toEqual({})
  expect(registry.availability('test/one')).toBeUndefined()
  expect(changes).toEqual([
    { kind: 'availability', name: 'test/one' },
    { kind: 'availability', name: 'test/one' },
  ])
})

test('[AVAIL2] a dependency is a capability, or a skill that is there at the moment', async () => {
  const needy = skill('test/needy', { dependencies: ['http', 'wasm', 'test/other'] })
  const registry = createRegistry({ skills: [needy] })
  expect(registry.availability('test/needy')).toBe('needs the skill test/other')
  expect(registry.list(caller)).toEqual([])
  const other = skill('test/other')
  registry.register(other)
  expect([registry.availability('test/needy'), registry.list(caller)]).toEqual([undefined, [needy, other]])
  expect(await registry.call(request('test/needy'))).toEqual({})
  registry.unregister('test/other')
  await expect(registry.call(request('test/needy'))).rejects.toMatchObject({ code: 'missing_dependency' })
  expect(registry.availability('test/none')).toBe('there is no such skill')
})

test('[REG12] what was unregistered is gone under every name, and its name is free', async () => {
  const registry = createRegistry({ skills: [skill('a/b')] })
  const changes: RegistryChange[] = []
  registry.onChange((change) => changes.push(change))
  expect([registry.unregister('a/b'), registry.unregister('a/b')]).toEqual([true, false])
  expect([registry.findAny('a_b', 'mcp'), registry.all(), registry.counters().size]).toEqual([undefined, [], 0])
  await expect(registry.call(request('a/b'))).rejects.toMatchObject({ code: 'not_found' })
  registry.register(skill('a_b'))
  expect(changes).toEqual([
    { kind: 'unregistered', name: 'a/b' },
    { kind: 'registered', name: 'a_b' },
  ])
})

test('[ORIGIN1] a remote skill never takes the place of a skill', () => {
  const registry = createRegistry({ skills: [skill('a/b'), remote('c/d')] })
  expect(() => registry.register(remote('a_b'))).toThrow(
    'skill a_b (at https://far.example/mcp): its name in dialect mcp a_b is taken by a/b',
  )
  expect(() => registry.register(remote('c/d', 'https://other.example/mcp'))).toThrow(
    'skill c/d (at https://other.example/mcp): its name in dialect sidecar c.d is taken by c/d (at https://far.example/mcp)',
  )
})

test('[ORIGIN2] a skill of this machine takes the place of a remote one, and that is told', () => {
  const far = remote('a/b_c')
  const registry = createRegistry({ skills: [far] })
  const changes: RegistryChange[] = []
  registry.onChange((change) => changes.push(change))
  const own = skill('a/b-c', { origin: 'user' })
  expect(registry.register(own)).toEqual([far])
  expect(registry.all()).toEqual([own])
  expect(changes).toEqual([
    { kind: 'unregistered', name: 'a/b_c' },
    { kind: 'registered', name: 'a/b-c' },
  ])
})
