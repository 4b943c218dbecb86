import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defineSkill, type Skill } from '@clawstead/skills'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startOrdinaryNode, startWatchingNode } from './watching-node.js'

const skill = (name: string, version: string, input: z.ZodType = z.strictObject({ place: z.string() })): Skill =>
  defineSkill({
    name,
    version,
    author: 'tests',
    description: `Answers for ${name}.`,
    input,
    output: z.object({ by: z.string() }),
    signatureRequired: true,
    run: () => ({ by: `${name} ${version}` }),
  })

const DENVER = { place: 'Denver' }

/** Three nodes on loopback, each of which knows the next: the watching one, then `b`, then `c`. */
async function ring() {
  const watching = await startWatchingNode()
  const c = await startOrdinaryNode({ name: 'c', skills: [skill('tides/today', '1.0.0')], remotes: [watching.url] })
  const b = await startOrdinaryNode({ name: 'b', skills: [skill('goplaces/search', '1.1.0')], remotes: [c.url] })
  await watching.remotes.add(b.url)
  return { watching, b, c }
}

test('[PEERS2] discovery in a ring ends, lists each node once with who named it, and makes nothing callable', async () => {
  const { watching, b, c } = await ring()
  await expect.poll(async () => (await (await fetch(`${b.url}/discover`)).json()) as string[]).toContain(c.url)
  const found = await watching.remotes.discover()
  expect(found.map(({ url, via, state, agentId }) => ({ url, via, state, agentId }))).toEqual([
    { url: c.url, via: b.url, state: 'listed', agentId: c.identity.agentId },
  ])
  expect(await watching.get('discover')).toEqual([watching.url, b.url, c.url])
  expect(await watching.call('goplaces/search', DENVER)).toEqual({
    status: 200,
    body: { success: true, data: { by: 'goplaces/search 1.1.0' } },
  })
  expect((await watching.call('tides/today', DENVER)).status).toBe(404)
  await watching.remotes.add(c.url)
  expect((await watching.call('tides/today', DENVER)).body).toEqual({
    success: true,
    data: { by: 'tides/today 1.0.0' },
  })
})

test('[REMOTE1] what a skill says about itself comes along', async () => {
  const { watching } = await ring()
  const info = (await watching.get('goplaces/search/info')) as Record<string, unknown>
  expect([info['description'], info['author'], info['version']]).toEqual([
    'Answers for goplaces/search.',
    'tests',
    '1.1.0',
  ])
})

test('[REMOTE5] [REMOTE6] [REMOTE8] a killed node is disabled after three failures, logged, and enabled when it is back', async () => {
  const { watching, b } = await ring()
  const call = () => watching.call('goplaces/search', DENVER)
  await b.kill()
  for (let count = 0; count < 3; count += 1) expect((await call()).status).toBe(503)
  expect(await call()).toEqual({
    status: 503,
    body: {
      success: false,
      data: null,
      error: `goplaces/search is not available: ${b.url} failed 3 times in a row and is disabled`,
    },
  })
  const reason = `unreachable: ${b.url}/goplaces/search: ECONNREFUSED`
  const line = {
    endpoint: b.url,
    skill: 'goplaces/search',
    agent_id: b.identity.agentId,
    ts: expect.any(String) as string,
  }
  const disabled = [
    { ...line, event: 'failure', reason },
    { ...line, event: 'failure', reason },
    { ...line, event: 'failure', reason },
    { ...line, event: 'disabled', failures: [reason, reason, reason] },
  ]
  expect(await watching.failures()).toEqual(disabled)
  const status = (await watching.get('status')) as { health: string; remotes: Record<string, unknown>[] }
  expect(status.health).toBe('degraded')
  expect(status.remotes).toMatchObject([{ url: b.url, state: 'disabled', failures: 3, skills: 1, drift: [] }])
  const [{ disabled_since: since, next_probe: next } = {}] = status.remotes
  expect(Math.round((Date.parse(String(next)) - Date.parse(String(since))) / 1000)).toBe(60)
  expect(await watching.get('discover')).toEqual([watching.url])

  await b.restart()
  expect((await call()).status).toBe(503)
  watching.clock.advance(60_000)
  await expect.poll(() => watching.remotes.list()[0]?.state).toBe('enabled')
  expect((await call()).status).toBe(200)
  expect((await watching.failures()).slice(4)).toEqual([
    { ...line, skill: '', event: 'enabled', reason: 'it answers again' },
  ])
})

