import { expect, test } from 'vitest'
import { REMOTE_CALLS_MAX } from './limits.js'
import { openRemotes } from './testing/open-remotes.js'
import { echoSkill, type ScriptedAnswer, startScriptedRemote } from './testing/scripted-remote.js'

const POST = 'POST /mcp/echo/say'
const HELLO = { text: 'hello' }

const FAILURES: readonly (readonly [string, ScriptedAnswer, RegExp])[] = [
  ['a cut connection', 'cut', /^unavailable: http/],
  [
    '5xx',
    { status: 500, body: { success: false, data: null, error: 'broken' } },
    /^unavailable: .* answered 500: broken$/,
  ],
  ['what is no JSON', { body: '<html>' }, /^bad_output: .* answered nonsense: bad JSON/],
  ['what is no envelope', { body: { ok: 1 } }, /^bad_output: .* answered nonsense: no envelope with success$/],
  [
    'more than 4 MiB',
    { body: 'x'.repeat(4 * 1024 * 1024 + 1) },
    /^bad_output: .* answers with more than 4194304 bytes$/,
  ],
  ['success without data', { body: { success: true } }, /^bad_output: .* nonsense: success without data$/],
  ['a failure without error', { body: { success: false } }, /^bad_output: .* nonsense: a failure without its error$/],
  ['no signature', { body: { success: true, data: HELLO }, isSigned: false }, /nonsense: the reply is not signed$/],
  [
    'a foreign nonce',
    { body: { success: true, data: HELLO }, headers: { 'x-nonce': 'aaaaaaaaaaaaaaaaaaaaaa' } },
    /nonsense: the reply does not echo the nonce of the call$/,
  ],
  ['redirect elsewhere', { status: 307, body: '', headers: { location: 'http://169.254.169.254/' } }, /^unavailable: /],
]

for (const [what, answer, expected] of FAILURES) {
  test(`[REMOTE5] ${what}, three times in a row, disables the remote and is logged`, async () => {
    const remote = await startScriptedRemote()
    const { remotes, call, refusal, failures } = await openRemotes()
    await remotes.add(remote.url)
    remote.answer = ({ method }) => (method === 'POST' ? answer : undefined)
    expect(await refusal('echo/say', HELLO)).toMatch(expected)
    expect(await refusal('echo/say', HELLO)).toMatch(expected)
    remote.answer = () => undefined
    expect(await call('echo/say', HELLO)).toEqual(HELLO)
    expect(remotes.list()[0]?.failures).toBe(0)
    remote.answer = ({ method }) => (method === 'POST' ? answer : undefined)
    for (let count = 0; count < 3; count += 1) expect(await refusal('echo/say', HELLO)).toMatch(expected)
    const posts = remote.requests.length
    expect(await refusal('echo/say', HELLO)).toBe(
      `unavailable: echo/say is not available: ${remote.url} failed 3 times in a row and is disabled`,
    )
    expect(remote.requests).toHaveLength(posts)
    const lines = await failures()
    expect(lines.map(({ event }) => event)).toEqual(['failure', 'failure', 'failure', 'failure', 'failure', 'disabled'])
    const reasons = lines.slice(2, 5).map(({ reason }) => reason)
    expect(lines.at(-1)).toEqual({
      ts: expect.any(String) as string,
      event: 'disabled',
      endpoint: remote.url,
      skill: 'echo/say',
      agent_id: remote.identity.agentId,
      failures: reasons,
    })
  })
}

