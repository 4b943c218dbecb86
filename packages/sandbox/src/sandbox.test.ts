import { afterAll, describe, expect, test } from 'vitest'
import { HOST_CALLS_MAX, HOST_CALLS_WAITING_MAX, LOG_LINES_MAX } from './limits.js'
import { createSandbox, type HostFunction, type RunRequest } from './sandbox.js'
import type { ScriptOutcome } from './script.js'

const sandbox = createSandbox()
afterAll(() => sandbox.close())

const run = (source: string, more: Partial<RunRequest> = {}): Promise<ScriptOutcome> => sandbox.run({ source, ...more })
const body = (text: string): string => `export default async (input) => { ${text} }`
const valueOf = async (source: string, more: Partial<RunRequest> = {}): Promise<unknown> => {
  const outcome = await run(source, more)
  if (!outcome.ok) throw new Error(`${outcome.failure}: ${outcome.message}`)
  return outcome.value
}
const failureOf = async (source: string, more: Partial<RunRequest> = {}): Promise<string> => {
  const outcome = await run(source, more)
  return outcome.ok ? `gave ${JSON.stringify(outcome.value)}` : outcome.failure
}
const gives = (how: HostFunction['gives'], call: HostFunction['call']): HostFunction => ({ gives: how, call })

describe('what a script is', () => {
  test('[RUN1] a module gives what its default export makes of the input', async () => {
    expect(await valueOf('export default ({ left, right }) => left + right', { input: { left: 2, right: 40 } })).toBe(
      42,
    )
    expect(await valueOf(body('await null; return [input]'))).toEqual([null])
    expect(await valueOf(body(''))).toBeNull()
  })

  test('[RUN2] a script gives the value of its last expression', async () => {
    const source = 'const double = input.at * 2; await null; double + 1'
    expect(await valueOf(source, { kind: 'script', input: { at: 3 } })).toBe(7)
  })

  test('[RUN3] what it throws is told with its line', async () => {
    expect(await run('\n\nexport default () => { throw new TypeError("bad") }')).toMatchObject({
      ok: false,
      failure: 'threw',
      message: 'TypeError: bad',
      line: 3,
    })
    expect(await run('\nexport default () => {')).toMatchObject({ ok: false, failure: 'threw', line: 2 })
    expect(await run('throw 5', { kind: 'script' })).toMatchObject({ failure: 'threw', message: 'thrown: 5' })
    expect(await run('export const x = 1')).toMatchObject({ failure: 'threw', message: /default export/ })
  })

  test('[RUN4] a value that is no JSON data is refused', async () => {
    expect(await failureOf(body('return () => 1'))).toBe('bad_result')
    expect(await failureOf(body('const o = {}; o.o = o; return o'))).toBe('bad_result')
    expect(await failureOf(body('return 1n'))).toBe('bad_result')
    expect(await failureOf(body('return "x".repeat(1100000)'))).toBe('bad_result')
  })

  test('[RUN5] what it writes is kept up to a bound', async () => {
    const { log, logLinesLeftOut } = await run(
      body('console.warn("a", { b: 1 }); for (let i = 0; i < 300; i++) console.log(i)'),
    )
    expect(log[0]).toEqual({ level: 'warn', text: 'a {"b":1}' })
    expect([log.length, logLinesLeftOut]).toEqual([LOG_LINES_MAX, 301 - LOG_LINES_MAX])
  })

  test('[RUN6] a script that waits for nothing that could come is told so', async () => {
    expect(await failureOf(body('await new Promise(() => {})'))).toBe('stuck')
  })

  test('[RUN7] a request that breaks a rule is refused with its name', async () => {
    await expect(run('1', { fuel: 0 })).rejects.toThrow('fuel: ')
    await expect(run('1', { memoryBytes: 5 })).rejects.toThrow('memoryBytes: ')
    await expect(run('1', { host: { __proto: gives('value', () => 1) } })).rejects.toThrow('host.__proto: ')
  })
})