test('[REMOTE5] a node that returns garbage is a bad gateway, and disabled at the third time', async () => {
  const { watching, b } = await ring()
  const { port } = new URL(b.url)
  await b.kill()
  const garbage = createServer((_, response) => response.end('<html>\u0000\u001b[31m welcome'))
  garbage.listen(Number(port), '127.0.0.1')
  await once(garbage, 'listening')
  onTestFinished(() => {
    garbage.close()
    garbage.closeAllConnections()
  })
  expect((garbage.address() as AddressInfo).port).toBe(Number(port))
  for (let count = 0; count < 3; count += 1) {
    expect(await watching.call('goplaces/search', DENVER)).toEqual({
      status: 502,
      body: {
        success: false,
        data: null,
        error: `${b.url}/goplaces/search answered nonsense: bad JSON: unexpected character, at character 1`,
      },
    })
  }
  expect((await watching.failures()).map(({ event }) => event)).toEqual(['failure', 'failure', 'failure', 'disabled'])
  expect((await watching.call('goplaces/search', DENVER)).status).toBe(503)
})

test('[REMOTE4] a 404 is believed for exactly one minute', async () => {
  const { watching, b } = await ring()
  b.registry.unregister('goplaces/search')
  const call = () => watching.call('goplaces/search', DENVER)
  const missing = (error: string) => ({ status: 404, body: { success: false, data: null, error } })
  expect(await call()).toEqual(missing(`goplaces/search not found at ${b.url}`))
  b.registry.register(skill('goplaces/search', '1.1.0'))
  expect(await call()).toEqual(missing(`goplaces/search not found at ${b.url} (cached, retry in 60s)`))
  watching.clock.advance(59_999)
  expect(await call()).toEqual(missing(`goplaces/search not found at ${b.url} (cached, retry in 1s)`))
  const status = (await watching.get('status')) as Record<string, unknown>
  expect(status['negative_cache']).toMatchObject([{ url: b.url, what: 'goplaces/search' }])
  watching.clock.advance(1)
  expect((await call()).status).toBe(200)
  expect(await watching.failures()).toEqual([])
})

test('[DRIFT1] a schema that changed with a new version is told in the exact words, and used', async () => {
  const { watching, b } = await ring()
  b.registry.unregister('goplaces/search')
  b.registry.register(skill('goplaces/search', '1.3.0', z.strictObject({ query: z.string() })))
  await watching.remotes.refresh()
  expect(watching.warnings).toEqual(['Skill goplaces/search/v1.1.0 is outdated. New: v1.3.0'])
  expect((await watching.call('goplaces/search', DENVER)).status).toBe(400)
  expect((await watching.call('goplaces/search', { query: 'coffee' })).body).toEqual({
    success: true,
    data: { by: 'goplaces/search 1.3.0' },
  })
})

test('[DRIFT2] a schema that changed without one is switched off, shown, and on again once approved', async () => {
  const { watching, b } = await ring()
  b.registry.unregister('goplaces/search')
  b.registry.register(skill('goplaces/search', '1.1.0', z.strictObject({ query: z.string() })))
  await watching.remotes.refresh()
  const warning = 'Skill goplaces/search/v1.1.0: schema changed without version bump'
  expect(watching.warnings).toEqual([warning])
  expect(await watching.call('goplaces/search', { query: 'coffee' })).toEqual({
    status: 503,
    body: {
      success: false,
      data: null,
      error: 'goplaces/search is not available: schema changed without version bump',
    },
  })
  const status = (await watching.get('status')) as { remotes: Record<string, unknown>[] }
  expect(status.remotes[0]?.['drift']).toEqual([warning])
  await watching.remotes.approve('goplaces/search')
  expect((await watching.call('goplaces/search', { query: 'coffee' })).status).toBe(200)
})
