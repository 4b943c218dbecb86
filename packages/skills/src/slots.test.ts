import { expect, test } from 'vitest'
import { Slots } from './slots.js'

test('[BUSY1] places are given in the order of asking', () => {
  const slots = new Slots({ runningMax: 1, queueMax: 2 })
  expect([slots.take(), slots.take()]).toEqual([true, false])
  const order: string[] = []
  slots.wait(() => order.push('first'))
  slots.wait(() => order.push('second'))
  expect([slots.running, slots.waiting, slots.wait(() => undefined)]).toEqual([1, 2, undefined])
  slots.free()
  expect(order).toEqual(['first'])
  slots.free()
  slots.free()
  expect([order, slots.running, slots.waiting]).toEqual([['first', 'second'], 0, 0])
})

test('[BUSY2] who leaves the line loses nobody a place', () => {
  const slots = new Slots({ runningMax: 1 })
  slots.take()
  const order: string[] = []
  const leave = slots.wait(() => order.push('first'))
  slots.wait(() => order.push('second'))
  leave?.()
  slots.free()
  expect([order, slots.running, slots.waiting]).toEqual([['second'], 1, 0])
})

test('[BUSY3] a run that was given up keeps its place until it ends, or for a while', async () => {
  const slots = new Slots({ runningMax: 2, abandonedMs: 1 })
  slots.take()
  slots.take()
  let end = (): void => undefined
  slots.freeAfter(
    new Promise<void>((resolve) => {
      end = resolve
    }),
  )
  const ended = new Promise<void>((resolve) => slots.wait(resolve))
  end()
  await ended
  slots.freeAfter(new Promise(() => undefined))
  await new Promise<void>((resolve) => slots.wait(resolve))
  expect(slots.running).toBe(2)
})
