import type { Vec3 } from '@clawstead/protocol'
import { type Body, distance, SIDES } from './body.js'
import type { Player } from './player.js'

/** Thrown when a part of the day could not be done; says which and why. */
class StuckError extends Error {
  override readonly name = 'StuckError'
}

const LOGS = 4
const BERRIES = 8
const STONES = 11
const ORES = 3
/** A stair down ends here and goes on as a gallery. */
const GALLERY_Y = 24
/** What is no further than this can be looked at closely. */
const SIGHT_BLOCKS = 7
/** Below this fullness it is time to eat. */
const HUNGRY = 12

/** The first day of somebody who arrives with nothing: wood, stone, iron; food for the night. */
export class FirstDay {
  private readonly player: Player
  /** What was seen and is worth going back for. */
  private readonly remembered = new Map<string, { readonly at: Vec3; readonly name: string }>()
  private readonly given = new Set<string>()

  constructor(private readonly body: Body) {
    this.player = body.player
  }

  /** From bare hands to an iron pickaxe. */
  toIron(): void {
    this.collect('LOG', ['LOG'], LOGS)
    this.collect('BERRIES', ['BERRY_BUSH'], BERRIES)
    this.make('plank_from_log', LOGS)
    this.make('stick_from_plank', 2)
    this.make('crafting_bench')
    const bench = this.station('CRAFTING_BENCH')
    this.make('wood_pickaxe')
    this.must(this.body.take(bench), 'took the bench along')
    this.collect('STONE', ['STONE'], STONES)
    this.station('CRAFTING_BENCH')
    this.make('stone_pickaxe')
    this.make('furnace')
    for (const at of this.body.nearest(['CRAFTING_BENCH']).slice(0, 1))
      this.must(this.body.take(at), 'took the bench along')
    this.mine('COAL_ORE', 'COAL')
    this.mine('IRON_ORE', 'IRON_ORE')
    this.mine('COAL_ORE', 'COAL')
    this.station('FURNACE')
    this.must(this.player.do({ type: 'SMELT', item_id: 'IRON_ORE', count: ORES }).ok, 'smelted the ore')
    this.station('CRAFTING_BENCH')
    this.make('iron_pickaxe')
  }

  /** Sits it out until a tick, eating when hungry. */
  restUntil(tick: number): void {
    while (this.player.obs.tick < tick) {
      this.eat()
      this.player.wait()
    }
  }

  private eat(): void {
    const { hunger } = this.player.obs.self
    if (hunger < HUNGRY && this.player.count('BERRIES') > 0)
      this.player.instant({ type: 'EAT', item_id: 'BERRIES', count: 1 })
  }

  /** Takes blocks of a kind, wandering where none is in sight, until so many items are carried. */
  private collect(item: string, names: readonly string[], wanted: number): void {
    for (let i = 0; i < 120 && this.player.count(item) < wanted; i++) {
      this.eat()
      this.look(names)
      const next = this.recall(names)
      if (next === undefined) this.wander(i)
      else if (!this.travel(next) && !this.body.take(next)) {
        if (!this.body.digTo(next) || !this.body.take(next)) this.given.add(next.join())
      }
    }
    this.must(this.player.count(item) >= wanted, `collected ${wanted} ${item}, has ${this.player.count(item)}`)
  }

  private look(names: readonly string[]): void {
    for (const [key, { at, name }] of this.remembered) {
      const seen = this.player.block(at)
      if (seen !== undefined && seen !== name) this.remembered.delete(key)
    }
    for (const { at, name } of this.player.sight()) {
      if (names.includes(name)) this.remembered.set(at.join(), { at, name })
    }
  }

  private recall(names: readonly string[]): Vec3 | undefined {
    return [...this.remembered.values()]
      .filter(({ at, name }) => names.includes(name) && !this.given.has(at.join()))
      .sort((a, b) => distance(a.at, this.player.pos) - distance(b.at, this.player.pos))[0]?.at
  }

  /** Gets nearer to something far away; false when it is near already, or no nearer by walking. */
  private travel(at: Vec3): boolean {
    const before = distance(at, this.player.pos)
    if (before <= SIGHT_BLOCKS) return false
    this.player.do({ type: 'MOVE_TO', target: at, tolerance: 3 })
    return distance(at, this.player.pos) < before
  }

  /** Looks around in a growing square. */
  private wander(turn: number): void {
    const [x, y, z] = this.player.pos
    const far = 8 + 4 * Math.floor(turn / 4)
    const [dx, dz] = SIDES[turn % 4] as readonly [number, number]
    this.player.do({ type: 'MOVE_TO', target: [x + dx * far, y, z + dz * far], tolerance: 2 })
  }

  /** Digs for ore: straight to what is in sight, else a stair down and then a gallery. */
  private mine(ore: string, item: string): void {
    let side = 0
    for (let i = 0; i < 160 && this.player.count(item) < ORES; i++) {
      this.eat()
      const found = this.body.nearest([ore]).find((at) => !this.given.has(at.join()))
      if (found !== undefined) {
        if (!this.body.digTo(found) || !this.body.take(found)) this.given.add(found.join())
        continue
      }
      const down = this.player.pos[1] > GALLERY_Y ? -1 : 0
      const went = [down, 0].some((dy) =>
        [0, 1, 3, 2].some((turn) => {
          const [dx, dz] = SIDES[(side + turn) % 4] as readonly [number, number]
          if (!this.body.dig(dx, dy, dz)) return false
          side = (side + turn) % 4
          return true
        }),
      )
      if (!went) throw new StuckError(`no way to dig at ${this.player.pos.join(' ')}`)
    }
    this.must(this.player.count(item) >= ORES, `found ${ORES} ${ore}, has ${this.player.count(item)} of ${item}`)
  }

  private station(item: string): Vec3 {
    const at = this.body.put(item)
    if (at === undefined) throw new StuckError(`no place for a ${item} at ${this.player.pos.join(' ')}`)
    return at
  }

  private make(recipe: string, count = 1): void {
    const end = this.player.do({ type: 'CRAFT', recipe_id: recipe, count })
    this.must(end.ok, `made ${recipe}: ${JSON.stringify(end)}`)
  }

  private must(done: boolean, what: string): void {
    if (!done) throw new StuckError(`has not ${what} (tick ${this.player.obs.tick}, at ${this.player.pos.join(' ')})`)
  }
}
