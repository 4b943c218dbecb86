import { expect, test } from 'vitest'
import { nearestName } from './nearest.js'

test.each([
  ['prot', ['host', 'port', 'page'], 'port'],
  ['MCP_PORT', ['port', 'mcp-port'], 'mcp-port'],
  ['sead', ['seed', 'data'], 'seed'],
  ['x', ['a', 'b'], 'a'],
])('[NAME1] the nearest to %j of %j is %j', (wanted, names, nearest) => {
  expect(nearestName(wanted, names)).toBe(nearest)
})

test('[NAME1] without names there is no nearest one', () => {
  expect(nearestName('x', [])).toBeUndefined()
})
