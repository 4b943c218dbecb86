import { expect, test } from 'vitest'
import { crowdOptions } from './options.js'

test('without options: a thousand agents in all worlds for ten minutes', () => {
  expect(crowdOptions([])).toEqual({
    agents: 1000,
    seconds: 600,
    settleSeconds: 60,
    actEvery: 10,
    spreadBlocks: 12,
    worlds: 'all',
    about: 'home',
  })
})

test('every option is taken', () => {
  const text = '--agents 5 --seconds 2 --settle 0 --act-every 3 --spread 4 --worlds one --about origin'
  expect(crowdOptions(text.split(' '))).toEqual({
    agents: 5,
    seconds: 2,
    settleSeconds: 0,
    actEvery: 3,
    spreadBlocks: 4,
    worlds: 'one',
    about: 'origin',
  })
})

const REFUSED = [
  [['--agents', '0'], '--agents must be a whole number from 1 to 4096, not 0'],
  [['--agents', '5000'], '--agents must be a whole number from 1 to 4096, not 5000'],
  [['--seconds', 'long'], '--seconds must be a whole number from 1 to 86400, not long'],
  [['--settle', ''], '--settle must be a whole number from 0 to 600, not '],
  [['--act-every', '1.5'], '--act-every must be a whole number from 1 to 1000, not 1.5'],
  [['--spread=-1'], '--spread must be a whole number from 1 to 1000, not -1'],
  [['--worlds', 'two'], '--worlds must be all or one, not two'],
  [['--about', 'town'], '--about must be home or origin, not town'],
  [['--agent', '5'], "Unknown option '--agent'"],
] as const

test.each(REFUSED)('%j is refused by name', (args, sentence) => {
  expect(() => crowdOptions(args)).toThrow(sentence)
})