test('[REMOTE5] a call that takes too long is a failure; one its caller gave up is not', async () => {
  const remote = await startScriptedRemote([echoSkill({ timeout_ms: 30 })])
  const { remotes, refusal, failures } = await openRemotes()
  await remotes.add(remote.url)
  const abort = new AbortController()
  remote.answer = ({ method }) => {
    if (method !== 'POST') return undefined
    abort.abort()
    return 'hang'
  }
  expect(await refusal('echo/say', HELLO, abort.signal)).toBe('cancelled: echo/say was cancelled')
  expect(await failures()).toEqual([])
  expect(await refusal('echo/say', HELLO)).toBe('timeout: echo/say took longer than 30 ms')
  await expect.poll(async () => (await failures()).map(({ event }) => event)).toEqual(['failure'])
  expect(remotes.list()[0]?.failures).toBe(1)
})

const NO_FAILURES: readonly (readonly [string, ScriptedAnswer, string])[] = [
  ['a business failure', { body: { success: false, data: null, error: 'no such place' } }, 'failed: no such place'],
  [
    '401',
    { status: 401, body: { success: false, data: null, error: 'who?' } },
    'failed: URL/echo/say refused the call with 401: who?',
  ],
  ['400 as text', { status: 400, body: 'bad' }, 'failed: URL/echo/say refused the call with 400: no reason given'],
]

for (const [what, answer, expected] of NO_FAILURES) {
  test(`[REMOTE5] ${what} is not counted`, async () => {
    const remote = await startScriptedRemote()
    const { remotes, refusal, failures } = await openRemotes()
    await remotes.add(remote.url)
    remote.answer = ({ method }) => (method === 'POST' ? answer : undefined)
    for (let count = 0; count < 4; count += 1) {
      expect(await refusal('echo/say', HELLO)).toBe(expected.replace('URL', remote.url))
    }
    expect(await failures()).toEqual([])
    expect(remotes.list()[0]?.state).toBe('enabled')
  })
}

test('[REMOTE5] a proper no starts the count again', async () => {
  const remote = await startScriptedRemote()
  const { remotes, refusal } = await openRemotes()
  await remotes.add(remote.url)
  const answers: ScriptedAnswer[] = ['cut', 'cut', { body: { success: false, data: null, error: 'no' } }, 'cut', 'cut']
  remote.answer = () => answers.shift()
  for (let count = 0; count < 5; count += 1) await refusal('echo/say', HELLO)
  expect(remotes.list().map(({ state, failures }) => [state, failures])).toEqual([['enabled', 2]])
})

test('[REMOTE9] a remote that asks for a pause gets it', async () => {
  const remote = await startScriptedRemote()
  const { remotes, clock, call, refusal } = await openRemotes()
  await remotes.add(remote.url)
  remote.answer = ({ method }) =>
    method === 'POST' ? { status: 429, body: '{}', headers: { 'retry-after': '7' } } : undefined
  expect(await refusal('echo/say', HELLO)).toBe(`busy: ${remote.url}/echo/say takes no more calls for 7s`)
  remote.answer = () => undefined
  expect(await refusal('echo/say', HELLO)).toBe(`busy: ${remote.url} takes no more calls for 7s`)
  clock.advance(7_000)
  expect(await call('echo/say', HELLO)).toEqual(HELLO)
  expect(remote.requests.filter((line) => line === POST)).toHaveLength(2)
})

test('[REMOTE8] a disabled remote is looked at after 1 minute, 2, 4; it comes back by itself, with a line', async () => {
  const remote = await startScriptedRemote()
  const { remotes, clock, call, refusal, failures } = await openRemotes()
  await remotes.add(remote.url)
  await remote.stop()
  for (let count = 0; count < 3; count += 1) await refusal('echo/say', HELLO)
  const state = (): unknown[] => remotes.list().map((one) => [one.state, one.failures])
  expect(state()).toEqual([['disabled', 3]])
  const { disabledSinceMs = 0, nextProbeMs = 0 } = remotes.list()[0] ?? {}
  expect(Math.abs(nextProbeMs - disabledSinceMs - 60_000)).toBeLessThan(5)
  for (const minutes of [1, 2]) {
    clock.advance(minutes * 60_000)
    await expect.poll(() => clock.waitingMs().includes(minutes * 2 * 60_000)).toBe(true)
  }
  expect(state()).toEqual([['disabled', 3]])
  await remote.start()
  clock.advance(4 * 60_000)
  await expect.poll(state).toEqual([['enabled', 0]])
  expect(await call('echo/say', HELLO)).toEqual(HELLO)
  expect((await failures()).at(-1)).toEqual({
    ts: expect.any(String) as string,
    event: 'enabled',
    endpoint: remote.url,
    skill: '',
    agent_id: remote.identity.agentId,
    reason: 'it answers again',
  })
})

