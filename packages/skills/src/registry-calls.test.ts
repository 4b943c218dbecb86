import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Caller, identifyCaller } from './caller.js'
import { type AuditRecord, createRegistry } from './registry.js'
import { defineSkill, type Skill, type SkillContext } from './skill.js'

const identified = identifyCaller({ meshId: 'k1' })
if (!identified.ok) throw new Error(identified.message)
const caller: Caller = identified.caller

const Anything = z.record(z.string(), z.unknown())
function skill(name: string, changes: Partial<Skill> = {}): Skill {
  const common = { version: '1.0.0', author: 'tests', description: 'For tests.', input: Anything, output: Anything }
  return { ...defineSkill({ ...common, name, run: () => ({}) }), ...changes }
}
const request = (name: string, input: unknown = {}) => ({ skill: name, input, caller, door: 'test' })

/** A skill whose runs end when the test says so. */
function gated(changes: Partial<Skill> = {}): {
  readonly skill: Skill
  readonly ends: (() => void)[]
  started(): Promise<void>
} {
  const ends: (() => void)[] = []
  let tell = (): void => undefined
  const run = (): Promise<object> =>
    new Promise((resolve) => {
      ends.push(() => resolve({ run: ends.length }))
      tell()
    })
  const started = (): Promise<void> =>
    new Promise((resolve) => {
      tell = resolve
    })
  return { skill: skill('test/gated', { concurrencyMax: 1, ...changes, run }), ends, started }
}

test('[BUSY4] further calls wait their turn; when too many wait, one more is refused', async () => {
  const gate = gated()
  const registry = createRegistry({ skills: [gate.skill], queueMax: 1 })
  const first = registry.call(request('test/gated'))
  const second = registry.call(request('test/gated'))
  await expect(registry.call(request('test/gated'))).rejects.toMatchObject({
    code: 'busy',
    message: 'test/gated is busy: 1 calls run and 1 wait already',
  })
  expect(gate.ends).toHaveLength(1)
  const started = gate.started()
  gate.ends[0]?.()
  await first
  await started
  gate.ends[1]?.()
  await second
  expect(registry.counters().get('test/gated')).toMatchObject({ calls: 3, failuresByCode: { busy: 1 } })
})

test('[BUSY5] waiting has the same end as running', async () => {
  const gate = gated({ timeoutMs: 20 })
  const registry = createRegistry({ skills: [gate.skill] })
  const first = registry.call(request('test/gated'))
  const second = registry.call(request('test/gated'))
  await expect(first).rejects.toMatchObject({ code: 'timeout' })
  await expect(second).rejects.toMatchObject({ code: 'busy', message: 'test/gated is busy: no turn within 20 ms' })
  // The run that nobody waits for still holds the only place, until it ends.
  const third = registry.call(request('test/gated'))
  const started = gate.started()
  gate.ends[0]?.()
  await started
  gate.ends[1]?.()
  expect(await third).toEqual({ run: 2 })
})

test('[BUSY5] a caller that goes leaves the line', async () => {
  const gate = gated()
  const registry = createRegistry({ skills: [gate.skill] })
  const first = registry.call(request('test/gated'))
  const gone = new AbortController()
  const second = registry.call({ ...request('test/gated'), signal: gone.signal })
  gone.abort()
  await expect(second).rejects.toMatchObject({ code: 'cancelled' })
  gate.ends[0]?.()
  await first
  const third = registry.call(request('test/gated'))
  gate.ends[1]?.()
  expect(await third).toEqual({ run: 2 })
})

test('[INNER1] a skill calls what it lists, with the rights of its caller; the record says for whom', async () => {
  const records: AuditRecord[] = []
  const inner = skill('test/inner', {
    rights: ['op'],
    run: (input, context) => ({ input, who: context.caller.identity }),
  })
  const outer = skill('test/outer', {
    dependencies: ['test/inner'],
    run: (_input, context) => context.call('test/inner', { n: 1 }),
  })
  const op = identifyCaller({ meshId: 'root', rights: ['op'] })
  if (!op.ok) throw new Error(op.message)
  const registry = createRegistry({ skills: [inner, outer], now: () => 5, audit: (record) => records.push(record) })
  expect(await registry.call({ ...request('test/outer'), caller: op.caller })).toEqual({
    input: { n: 1 },
    who: 'mesh:root',
  })
  await expect(registry.call(request('test/outer'))).rejects.toMatchObject({ code: 'forbidden' })
  const common = { atMs: 5, durationMs: 0, version: '1.0.0', origin: 'builtin', door: 'test' } as const
  expect(records.slice(0, 2)).toEqual([
    { ...common, skill: 'test/inner', caller: 'skill:test/outer', onBehalfOf: 'mesh:root', outcome: 'ok' },
    { ...common, skill: 'test/outer', caller: 'mesh:root', outcome: 'ok' },
  ])
})

test('[INNER2] a skill it does not list is not for it', async () => {
  const outer = skill('test/outer', { run: (_input, context) => context.call('test/inner', {}) })
  const registry = createRegistry({ skills: [outer, skill('test/inner')] })
  await expect(registry.call(request('test/outer'))).rejects.toMatchObject({
    code: 'forbidden',
    message: 'test/outer does not list test/inner as a dependency',
  })
})

test('[INNER3] skills that call each other in a circle come to an end', async () => {
  let calls = 0
  const round = skill('test/round', {
    dependencies: ['test/round'],
    run: (_input, context) => {
      calls += 1
      return context.call('test/round', {})
    },
  })
  const registry = createRegistry({ skills: [round] })
  await expect(registry.call(request('test/round'))).rejects.toMatchObject({
    code: 'failed',
    message: 'test/round: skills call each other more than 8 deep',
  })
  expect(calls).toBe(9)
})

test('[INNER4] an inner call ends with the outer one', async () => {
  let signal: AbortSignal | undefined
  let started = (): void => undefined
  const isStarted = new Promise<void>((resolve) => {
    started = resolve
  })
  const inner = skill('test/inner', {
    run: (_input: unknown, context: SkillContext) => {
      signal = context.signal
      started()
      return new Promise(() => undefined)
    },
  })
  const outer = skill('test/outer', {
    dependencies: ['test/inner'],
    run: (_input, context) => context.call('test/inner', {}),
  })
  const gone = new AbortController()
  const call = createRegistry({ skills: [inner, outer] }).call({ ...request('test/outer'), signal: gone.signal })
  await isStarted
  gone.abort()
  await expect(call).rejects.toMatchObject({ code: 'cancelled' })
  expect(signal?.aborted).toBe(true)
})

test('[REG9] the door may say for whom its caller asks', async () => {
  const records: AuditRecord[] = []
  const registry = createRegistry({ skills: [skill('test/one')], audit: (record) => records.push(record) })
  await registry.call({ ...request('test/one'), onBehalfOf: 'token:bob' })
  expect(records).toMatchObject([{ caller: 'mesh:k1', onBehalfOf: 'token:bob', outcome: 'ok' }])
})

test('[REG2] the broken rule has its place as a pointer', async () => {
  const strict = defineSkill({
    name: 'test/strict',
    version: '1.0.0',
    author: 'tests',
    description: 'For tests.',
    output: Anything,
    input: z.object({ at: z.object({ x: z.int() }) }),
    run: () => ({}),
  })
  const registry = createRegistry({ skills: [strict] })
  await expect(registry.call(request('test/strict', { at: { x: 'a' } }))).rejects.toMatchObject({
    code: 'bad_input',
    at: { pointer: '/at/x', rule: 'expected number, received string' },
  })
})
