import { expect, test } from 'vitest'
import { callOnce } from './call-once.js'
import { startScriptedRemote, testIdentity } from './testing/scripted-remote.js'

const HELLO = { text: 'hello' }

async function remoteAnd() {
  const remote = await startScriptedRemote()
  const { schema, ...brief } = remote.skills[0] ?? { schema: {} }
  // Asked about one skill, a service answers with that skill alone.
  remote.answer = ({ path }) => {
    const { agentId, publicKeyText: pubkey, machineContext } = remote.identity
    if (path !== '/mcp/echo/say/info') return undefined
    return { body: { ...brief, schema, pubkey, agent_id: agentId, machine_context: machineContext } }
  }
  const call = (input: unknown, url = `${remote.url}/echo/say`) =>
    callOnce({ identity: testIdentity('caller'), url, input, guard: { allow: ['127.0.0.1'] } })
  return { remote, call }
}

test('[ONCE1] reads, checks, signs, calls', async () => {
  const { remote, call } = await remoteAnd()
  expect(await call(HELLO)).toEqual(HELLO)
  expect(remote.requests).toEqual(['GET /mcp/echo/say/info', 'POST /mcp/echo/say'])
})

test('[ONCE1] bad input is not sent, and what is no skill is named', async () => {
  const { remote, call } = await remoteAnd()
  await expect(call({ text: 1 })).rejects.toMatchObject({ code: 'bad_input', message: 'text: must be string' })
  await expect(call(HELLO, `${remote.url}/nothing/here`)).rejects.toMatchObject({ code: 'not_found' })
  await expect(call(HELLO, 'http://127.0.0.1:1/elsewhere')).rejects.toMatchObject({ code: 'bad_input' })
  expect(remote.requests).not.toContain('POST /mcp/echo/say')
})

test('[ONCE1] an answer by another key, or of another shape, is refused', async () => {
  const { remote, call } = await remoteAnd()
  const proper = remote.answer
  remote.answer = (request) => {
    if (request.method === 'POST') remote.identity = testIdentity()
    return proper(request)
  }
  await expect(call(HELLO)).rejects.toMatchObject({
    code: 'bad_output',
    message: `${remote.url}/echo/say answered nonsense: the reply is signed by another key`,
  })
  remote.answer = (request) =>
    request.method === 'POST' ? { body: { success: true, data: { text: 1 } } } : proper(request)
  await expect(call(HELLO)).rejects.toMatchObject({
    code: 'bad_output',
    message: `${remote.url}/echo/say answered what its schema does not allow: text: must be string`,
  })
})
