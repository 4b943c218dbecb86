import { expect, test } from 'vitest'
import { z } from 'zod'
import { DURATION_BUCKETS_MS } from './call-counters.js'
import { type Caller, identifyCaller } from './caller.js'
import { SkillError } from './errors.js'
import { type AuditRecord, createRegistry, type RegistryOptions } from './registry.js'
import { defineSkill, type Skill, type SkillContext, type SkillDefinition } from './skill.js'

function callerOf(evidence: Parameters<typeof identifyCaller>[0]): Caller {
  const identified = identifyCaller(evidence)
  if (!identified.ok) throw new Error(identified.message)
  return identified.caller
}
const anyone = callerOf({})

const Input = z.object({ text: z.string() })
const Output = z.object({ text: z.string() })
type EchoDefinition = SkillDefinition<typeof Input, typeof Output>

function echo(changes: Partial<EchoDefinition> = {}): Skill {
  return defineSkill({
    name: 'test/echo',
    version: '1.0.0',
    author: 'tests',
    description: 'Says it again.',
    input: Input,
    output: Output,
    run: ({ text }) => ({ text }),
    ...changes,
  })
}

function call(skill: Skill, input: unknown, caller = anyone, options: RegistryOptions = {}): Promise<unknown> {
  return createRegistry({ ...options, skills: [skill] }).call({ skill: skill.name, input, caller, door: 'test' })
}
const refusal = (code: string, message: string) => ({ name: 'SkillError', code, message })

test('[REG1] a call runs the skill with checked input and gives checked output', async () => {
  expect(await call(echo(), { text: 'hi', extra: 1 })).toEqual({ text: 'hi' })
})

test('[REG2] bad input is refused with the field and the rule', async () => {
  await expect(call(echo(), { text: 5 })).rejects.toMatchObject(
    refusal('bad_input', 'text: expected string, received number'),
  )
})

test('[REG3] an output that breaks the promise is told in general words, and to us in detail', async () => {
  const faults: unknown[] = []
  const broken = echo({ run: () => ({ text: 5 }) as unknown as { text: string } })
  const failed = call(broken, { text: '' }, anyone, { onFault: (error) => faults.push(error) })
  await expect(failed).rejects.toMatchObject(refusal('bad_output', 'skill returned invalid output'))
  expect(faults).toEqual([new TypeError('output of test/echo: text: expected string, received number')])
})

test('[REG3] an exception is our fault', async () => {
  const broken = echo({ run: () => Promise.reject(new Error('secret path')) })
  await expect(call(broken, { text: '' })).rejects.toMatchObject(refusal('internal', 'internal error'))
})

test('[REG4] a skill can say what went wrong', async () => {
  const failing = echo({ run: () => Promise.reject(new SkillError('failed', 'the well is dry')) })
  await expect(call(failing, { text: '' })).rejects.toMatchObject(refusal('failed', 'the well is dry'))
})

test('[REG5] a right is asked of a proven identity', async () => {
  const skill = echo({ rights: ['op'] })
  const op = callerOf({ tokenName: 'root', rights: ['op'] })
  const registry = createRegistry({ skills: [skill] })
  await expect(call(skill, { text: '' })).rejects.toMatchObject(refusal('forbidden', 'test/echo needs the right op'))
  await expect(call(skill, { text: '' }, callerOf({ tokenName: 'guest' }))).rejects.toMatchObject({ code: 'forbidden' })
  expect(await call(skill, { text: 'x' }, op)).toEqual({ text: 'x' })
  expect(registry.list(anyone)).toEqual([])
  expect(registry.list(op)).toEqual([skill])
})

test('[REG6] a skill that wants signatures takes no others', async () => {
  const skill = echo({ signatureRequired: true })
  await expect(call(skill, { text: '' })).rejects.toMatchObject(
    refusal('signature_required', 'test/echo only takes signed calls'),
  )
  expect(await call(skill, { text: 'x' }, callerOf({ meshId: 'k' }))).toEqual({ text: 'x' })
})

test('[REG7] a call that takes too long is ended and told so', async () => {
  let reason: unknown
  const slow = echo({
    timeoutMs: 5,
    run: (_input, { signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          reason = signal.reason
        })
      }),
  })
  await expect(call(slow, { text: '' })).rejects.toMatchObject(refusal('timeout', 'test/echo took longer than 5 ms'))
  expect(reason).toMatchObject({ code: 'timeout' })
})

test('[REG8] a skill without what it builds on does not run', async () => {
  const skill = echo({ dependencies: ['test/other'] })
  await expect(call(skill, { text: '' })).rejects.toMatchObject(
    refusal('missing_dependency', 'test/echo needs the skill test/other'),
  )
})

