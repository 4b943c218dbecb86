import type { GeneratorFactory } from '../generator.js'
import { createCells, SECTION_SIDE, type Section } from '../section.js'

/** Level stone up to sea level and air above: a bare stage for tests and experiments. */
export const plain1: GeneratorFactory = ({ height, seaLevel, content }) => {
  const stone = content.block('STONE')
  const sections = Array.from({ length: Math.max(1, Math.ceil(height / SECTION_SIDE)) }, (_, sy): Section => {
    const bottom = sy * SECTION_SIDE
    if (bottom + SECTION_SIDE <= seaLevel) return stone
    if (bottom >= seaLevel) return 0
    return createCells(0, stone).fill(stone, 0, (seaLevel - bottom) * SECTION_SIDE * SECTION_SIDE)
  })
  return {
    id: 'plain-1',
    generate: () => sections.map((section) => (typeof section === 'number' ? section : section.slice())),
    biomeAt: () => 'PLAINS',
  }
}