test('[REMOTE8] where people decide, nothing is looked at until one enables it', async () => {
  const remote = await startScriptedRemote()
  const { remotes, clock, call, refusal } = await openRemotes({ policy: { reenable: 'manual' } })
  await remotes.add(remote.url)
  remote.answer = ({ method }) => (method === 'POST' ? 'cut' : undefined)
  for (let count = 0; count < 3; count += 1) await refusal('echo/say', HELLO)
  remote.answer = () => undefined
  const before = remote.requests.length
  clock.advance(60 * 60_000)
  expect(remotes.list().map(({ state, nextProbeMs }) => [state, nextProbeMs])).toEqual([['disabled', undefined]])
  expect(remote.requests).toHaveLength(before)
  await remotes.enable(remote.url)
  expect(await call('echo/say', HELLO)).toEqual(HELLO)
})

test('[REMOTE8] a call that was under way when the remote was disabled comes to its end', async () => {
  const remote = await startScriptedRemote()
  const { remotes, call, refusal } = await openRemotes()
  await remotes.add(remote.url)
  let release = (): void => undefined
  const arrived = new Promise<void>((resolve) => {
    remote.answer = async ({ body }) => {
      const { text } = (body as { params: { text: string } }).params
      if (text !== 'slow') return 'cut'
      resolve()
      await new Promise<void>((go) => {
        release = go
      })
      return undefined
    }
  })
  const slow = call('echo/say', { text: 'slow' })
  await arrived
  for (let count = 0; count < 3; count += 1) await refusal('echo/say', HELLO)
  release()
  expect(await slow).toEqual({ text: 'slow' })
  expect(remotes.list()[0]?.state).toBe('disabled')
})

for (const [what, skills] of [
  ['of one skill', [echoSkill()]],
  ['of two skills', [echoSkill(), echoSkill({ name: 'echo/again' })]],
] as const) {
  test(`[REMOTE8] calls ${what} that wait when the remote is disabled are refused, and none reaches it`, async () => {
    const remote = await startScriptedRemote(skills)
    const { remotes, call, refusal } = await openRemotes()
    await remotes.add(remote.url)
    const release: (() => void)[] = []
    const names = skills.map(({ name }) => name)
    const allArrived = new Promise<void>((resolve) => {
      remote.answer = async ({ method }) => {
        if (method === 'GET') return 'cut'
        await new Promise<void>((go) => {
          if (release.push(go) === REMOTE_CALLS_MAX) resolve()
        })
        return undefined
      }
    })
    const perSkill = REMOTE_CALLS_MAX / names.length
    const underWay = names.flatMap((name) => Array.from({ length: perSkill }, () => call(name, HELLO)))
    await allArrived
    const waiting = names.flatMap((name) => [refusal(name, HELLO), refusal(name, HELLO)])
    for (let count = 0; count < 3; count += 1) await remotes.refresh()
    expect(remotes.list()[0]?.state).toBe('disabled')
    for (const go of release) go()
    expect(await Promise.all(underWay)).toEqual(underWay.map(() => HELLO))
    const reason = `unavailable: ${remote.url} failed 3 times in a row and is disabled`
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => reason))
    expect(remote.requests.filter((line) => line.startsWith('POST'))).toHaveLength(REMOTE_CALLS_MAX)
    expect(remotes.list()[0]?.failures).toBe(3)
  })
}
