import { expect, test } from 'vitest'
import { fuzz } from './fuzz.js'

const SEED = Date.now() % 1_000_000

test(`[ACT1] [HELLO2] [HTTP2] seed ${SEED}: 2,000 malformed frames and requests get the answers the protocol says`, {
  timeout: 120_000,
}, async () => {
  const { wrong, figures } = await fuzz(['--count', '2000', '--seed', String(SEED)])
  expect(wrong).toEqual([])
  expect(figures['sent']).toBe(2000)
})
