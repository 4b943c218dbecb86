/**
 * Development only: the MCP transport with the fixtures the official conformance suite asks for, and no world.
 *   npx tsx --conditions=@clawstead/source scripts/conformance-server.ts
 * Prints one line of JSON with its address and serves until it is stopped.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createHttpServer, createMcpDoor, createRegistry } from '@clawstead/skills'
import {
  FIXTURE_PROMPTS,
  FIXTURE_RESOURCES,
  FIXTURE_SKILLS,
  FIXTURE_TEMPLATES,
  registerSpecialFixtures,
} from './conformance/fixtures.js'

const registry = createRegistry({ skills: FIXTURE_SKILLS, onFault: (error) => console.error(error) })
registerSpecialFixtures(registry)
const quiet = (): undefined => undefined
const server = createHttpServer({
  doors: [
    createMcpDoor({
      registry,
      serverName: 'clawstead-conformance',
      serverVersion: '0.1.0',
      instructions: 'Fixtures of the conformance suite.',
      resources: FIXTURE_RESOURCES,
      resourceTemplates: FIXTURE_TEMPLATES,
      prompts: FIXTURE_PROMPTS,
    }),
  ],
  tokenByName: new Map(),
  requiresProof: false,
  hmac: undefined,
  hosts: { boundHost: '127.0.0.1', allowedHosts: [], allowedOrigins: [] },
  now: Date.now,
  log: { debug: quiet, info: quiet, warn: quiet, error: (details, text) => console.error(text, details) },
  readiness: async () => ({ isReady: true, details: {} }),
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` }))