describe('no power of its own', () => {
  test('[POWER1] neither clock, timers, network nor modules', async () => {
    const names = ['performance', 'WeakRef', 'setTimeout', 'fetch', 'require', 'process', 'WebAssembly', '__send']
    expect(await valueOf(body(`return ${JSON.stringify(names)}.map((name) => typeof globalThis[name])`))).toEqual(
      names.map(() => 'undefined'),
    )
    expect(await failureOf('import fs from "node:fs"; export default () => 1')).toBe('threw')
    expect(await failureOf(body('return (await import("node:fs")).default'))).toBe('threw')
  })

  test('[POWER2] time stands still at what is given, and chance follows its seed', async () => {
    const source = body('return [Date.now(), new Date(2020, 0).getTime(), Math.random(), Math.random()]')
    const given = { nowMs: 1_700_000_000_000, seed: 7 }
    const first = await valueOf(source, given)
    expect(await valueOf(source, given)).toEqual(first)
    expect((first as number[]).slice(0, 2)).toEqual([1_700_000_000_000, Date.UTC(2020, 0)])
    expect(await valueOf(source, { ...given, seed: 8 })).not.toEqual(first)
  })

  test('[POWER3] no chain of constructors leads out', async () => {
    const attempts = [
      'return (function () {}).constructor("return process.version")()',
      'return host.echo.constructor("return process.version")()',
      'return (await host.later()).constructor.constructor("return process")()',
      'try { await host.fails() } catch (error) { return error.constructor.constructor("return process")() }',
    ]
    const host = {
      echo: gives('value', () => 1),
      later: gives('promise', () => ({})),
      fails: gives('promise', () => {
        throw new Error('no')
      }),
    }
    for (const attempt of attempts) expect(await failureOf(body(attempt), { host })).toBe('threw')
  })

  test('[POWER4] what a script does to built-ins ends with it', async () => {
    await run(body('Object.prototype.polluted = 1; JSON.stringify = () => "no"; Array.prototype.map = null'))
    expect(await valueOf(body('return [{}.polluted, JSON.stringify([1])]'))).toEqual([null, '[1]'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(await valueOf(body('JSON.stringify = () => "no"; Promise.prototype.then = null; return 1'))).toBe(1)
  })

  test('[POWER5] keys such as __proto__ arrive at the host as data', async () => {
    const seen: unknown[] = []
    const host = { take: gives('value', ([value]) => void seen.push(value)) }
    await run(body('host.take(JSON.parse(\'{"__proto__":{"isAdmin":true}}\'))'), { host })
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
    expect((seen[0] as Record<string, unknown>).isAdmin).toBe(undefined)
  })
})

describe('host functions', () => {
  test('[HOST1] give a value or a promise, with JSON data on both sides', async () => {
    const host = {
      add: gives('value', ([left, right]) => (left as number) + (right as number)),
      'world.get': gives('promise', async ([at]) => ({ at })),
    }
    expect(await valueOf(body('return [host.add(1, 2), await host.world.get([3])]'), { host })).toEqual([
      3,
      { at: [3] },
    ])
    expect(
      await valueOf(body('return [Object.keys(host), Object.isFrozen(host), typeof host.other]'), { host }),
    ).toEqual([['add', 'world'], true, 'undefined'])
  })

  test('[HOST2] what one throws reaches the script as its message only', async () => {
    const fails = (): never => {
      throw new RangeError('too far')
    }
    const host = { now: gives('value', fails), later: gives('promise', fails) }
    const source = body(`const seen = []
      try { host.now() } catch (error) { seen.push(error.message) }
      try { await host.later() } catch (error) { seen.push(error.message) }
      return seen`)
    expect(await valueOf(source, { host })).toEqual(['too far', 'too far'])
  })

  test('[HOST3] answers come in the order of the calls, whichever is there first', async () => {
    const settle: (() => void)[] = []
    const host = {
      first: gives('promise', () => new Promise<void>((resolve) => settle.push(resolve))),
      second: gives('promise', () => settle[0]?.()),
    }
    const source = body(`const order = []
      await Promise.all([host.first().then(() => order.push(1)), host.second().then(() => order.push(2))])
      return order`)
    expect(await valueOf(source, { host })).toEqual([1, 2])
  })

  test('[HOST4] calls are bounded in number, at the same time and in size', async () => {
    const host = { go: gives('promise', () => null), now: gives('value', () => null) }
    const flood = `try { await Promise.all(Array.from({ length: ${HOST_CALLS_WAITING_MAX + 1} }, () => host.go())) } catch (error) { return error.message }`
    expect(await valueOf(body(flood), { host })).toMatch(/at the same time/)
    const many = `try { for (let i = 0; i <= ${HOST_CALLS_MAX}; i++) host.now() } catch (error) { return error.message }`
    expect(await valueOf(body(many), { host, deadlineMs: 60_000 })).toMatch(/more than 10000 calls/)
    const big = 'try { host.now("x".repeat(1100000)) } catch (error) { return error.message }'
    expect(await valueOf(body(big), { host })).toMatch(/arguments longer than/)
  })
})

describe('bounds', () => {
  test('[FUEL1] a loop ends when its fuel does, and cannot catch that', async () => {
    expect(await failureOf(body('for (;;);'), { fuel: 100 })).toBe('out_of_fuel')
    expect(await failureOf(body('try { for (;;); } catch { return 1 } finally { for (;;); }'), { fuel: 100 })).toBe(
      'out_of_fuel',
    )
    expect(await failureOf(body('/(a+)+$/.test("a".repeat(40) + "b")'), { fuel: 100 })).toBe('out_of_fuel')
  })

  test('[FUEL2] the same run uses the same fuel and is cut at the same place', async () => {
    const source = body('let at = 0; for (;;) { if (++at % 1000 === 0) console.log(at) }')
    const runs = [await run(source, { fuel: 50 }), await run(source, { fuel: 50 }), await run(source, { fuel: 50 })]
    expect(runs[1]).toEqual(runs[0])
    expect(runs[2]).toEqual(runs[0])
    expect(runs[0]?.log.length).toBeGreaterThan(10)
  })

  test('[MEMORY1] memory is held, whatever it is asked for with', async () => {
    const bounds = { memoryBytes: 8 * 1024 * 1024 }
    const greedy = [
      'const all = []; for (;;) all.push("x".repeat(100000) + all.length)',
      'const all = []; for (;;) all.push(new Array(10000).fill(all.length))',
      'new Uint8Array(64 * 1024 * 1024)',
      'const all = new Map(); for (let i = 0; ; i++) all.set(i, { i })',
    ]
    for (const source of greedy) expect(await failureOf(body(source), bounds)).toBe('out_of_memory')
    expect(await valueOf(body('return 1'), bounds)).toBe(1)
  })

  test('[STACK1] endless recursion is an error of the script', async () => {
    expect(await valueOf(body('const f = () => f() + 1; try { f() } catch (error) { return error.name }'))).toBe(
      'RangeError',
    )
  })

  test('[TIME1] at its deadline a run ends, also while it waits for the host', async () => {
    const host = {
      never: gives('value', () => new Promise(() => {})),
      later: gives('promise', () => new Promise(() => {})),
    }
    for (const source of ['for (;;) await null', 'host.never()', 'await host.later()']) {
      expect(await failureOf(body(source), { host, deadlineMs: 200, fuel: 10 ** 9 })).toBe('deadline')
    }
    expect(await valueOf(body('return 1'))).toBe(1)
  })

  test('[TIME2] whoever asked can cancel, and the host hears that it is over', async () => {
    const stop = new AbortController()
    let heard: AbortSignal | undefined
    const host = {
      begun: gives('promise', (_, signal) => {
        heard = signal
        stop.abort()
        return new Promise(() => {})
      }),
    }
    expect(await failureOf(body('await host.begun()'), { host, signal: stop.signal })).toBe('cancelled')
    expect(heard?.aborted).toBe(true)
    expect(await failureOf(body('return 1'), { signal: AbortSignal.abort() })).toBe('cancelled')
  })

  test('[TURN1] more runs than threads wait for their turn', async () => {
    const values = await Promise.all(Array.from({ length: 8 }, (_, at) => valueOf(body('return input'), { input: at })))
    expect(values).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })
})
