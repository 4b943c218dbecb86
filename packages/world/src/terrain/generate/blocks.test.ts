import { expect, test } from 'vitest'
import { createContent } from '../../content.js'
import { testCatalog } from '../../testing/index.js'
import { resolveBlocks } from './blocks.js'

const contentWithout = (missing: readonly string[]) => {
  const { catalog } = testCatalog('standard')
  return createContent({ ...catalog, blocks: catalog.blocks.filter(({ id }) => !missing.includes(id)) })
}

test('[GEN6] a block the catalog lacks has a stand-in', () => {
  const content = contentWithout(['DEEPSTONE', 'LEAVES', 'ROAD'])
  const blocks = resolveBlocks(content)
  expect([blocks.DEEPSTONE, blocks.LEAVES, blocks.ROAD]).toEqual(
    ['STONE', 'AIR', 'GRAVEL'].map((name) => content.block(name)),
  )
})

test('[GEN6] a block without a stand-in is asked for by name', () => {
  expect(() => resolveBlocks(contentWithout(['STONE']))).toThrow('catalog has no block STONE')
})
