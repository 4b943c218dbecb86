// Calls one tool of the sidecar and prints its result:  node call.mjs get_obs '{"mode":"summary"}'
// Set VOXELCRAFT_MCP_URL, VOXELCRAFT_AGENT and, where the sidecar wants signatures, VOXELCRAFT_HMAC_SECRET.
import { createHmac, randomUUID } from 'node:crypto'

const [tool, argumentsText = '{}'] = process.argv.slice(2)
const url = new URL(process.env.VOXELCRAFT_MCP_URL ?? 'http://127.0.0.1:8090/mcp')
const agent = process.env.VOXELCRAFT_AGENT ?? 'openclaw'
const secret = process.env.VOXELCRAFT_HMAC_SECRET ?? ''

function fail(message) {
  console.error(message)
  process.exit(1)
}

/** Who calls, when, and that nobody changed the body on the way. */
function signed(body) {
  if (secret === '') return {}
  const [ts, nonce] = [String(Date.now()), randomUUID()]
  const text = [ts, 'POST', url.pathname, agent, nonce, body].join('\n')
  return { 'x-ts': ts, 'x-nonce': nonce, 'x-signature': createHmac('sha256', secret).update(text).digest('hex') }
}

if (tool === undefined) fail('usage: node call.mjs TOOL [ARGUMENTS AS JSON]')
let given
try {
  given = JSON.parse(argumentsText)
} catch (error) {
  fail(`the arguments are no JSON: ${error.message}`)
}
const params = { name: tool.includes('.') ? tool : `voxelcraft.${tool}`, arguments: given }
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'call_tool', params })
const headers = { 'content-type': 'application/json', 'x-agent-id': agent, ...signed(body) }
let response
try {
  response = await fetch(url, { method: 'POST', headers, body })
} catch (error) {
  fail(`no sidecar at ${url}: ${error.cause?.message ?? error.message}`)
}
const text = await response.text()
if (!response.ok) fail(`${response.status} ${text}`)
const answer = JSON.parse(text)
if (answer.error !== undefined) fail(answer.error.message)
console.log(JSON.stringify(answer.result))
