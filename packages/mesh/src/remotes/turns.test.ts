import { expect, test } from 'vitest'
import { createTurns } from './turns.js'

const never = new AbortController().signal

test('[REMOTE15] so many at once; who waits longest is next, and who gives up takes nobody with it', async () => {
  const turns = createTurns(1)
  const first = await turns(never)
  const entered: string[] = []
  const enter = (name: string, signal = never): Promise<() => void> =>
    turns(signal).then((free) => {
      entered.push(name)
      return free
    })
  const leaving = new AbortController()
  const gone = enter('gone', leaving.signal)
  const second = enter('second')
  const third = enter('third')
  leaving.abort(new Error('no longer wanted'))
  await expect(gone).rejects.toThrow('no longer wanted')
  await expect(turns(leaving.signal)).rejects.toThrow('no longer wanted')
  first()
  const freeSecond = await second
  expect(entered).toEqual(['second'])
  freeSecond()
  const freeThird = await third
  freeThird()
  expect(entered).toEqual(['second', 'third'])
  await turns(never)
})

test('[REMOTE15] a line that is full refuses', async () => {
  const turns = createTurns(1)
  await turns(never)
  for (let count = 0; count < 1024; count += 1) void turns(never)
  await expect(turns(never)).rejects.toMatchObject({ code: 'busy' })
})