test('[REG9] every call leaves one record and is counted', async () => {
  const records: AuditRecord[] = []
  let now = 1000
  const skill = echo({
    run: ({ text }) => {
      now += 7
      return { text }
    },
  })
  const registry = createRegistry({ skills: [skill], now: () => now, audit: (record) => records.push(record) })
  const request = { skill: 'test/echo', caller: callerOf({ agentId: 'a1' }), door: 'test' }
  await registry.call({ ...request, input: { text: 'x' } })
  await expect(registry.call({ ...request, input: {} })).rejects.toThrow('text: ')
  await expect(registry.call({ ...request, skill: 'test/none', input: {} })).rejects.toMatchObject({
    code: 'not_found',
  })
  const known = { skill: 'test/echo', version: '1.0.0', origin: 'builtin', caller: 'a1', door: 'test' } as const
  expect(records).toEqual([
    { ...known, atMs: 1000, durationMs: 7, outcome: 'ok' },
    { ...known, atMs: 1007, durationMs: 0, outcome: 'bad_input' },
    { ...known, atMs: 1007, durationMs: 0, outcome: 'not_found', skill: 'test/none', version: '', origin: 'none' },
  ])
  expect(registry.counters().get('test/echo')).toMatchObject({
    calls: 2,
    failuresByCode: { bad_input: 1 },
    durationMsSum: 7,
    durationCounts: DURATION_BUCKETS_MS.map((end) => (end === 1 || end === 10 ? 1 : 0)).concat([0]),
  })
})

test('[NAME1] one name, spelled by each dialect', () => {
  const registry = createRegistry({ skills: [echo({ name: 'voxelcraft/get_obs' })] })
  const found = [
    registry.find('voxelcraft.get_obs', 'sidecar'),
    registry.find('voxelcraft_get_obs', 'mcp'),
    registry.find('voxelcraft/get_obs', 'mesh'),
    registry.find('voxelcraft_get_obs', 'operator'),
  ]
  expect(found.map((skill) => skill?.name)).toEqual(Array.from({ length: 4 }, () => 'voxelcraft/get_obs'))
  expect(registry.find('voxelcraft_get_obs', 'sidecar')).toBeUndefined()
})

test('[NAME2] names that look the same in one dialect cannot both exist', () => {
  const registry = createRegistry({ skills: [echo({ name: 'a/b_c' })] })
  expect(() => registry.register(echo({ name: 'a_b/c' }))).toThrow(
    'skill a_b/c: its name in dialect mcp a_b_c is taken by a/b_c',
  )
  expect(registry.find('a_b/c', 'mesh')).toBeUndefined()
})

test('[NAME3] a definition with a bad name, version or limit is refused', () => {
  expect(() => echo({ name: 'Echo' })).toThrow('skill name "Echo": lower-case segments joined by /, each of a-z')
  expect(() => echo({ version: '1' })).toThrow('skill test/echo: version must look like 1.2.3, got "1"')
  expect(() => echo({ timeoutMs: 0 })).toThrow('skill test/echo: timeoutMs must be greater than 0, got 0')
})

test('[REG10] a caller that has gone ends its call', async () => {
  const gone = new AbortController()
  let reason: unknown
  const waiting = echo({
    run: (_input, { signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          reason = signal.reason
        })
        gone.abort()
      }),
  })
  const request = { skill: 'test/echo', input: { text: '' }, caller: anyone, door: 'test', signal: gone.signal }
  const registry = createRegistry({ skills: [waiting] })
  await expect(registry.call(request)).rejects.toMatchObject(refusal('cancelled', 'test/echo was cancelled'))
  expect(reason).toMatchObject({ code: 'cancelled' })
  reason = undefined
  await expect(registry.call(request)).rejects.toMatchObject({ code: 'cancelled' })
  expect(reason).toBeUndefined()
})

test('[REG11] progress reaches whoever asked for it, and nobody after the end', async () => {
  let report: SkillContext['progress'] = () => undefined
  const skill = echo({
    run: ({ text }, { progress }) => {
      report = progress
      progress({ progress: 1, message: 'half' })
      return { text }
    },
  })
  const steps: unknown[] = []
  const registry = createRegistry({ skills: [skill] })
  const onProgress = (step: unknown): unknown => steps.push(step)
  await registry.call({ skill: 'test/echo', input: { text: '' }, caller: anyone, door: 'test', onProgress })
  report({ progress: 2 })
  expect(steps).toEqual([{ progress: 1, message: 'half' }])
})

test('[REG12] a registration is told', () => {
  const registry = createRegistry()
  let changes = 0
  const stop = registry.onChange(() => {
    changes += 1
  })
  registry.register(echo())
  stop()
  registry.register(echo({ name: 'test/other' }))
  expect(changes).toBe(1)
})

test('[NAME4] a name is found in any dialect, the asked one first', () => {
  const registry = createRegistry({ skills: [echo({ name: 'a/b' })] })
  expect(['a.b', 'a_b', 'a/b', 'ab'].map((name) => registry.findAny(name, 'mcp')?.name)).toEqual([
    'a/b',
    'a/b',
    'a/b',
    undefined,
  ])
})
