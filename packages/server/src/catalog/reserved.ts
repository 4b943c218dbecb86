import { BlockDefinition, ItemDefinition } from '@clawstead/protocol'

const NAMESPACE = 'mineclawd'

function labels(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1).padStart(3, '0'))
}

/** Blocks and fluids a running world may define later. They stand at the end of the palette, so ids never move. */
export function reservedBlocks(count: number): BlockDefinition[] {
  const blocks = labels(count).map((label) =>
    BlockDefinition.parse({
      id: `${NAMESPACE}:dynamic_block_${label}`,
      title: `Dynamic Block ${label}`,
      color: '#8a8a8a',
      drops: [{ item: `${NAMESPACE}:dynamic_block_${label}` }],
      reserved: true,
    }),
  )
  const fluids = labels(count).map((label) =>
    BlockDefinition.parse({
      id: `${NAMESPACE}:dynamic_fluid_${label}`,
      title: `Dynamic Fluid ${label}`,
      color: '#3a6fd8',
      solid: false,
      breakable: false,
      tool: 'none',
      fluid: 'water',
      replaceable: true,
      shape: 'fluid',
      reserved: true,
    }),
  )
  return [...blocks, ...fluids]
}

/** The items of those slots: each block as an item, a bucket for each fluid, and the free items. */
export function reservedItems(count: number): ItemDefinition[] {
  return labels(count).flatMap((label) => {
    const block = `${NAMESPACE}:dynamic_block_${label}`
    const bucket = { id: `${NAMESPACE}:dynamic_fluid_bucket_${label}`, fluid: `${NAMESPACE}:dynamic_fluid_${label}` }
    return [
      { id: block, title: `Dynamic Block ${label}`, kind: 'BLOCK', place_as: block },
      { id: bucket.id, title: `Dynamic Fluid Bucket ${label}`, kind: 'BLOCK', place_as: bucket.fluid },
      { id: `${NAMESPACE}:dynamic_item_${label}`, title: `Dynamic Item ${label}`, kind: 'MATERIAL' },
    ].map((item) => ItemDefinition.parse({ ...item, reserved: true }))
  })
}
