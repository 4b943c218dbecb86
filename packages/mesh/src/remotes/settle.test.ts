import { expect, test } from 'vitest'
import { signRotation } from '../identity/rotation.js'
import { openRemotes } from './testing/open-remotes.js'
import { echoSkill, startScriptedRemote, testIdentity } from './testing/scripted-remote.js'

const HELLO = { text: 'hello' }
const CHANGED = {
  inputSchema: { type: 'object', properties: { text: { type: 'string' }, loud: { type: 'boolean' } } },
  outputSchema: {},
}

test('[DRIFT1] a declared change is told in the words of the protocol, once, and then used', async () => {
  const remote = await startScriptedRemote([echoSkill({ name: 'goplaces' })])
  const { remotes, warnings, call } = await openRemotes()
  await remotes.add(remote.url)
  remote.skills = [echoSkill({ name: 'goplaces', version: '1.3', schema: CHANGED })]
  await remotes.refresh()
  await remotes.refresh()
  expect(warnings).toEqual(['Skill goplaces/v1.1 is outdated. New: v1.3'])
  expect(remotes.list()[0]?.drift).toEqual(warnings)
  expect(await call('goplaces', { loud: true })).toEqual({ loud: true })
})

test('[DRIFT2] an undeclared change switches the skill off until somebody approves it', async () => {
  const remote = await startScriptedRemote()
  const first = await openRemotes()
  await first.remotes.add(remote.url)
  remote.skills = [echoSkill({ schema: CHANGED })]
  await first.remotes.refresh()
  await first.remotes.refresh()
  expect(first.warnings).toEqual(['Skill echo/say/v1.1: schema changed without version bump'])
  const off = 'unavailable: echo/say is not available: schema changed without version bump'
  expect(await first.refusal('echo/say', HELLO)).toBe(off)
  expect(first.remotes.list()[0]?.drift).toEqual(first.warnings)
  expect(remote.requests).not.toContain('POST /mcp/echo/say')

  const second = await openRemotes({ directory: first.directory })
  await second.remotes.add(remote.url)
  expect([await second.refusal('echo/say', HELLO), second.warnings]).toEqual([off, []])
  await expect(second.remotes.approve('echo/other')).rejects.toThrow('nothing waits for approval under "echo/other"')
  await second.remotes.approve('echo/say')
  expect(await second.call('echo/say', HELLO)).toEqual(HELLO)
  expect(second.remotes.list()[0]?.drift).toEqual([])

  await first.remotes.look()
  expect(await first.call('echo/say', HELLO)).toEqual(HELLO)
})

test('[DRIFT2] a skill that changes back is on again by itself', async () => {
  const remote = await startScriptedRemote()
  const { remotes, call } = await openRemotes()
  await remotes.add(remote.url)
  remote.skills = [echoSkill({ schema: CHANGED })]
  await remotes.refresh()
  remote.skills = [echoSkill()]
  await remotes.refresh()
  expect([await call('echo/say', HELLO), remotes.list()[0]?.drift]).toEqual([HELLO, []])
})

test('[DRIFT2] where the policy is to warn, it stays on', async () => {
  const remote = await startScriptedRemote()
  const { remotes, warnings, call } = await openRemotes({ policy: { drift: 'warn' } })
  await remotes.add(remote.url)
  remote.skills = [echoSkill({ schema: CHANGED })]
  await remotes.refresh()
  await remotes.refresh()
  expect(warnings).toEqual(['Skill echo/say/v1.1: schema changed without version bump'])
  expect(await call('echo/say', { loud: true })).toEqual({ loud: true })
})

test('[DRIFT3] a step back is told', async () => {
  const remote = await startScriptedRemote()
  const { remotes, warnings, call } = await openRemotes()
  await remotes.add(remote.url)
  remote.skills = [echoSkill({ version: '1.0' })]
  await remotes.refresh()
  expect(warnings).toEqual(['Skill echo/say/v1.1 was replaced by the older v1.0'])
  expect(await call('echo/say', HELLO)).toEqual(HELLO)
})

test('[PIN1] another key than on first use puts the remote in quarantine until somebody approves it', async () => {
  const remote = await startScriptedRemote()
  const { remotes, warnings, call, refusal } = await openRemotes()
  const before = await remotes.add(remote.url)
  remote.identity = testIdentity()
  const { agentId } = remote.identity
  await remotes.refresh()
  await remotes.refresh()
  expect(warnings).toEqual([`scripted shows another key than before: ${agentId} in place of ${before.agentId}`])
  expect(remotes.list().map((one) => [one.state, one.isOffered, one.agentId])).toEqual([
    ['quarantined', false, before.agentId],
  ])
  expect(await refusal('echo/say', HELLO)).toBe(
    'unavailable: echo/say is not available: its node shows another key than before, which nobody has approved',
  )
  await remotes.approve(remote.url)
  expect(await call('echo/say', HELLO)).toEqual(HELLO)
  expect(remotes.list().map((one) => [one.state, one.agentId])).toEqual([['enabled', agentId]])
})

test('[PIN2] a key that the earlier one names as its successor is followed; a statement by anybody else is not', async () => {
  const remote = await startScriptedRemote()
  const { remotes, call } = await openRemotes()
  await remotes.add(remote.url)
  const [earlier, middle, next] = [remote.identity, testIdentity(), testIdentity()]
  const stranger = testIdentity()
  remote.identity = next
  remote.info = { rotations: [{ ...signRotation(stranger, next.publicKey, 1), from_pubkey: earlier.publicKeyText }] }
  await remotes.refresh()
  expect(remotes.list()[0]?.state).toBe('quarantined')
  remote.info = { rotations: [signRotation(earlier, middle.publicKey, 1), signRotation(middle, next.publicKey, 2)] }
  await remotes.refresh()
  expect(remotes.list().map((one) => [one.state, one.publicKey])).toEqual([['enabled', next.publicKeyText]])
  expect(await call('echo/say', HELLO)).toEqual(HELLO)
})

test('[PIN1] who signed once must go on signing, and with a key that is its own', async () => {
  const remote = await startScriptedRemote()
  const { remotes, failures } = await openRemotes()
  await remotes.add(remote.url)
  remote.info = { pubkey: undefined }
  await remotes.refresh()
  remote.info = { agent_id: 'f00d' }
  await remotes.refresh()
  expect((await failures()).map(({ reason }) => reason)).toEqual([
    `${remote.url}/info answered nonsense: the reply is not signed`,
    `${remote.url}/info answered nonsense: info has an agent_id that is not of its pubkey`,
  ])
})

test('[PIN3] a remote that never signed is taken as it is', async () => {
  const remote = await startScriptedRemote()
  remote.answer = ({ path, body }) => {
    if (path !== '/mcp/info')
      return { body: { success: true, data: (body as { params: object }).params }, isSigned: false }
    const { schema, ...skill } = echoSkill()
    return { body: { name: 'plain', skills: [skill], schema: { 'echo/say': schema } }, isSigned: false }
  }
  const { remotes, call } = await openRemotes()
  const { state, agentId } = await remotes.add(remote.url)
  expect([state, agentId]).toEqual(['enabled', undefined])
  expect(await call('echo/say', HELLO)).toMatchObject(HELLO)
})
