import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { requireBuild, temporaryFolder } from './clawstead.js'
import { startHouse } from './house.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

beforeAll(requireBuild)

test('[EXAMPLE4] cron-agent.ts goes on where its last run stopped, as the same agent', async () => {
  const house = await startHouse('--flat')
  const cursorFile = join(temporaryFolder(), 'cursor')
  const once = async (): Promise<string> => {
    const environment = { CLAWSTEAD_MCP_URL: house.mcp_url, CLAWSTEAD_CURSOR_FILE: cursorFile }
    const { stdout } = await run('npx', ['tsx', 'examples/cron-agent.ts'], {
      cwd: root,
      env: { ...process.env, ...environment },
    })
    return stdout
  }
  expect(await once()).toMatch(/^A1 at 2,0,-2: \d+ events, 0 instants, 1 tasks\n$/)
  expect(await once()).toMatch(/^A1 at .*: \d+ events, 0 instants, [01] tasks\n$/)
})
