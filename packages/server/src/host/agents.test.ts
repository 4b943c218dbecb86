import { expect, test } from 'vitest'
import { createAgents } from './agents.js'

test('[AGT1] agents are numbered once for all worlds', () => {
  const agents = createAgents<string>()
  expect(agents.create('a', 'OVERWORLD').id).toBe('A1')
  expect(agents.create('b', 'CITY_HUB').id).toBe('A2')
  expect([...agents.all()].map(({ id, number, name, worldId }) => ({ id, number, name, worldId }))).toEqual([
    { id: 'A1', number: 1, name: 'a', worldId: 'OVERWORLD' },
    { id: 'A2', number: 2, name: 'b', worldId: 'CITY_HUB' },
  ])
})

test('[RES4] only the connection that speaks for an agent can detach it', () => {
  const agents = createAgents<string>()
  const { id } = agents.create('a', 'w')
  expect(agents.attach(id, 'old')).toBeUndefined()
  expect(agents.attach(id, 'new')).toBe('old')
  expect(agents.detach(id, 'old')).toBe(false)
  expect(agents.connectionOf(id)).toBe('new')
  expect(agents.detach(id, 'new')).toBe(true)
  expect(agents.connectionOf(id)).toBeUndefined()
})
