import { type Act, decodeClientFrame } from '@clawstead/protocol'
import { expect, test } from 'vitest'
import { freshened } from './conversation.js'

function act(tick: number): Act {
  const decoded = decodeClientFrame(JSON.stringify({ type: 'ACT', protocol_version: '1.1', act_id: 'a', tick }))
  if (!decoded.ok || decoded.value.type !== 'ACT') throw new Error('no act')
  return decoded.value
}

test('[LOAD4] the window for acts is as much longer as observations are rarer', () => {
  const taken = (obsEvery: number) =>
    [101, 100, 99, 98, 97, 96, 95, 94].map((tick) => freshened(act(tick), 100, obsEvery).tick)
  expect(taken(1)).toEqual([101, 100, 99, 98, 97, 96, 95, 94])
  expect(taken(2)).toEqual([101, 100, 99, 98, 98, 96, 95, 94])
  expect(taken(4)).toEqual([101, 100, 99, 98, 98, 98, 98, 94])
})
