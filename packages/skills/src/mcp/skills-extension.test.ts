import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type Caller, identifyCaller } from '../caller.js'
import { LISTED_SKILLS_MAX } from '../limits.js'
import { createRegistry, type Registry } from '../registry.js'
import { defineSkill, type Skill } from '../skill.js'
import { doorFetch } from '../testing/door-fetch.js'
import { offerSearch } from './many-skills.js'
import { createMcpDoor } from './mcp-door.js'

function skillOf(name: string, more: Partial<Skill> = {}): Skill {
  const skill = defineSkill({
    name,
    version: '1.0.0',
    author: 'tests',
    description: `For tests of ${name}.`,
    input: z.strictObject({ text: z.string() }),
    output: z.object({ text: z.string() }),
    run: ({ text }) => ({ text: `${name} ${text}` }),
  })
  return { ...skill, ...more }
}

function callerOf(tokenName: string | null): Caller {
  const identified = identifyCaller(tokenName === null ? {} : { tokenName, rights: ['op'] })
  if (!identified.ok) throw new Error(identified.message)
  return identified.caller
}

type Mode = 'legacy' | { readonly pin: string }

async function connect(registry: Registry, mode: Mode, token?: string): Promise<Client> {
  const door = createMcpDoor({ registry, serverName: 't', serverVersion: '1.0.0', instructions: '' })
  const client = new Client({ name: 't', version: '1' }, { versionNegotiation: { mode } })
  const fetch = doorFetch(door, (headers) => callerOf(headers.get('x-token')))
  const requestInit = { headers: token === undefined ? {} : { 'x-token': token } }
  await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch, requestInit }))
  onTestFinished(async () => {
    await client.close()
    await door.close?.()
  })
  return client
}

describe.each(['legacy', { pin: '2026-07-28' }] as const)('revision %j', (mode) => {
  test('[SKILLX1] every skill a caller may use is there as a file that stands its own checks', async () => {
    const registry = createRegistry({ skills: [skillOf('demo/say'), skillOf('demo/stop', { rights: ['op'] })] })
    const skills = new SkillsClient(await connect(registry, mode))
    expect(skills.supported).toBe(true)
    const listing = await skills.list()
    expect(listing.skills.map(({ uri, frontmatter }) => [uri, frontmatter])).toEqual([
      ['skill://demo-say/SKILL.md', { name: 'demo-say', description: 'For tests of demo/say.' }],
    ])
    const [entry] = listing.skills
    if (entry === undefined) throw new Error('no entry')
    const file = await skills.read(entry)
    expect([file.verified, file.text?.includes('name: demo/say')]).toEqual([true, true])
    expect((await skills.get(entry.uri)).skill).toEqual(entry)

    const operator = new SkillsClient(await connect(registry, mode, 'root'))
    expect((await operator.list()).skills.map(({ uri }) => uri)).toContain('skill://demo-stop/SKILL.md')
  })

  test('[SKILLX2] what is not there is not found, hidden or not', async () => {
    const registry = createRegistry({ skills: [skillOf('demo/stop', { rights: ['op'] })] })
    const client = await connect(registry, mode)
    for (const name of ['demo-stop', 'nope']) {
      const uri = `skill://${name}/SKILL.md`
      await expect(new SkillsClient(client).get(uri)).rejects.toThrow(`No skill is served at ${uri}`)
      await expect(client.readResource({ uri })).rejects.toThrow(/not found/i)
    }
  })

  test('[SKILLX3] a long list comes in pages', async () => {
    const registry = createRegistry({
      skills: Array.from({ length: 205 }, (_, index) => skillOf(`many/skill${index}`)),
    })
    const skills = new SkillsClient(await connect(registry, mode))
    expect((await skills.list()).skills).toHaveLength(205)
  })
})

describe('more skills than a model should read', () => {
  const userSkills = Array.from({ length: LISTED_SKILLS_MAX }, (_, index) =>
    skillOf(`many/skill${index}`, { origin: 'user' }),
  )
  const names = async (client: Client): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name)

  test('[SEARCH1] a search and a call stand for them, and go when they are few again', async () => {
    const registry = createRegistry({ skills: [skillOf('demo/say'), ...userSkills] })
    const stop = offerSearch(registry)
    const client = await connect(registry, 'legacy')
    expect(await names(client)).toEqual(['demo_say', 'mesh_search', 'mesh_call'])
    registry.unregister('many/skill1')
    expect(await names(client)).toHaveLength(LISTED_SKILLS_MAX)
    stop()
  })

  test('[SEARCH2] all words must occur, names before descriptions, and a find can be called', async () => {
    const registry = createRegistry({ skills: [skillOf('demo/say'), ...userSkills] })
    offerSearch(registry)
    const client = await connect(registry, 'legacy')
    const found = await client.callTool({ name: 'mesh_search', arguments: { query: 'skill7 tests', limit: 1 } })
    expect(found.structuredContent).toEqual({
      skills: [{ name: 'many/skill7', description: 'For tests of many/skill7.', input: expect.any(Object) }],
      omitted: 0,
    })
    const called = await client.callTool({
      name: 'mesh_call',
      arguments: { skill: 'many/skill7', input: { text: 'x' } },
    })
    expect(called.structuredContent).toEqual({ result: { text: 'many/skill7 x' } })
    const refused = await client.callTool({ name: 'mesh_call', arguments: { skill: 'mesh/call', input: {} } })
    expect(refused.isError).toBe(true)
  })

  test('[SEARCH3] neither finds nor calls what its caller has no right to', async () => {
    const hidden = skillOf('secret/skill', { rights: ['op'], origin: 'user' })
    const registry = createRegistry({ skills: [hidden, ...userSkills] })
    offerSearch(registry)
    const client = await connect(registry, 'legacy')
    const found = await client.callTool({ name: 'mesh_search', arguments: { query: 'secret' } })
    expect(found.structuredContent).toEqual({ skills: [], omitted: 0 })
    const called = await client.callTool({
      name: 'mesh_call',
      arguments: { skill: 'secret/skill', input: { text: 'x' } },
    })
    expect((called.content as { text: string }[])[0]?.text).toContain('forbidden')
  })
})
