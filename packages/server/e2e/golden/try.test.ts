import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { play } from './play.js'
import { readRecording } from './recording.js'

const TUNING = {
  tick_rate_hz: 20, tick_duration_ms: 50, law_notice_ticks: 20, law_vote_ticks: 60,
  rate_limits: { say_max: 1000, market_say_max: 1000, whisper_max: 1000, offer_trade_max: 1000, post_board_window_ticks: 50, post_board_max: 1000 },
  starter_items: { PLANK: 200, COAL: 100, STONE: 200, BERRIES: 50, BREAD: 3, RAW_MEAT: 5, LOG: 20, STICK: 40, BATTERY: 20, CRYSTAL_SHARD: 40, IRON_INGOT: 40, IRON_ORE: 10, COPPER_INGOT: 10, CHEST: 5, FURNACE: 5, CRAFTING_BENCH: 5, BULLETIN_BOARD: 3, SIGN: 5, SWITCH: 5, CONVEYOR: 10, SENSOR: 3, WIRE: 20, CONTRACT_TERMINAL: 3, TORCH: 10 },
}
test('x', async () => {
  const cases = readRecording('session')
  const t0 = performance.now()
  const p = await play({ tuning: TUNING, joins: [1, 2, 3].map((n) => ({ conn: `A${n}`, tick: n })), cases })
  const out: string[] = [`ms ${performance.now() - t0}`, JSON.stringify(p.unasked)]
  for (const c of cases) for (const t of c.told) {
    const o = p.obsAt(t.conn, t.at) as Record<string, unknown>
    for (const k of Object.keys(t.obs)) {
      const e = JSON.stringify(t.obs[k]), a = JSON.stringify(o?.[k])
      try { const { isDeepStrictEqual } = await import('node:util'); if (!isDeepStrictEqual(t.obs[k], o?.[k])) out.push(`${c.id} @${t.at} ${t.conn} ${k}\n   E ${e}\n   A ${a}`) } catch {}
    }
  }
  writeFileSync('/tmp/golden-diff.txt', out.join('\n'))
}, 120000)
