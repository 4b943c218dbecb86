import type { Vec3 } from '@clawstead/protocol'
import {
  type Agent,
  type Box,
  type Edit,
  type EditOutcome,
  type Inverse,
  readRegion,
  type World,
} from '@clawstead/world'
import type { Chance } from './chance.js'

const KEPT_INVERSES_MAX = 8

/** Somebody with the right to change many blocks at once, and to take it back. */
export class Editor {
  private readonly inverses: Inverse[] = []
  private count = 0

  constructor(private readonly chance: Chance) {}

  /** The next edit: near an agent, so that bodies, chests and walks are in the way. */
  next(world: World, agent: Agent): Edit {
    const { chance } = this
    const id = `edit${++this.count}`
    const box = this.boxNear(world, agent.pos, chance.permille(60) ? 40 : 9)
    const common = { id, label: `of ${agent.name}` }
    const inverse = this.inverses.length > 0 && chance.permille(350) ? this.inverses.pop() : undefined
    if (inverse !== undefined) {
      return { ...common, op: 'undo', inverse, onConflict: chance.permille(700) ? 'skip' : 'refuse' }
    }
    const block = (name: string): number => world.content.blockOr(name, 'STONE')
    const some = (): number => block(chance.pick(['STONE', 'SAND', 'AIR', 'PLANK', 'WATER', 'GRAVEL', 'CHEST']))
    switch (chance.below(4)) {
      case 0:
        return { ...common, op: 'fill', box, block: some() }
      case 1:
        return { ...common, op: 'replace', box, from: block(chance.pick(['STONE', 'DIRT', 'AIR'])), to: some() }
      case 2:
        return { ...common, op: 'clone', box, to: this.beside(world, box) }
      default:
        return { ...common, op: 'paste', patch: readRegion(world, box), to: this.beside(world, box) }
    }
  }

  /** Keeps what is needed to take an edit back. */
  learn({ inverse }: EditOutcome): void {
    if (inverse === undefined) return
    this.inverses.push(inverse)
    if (this.inverses.length > KEPT_INVERSES_MAX) this.inverses.shift()
  }

  private boxNear(world: World, [x, y, z]: Vec3, size: number): Box {
    const { chance } = this
    const min: Vec3 = [
      x + chance.between(-size, 2),
      Math.max(0, y + chance.between(-4, 1)),
      z + chance.between(-size, 2),
    ]
    const top = world.profile.height - 1
    const max: Vec3 = [
      min[0] + chance.below(size),
      Math.min(top, min[1] + chance.below(6)),
      min[2] + chance.below(size),
    ]
    return { min: [min[0], Math.min(min[1], max[1]), min[2]], max }
  }

  /** A place for a copy of a box that may overlap it, and stays in the world. */
  private beside(world: World, { min, max }: Box): Vec3 {
    const { chance } = this
    const tallest = world.profile.height - 1 - (max[1] - min[1])
    const y = Math.max(0, Math.min(tallest, min[1] + chance.between(-2, 4)))
    return [min[0] + chance.between(-12, 12), y, min[2] + chance.between(-12, 12)]
  }
}
