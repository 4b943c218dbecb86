import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { requireBuild, runProgram, startProgram, temporaryFolder } from './clawstead.js'

beforeAll(requireBuild)

const QUICK = 'tick_rate_hz: 20\n'

/** A world server in a folder, and how to stop it. */
async function serve(directory: string) {
  writeFileSync(join(directory, 'tuning.yaml'), QUICK)
  const program = startProgram(['server', '--json', '--port', '0', '--world', 'OVERWORLD', '--tuning', 'tuning.yaml'], {
    directory,
  })
  const [line] = await program.waitFor('stdout', /^.*\n/)
  const { ws_url: url } = JSON.parse(line) as { ws_url: string }
  return {
    url,
    async stop() {
      program.kill('SIGTERM')
      expect(await program.exited).toEqual({ code: 0, signal: null })
    },
  }
}

test('[BOT6] [SWARM5] [HIST1] [HIST2] a bot and a swarm live in a world whose log agrees and needs no repair, until it is damaged', async () => {
  const directory = temporaryFolder()
  const { url, stop } = await serve(directory)

  const bot = startProgram(['bot', '--url', url, '--minutes', '0', '--name', 'Robin'], { directory })
  await bot.waitFor('stdout', /^A1 "Robin" is in OVERWORLD at \S+\n/)
  await bot.waitFor('stdout', /picking up \S+\n/)
  bot.kill('SIGINT')
  expect(await bot.exited).toEqual({ code: 0, signal: null })
  expect(bot.written().stdout).toMatch(
    /\nA1 lived \d+ ticks: \d+ things done, \d+ of them in vain, ate \d+ times?, died 0 times\.\n$/,
  )

  const swarm = await runProgram(['swarm', '--url', url, '--agents', '4', '--seconds', '2', '--json'], { directory })
  const result = JSON.parse(swarm.stdout) as Record<string, unknown>
  expect({ code: swarm.code, ...result }).toMatchObject({ code: 0, agents: 4, served: 4, errors: 0, dropped: 0 })
  await stop()

  const replayed = await runProgram(['replay', '--json', '--world', 'OVERWORLD', '--tuning', 'tuning.yaml'], {
    directory,
  })
  const facts = JSON.parse(replayed.stdout) as { checked: number; to: number }
  expect([replayed.code, facts]).toEqual([
    0,
    { world: 'OVERWORLD', start_tick: 0, from: 0, to: facts.checked - 1, checked: facts.checked, difference: null },
  ])

  const sound = await runProgram(['repair'], { directory })
  expect(sound).toMatchObject({ code: 0, stderr: '' })
  expect(sound.stdout).toMatch(/^OVERWORLD: nothing to repair: ticks 0 to \d+, from \S/)

  damageLog(join(directory, 'data', 'worlds', 'OVERWORLD', 'log'))
  const broken = await runProgram(['replay', '--tuning', 'tuning.yaml'], { directory })
  expect([broken.code, broken.stderr]).toEqual([
    1,
    expect.stringMatching(/byte \d+, tick \d+: .*clawstead repair keeps what can be proved\n/),
  ])
  const repaired = await runProgram(['repair', '--world', 'OVERWORLD'], { directory })
  expect([repaired.code, repaired.stdout]).toEqual([
    0,
    expect.stringMatching(/OVERWORLD: repaired: .*\n[^]*OVERWORLD: the log as it was found is in /),
  ])
})

/** Breaks a byte in the middle of the first file. */
function damageLog(directory: string): void {
  const file = join(directory, readdirSync(directory).sort()[0] as string)
  const bytes = readFileSync(file)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff
  writeFileSync(file, bytes)
}

test.each([
  [
    ['bot', '--url', 'ws://127.0.0.1:1/v1/ws'],
    /^clawstead: could not join ws:\/\/127\.0\.0\.1:1\/v1\/ws: .*Is a server up there\? Start one with: clawstead up\n$/,
  ],
  [['replay'], /^clawstead: there is no world in \S+data\n$/],
  [['repair', '--world', 'X'], /^clawstead: there is no world in \S+data\n$/],
])('[HIST3] %j says what is missing', async (args, stderr) => {
  expect(await runProgram(args)).toMatchObject({ code: 1, stderr: expect.stringMatching(stderr) })
})
