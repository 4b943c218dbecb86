import { modFloor } from '../../../math/integer.js'
import type { Cells } from '../../section.js'
import type { GroundBlocks } from '../blocks.js'
import { type Canvas, LAYER_CELLS } from '../canvas.js'
import {
  DEEP_GRID_BLOCKS,
  GALLERY_HEAD,
  GRID_BLOCKS,
  isArrivalWay,
  isGallery,
  isGate,
  isOnLine,
  offGrid,
} from './layout.js'
import type { MineLevel } from './levels.js'

/** The nook beside a crossing where a ladder goes down, as offsets from the crossing. */
const NOOK = [
  [2, 2],
  [3, 2],
  [2, 3],
] as const
const SHAFT = 3

/** What miners dug: galleries on a grid at two depths, shafts between them, and the way everybody starts on. */
export class Galleries {
  constructor(
    private readonly seed: number,
    private readonly level: MineLevel,
    private readonly blocks: GroundBlocks,
  ) {}

  dig(canvas: Canvas, x0: number, z0: number, floorY: number, deepFloorY: number): void {
    for (let cell = 0; cell < LAYER_CELLS; cell++) {
      const x = x0 + (cell & 15)
      const z = z0 + (cell >> 4)
      if (isOnLine(x, DEEP_GRID_BLOCKS) || isOnLine(z, DEEP_GRID_BLOCKS)) {
        this.digCell(canvas, cell, x, z, deepFloorY, DEEP_GRID_BLOCKS)
      }
      const isArrival = isArrivalWay(x, z)
      if (isArrival) this.digArrival(canvas, cell, x, z, floorY)
      else if (!isGate(x, z) && isGallery(this.seed, x, z)) this.digCell(canvas, cell, x, z, floorY, GRID_BLOCKS)
    }
    this.sinkShaft(canvas, x0, z0, floorY, deepFloorY)
  }

  private digCell({ cells }: Canvas, cell: number, x: number, z: number, floorY: number, grid: number): void {
    const { blocks, level } = this
    const offX = offGrid(x, grid)
    const offZ = offGrid(z, grid)
    const alongZ = Math.abs(offX) <= Math.abs(offZ)
    const across = alongZ ? offX : offZ
    const along = alongZ ? z : x
    const isCrossing = Math.abs(offX) <= 1 && Math.abs(offZ) <= 1
    const floor = cell | (floorY << 8)
    const wasOpen = this.isOpen(cells[floor] as number)
    for (let i = 1; i <= GALLERY_HEAD; i++) cells[floor + i * LAYER_CELLS] = blocks.AIR
    this.holdRoof(cells, floor + (GALLERY_HEAD + 1) * LAYER_CELLS)
    if (wasOpen) {
      if (across === 0 || isCrossing || !level.narrowBridges) cells[floor] = blocks.PLANK
      else return
    } else if (across === 0 && modFloor(along, 2) === 0) cells[floor] = blocks.PLANK
    if (isCrossing) return
    const place = modFloor(along, level.propEvery)
    const roofed = !this.isOpen(cells[floor + (GALLERY_HEAD + 1) * LAYER_CELLS] as number)
    if (place === level.propEvery >> 1 && !wasOpen && roofed) {
      cells[floor + GALLERY_HEAD * LAYER_CELLS] = blocks.PLANK
      if (across !== 0) for (let i = 1; i < GALLERY_HEAD; i++) cells[floor + i * LAYER_CELLS] = blocks.LOG
    } else if (across === 1 && modFloor(along, level.torchEvery) === (level.torchEvery >> 1) + 1) {
      cells[floor + LAYER_CELLS] = blocks.TORCH
    }
  }

  /** Wider than the others and never a single plank: whoever starts here must not fall. */
  private digArrival({ cells }: Canvas, cell: number, x: number, z: number, floorY: number): void {
    const { blocks, level } = this
    const floor = cell | (floorY << 8)
    const across = x + z
    for (let i = 1; i <= GALLERY_HEAD; i++) cells[floor + i * LAYER_CELLS] = blocks.AIR
    this.holdRoof(cells, floor + (GALLERY_HEAD + 1) * LAYER_CELLS)
    cells[floor] = across === 0 || this.isOpen(cells[floor] as number) ? blocks.PLANK : blocks.ROAD
    const lit = across === 2 && modFloor(x, Math.min(16, level.torchEvery)) === 5
    if (lit && !isGate(x, z)) cells[floor + LAYER_CELLS] = blocks.TORCH
  }

  /** A ladder from the main galleries to the deep ones, beside every crossing of the deep grid but the gate. */
  private sinkShaft({ cells }: Canvas, x0: number, z0: number, floorY: number, deepFloorY: number): void {
    if (modFloor(x0, DEEP_GRID_BLOCKS) !== 0 || modFloor(z0, DEEP_GRID_BLOCKS) !== 0) return
    if (x0 === 0 && z0 === 0) return
    const { blocks } = this
    const shaft = SHAFT | (SHAFT << 4)
    for (let y = deepFloorY + 1; y <= floorY + 1; y++) {
      cells[shaft | (y << 8)] = blocks.LADDER
      // The pole the ladder leans on, for where the shaft crosses a cavern.
      cells[(SHAFT + 1) | (SHAFT << 4) | (y << 8)] = blocks.LOG
    }
    cells[shaft | ((floorY + 2) << 8)] = blocks.AIR
    cells[shaft | (deepFloorY << 8)] = blocks.STONE
    for (const base of [floorY, deepFloorY]) {
      for (const [x, z] of NOOK) {
        const floor = x | (z << 4) | (base << 8)
        if (this.isOpen(cells[floor] as number)) cells[floor] = blocks.PLANK
        cells[floor + LAYER_CELLS] = blocks.AIR
        cells[floor + 2 * LAYER_CELLS] = blocks.AIR
        this.holdRoof(cells, floor + 3 * LAYER_CELLS)
      }
    }
    this.holdRoof(cells, shaft | ((floorY + 3) << 8))
  }

  /** Loose gravel over a dug cell becomes stone, so that nothing falls the moment somebody looks. */
  private holdRoof(cells: Cells, roof: number): void {
    if (cells[roof] === this.blocks.GRAVEL) cells[roof] = this.blocks.STONE
  }

  private isOpen(id: number): boolean {
    return id === this.blocks.AIR || id === this.blocks.WATER || id === this.blocks.LAVA
  }
}
