import { expect, test } from 'vitest'
import { readRoute } from './routes.js'

test.each([
  ['/mcp/goplaces/search', { kind: 'skill', name: 'goplaces/search' }],
  ['/mcp/skill/goplaces/search', { kind: 'skill', name: 'goplaces/search' }],
  ['/mcp/goplaces%2Fsearch', { kind: 'skill', name: 'goplaces/search' }],
  ['/mcp/goplaces/info', { kind: 'info', name: 'goplaces' }],
  ['/mcp/info', { kind: 'info' }],
  ['/mcp/status', { kind: 'status' }],
  ['/mcp/%E0%A4%A', { kind: 'bad', problem: 'path: not valid percent-encoding' }],
  ['/mcp/a/b/c/d/e', { kind: 'bad', problem: "path: a skill's name has at most 4 segments" }],
  ['/mcp/Upper', { kind: 'bad', problem: 'path: "Upper" is no segment of a skill\'s name' }],
  ['/mcp/sse', undefined],
  ['/elsewhere', undefined],
])('[NODE1] %s means the same each time it is read', (path, route) => {
  expect([readRoute(path), readRoute(path)]).toEqual([route, route])
})
