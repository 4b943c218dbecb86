import { describe, expect, test } from 'vitest'
import { BUS_CONTRACT } from './bus.contract.js'
import { createMemoryBus } from './memory-bus.js'
import { createMemoryOwnership } from './memory-ownership.js'
import { OWNERSHIP_CONTRACT } from './ownership.contract.js'
import { WHEREABOUTS_CONTRACT } from './whereabouts.contract.js'
import { createMemoryWhereabouts } from './whereabouts.js'

describe('the bus of one process', () => {
  test.each(BUS_CONTRACT)('$name', async ({ run }) => {
    const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
    await expect(run({ bus: createMemoryBus(), settle })).resolves.toBe(undefined)
  })
})

describe('the ownership of one process', () => {
  test.each(OWNERSHIP_CONTRACT)('$name', async ({ run }) => {
    let nowMs = 0
    const pass = async (milliseconds: number): Promise<void> => {
      nowMs += milliseconds
    }
    const ownership = createMemoryOwnership({ now: () => nowMs })
    await expect(run({ ownership, pass })).resolves.toBe(undefined)
  })
})

describe('the whereabouts of one process', () => {
  test.each(WHEREABOUTS_CONTRACT)('$name', async ({ run }) => {
    await expect(run(createMemoryWhereabouts())).resolves.toBe(undefined)
  })
})
