import type { Column } from '../terrain/column.js'
import type { World } from '../world.js'
import {
  BLOCKS_BODY,
  CARRIES_BODY,
  HURTS_BESIDE,
  HURTS_INSIDE,
  IS_CLIMBABLE,
  IS_DOOR,
  IS_WATER,
  walkClasses,
} from './walk-class.js'

/** Questions about a cell, answered by one bit each. */
export const STAND = 0
/** Feet and head fit, carried or not. */
export const ROOM = 1
/** In water or on a ladder: one can go straight up and down. */
export const GRIP = 2
/** Slower than open ground: water at the feet, or a closed door. */
export const SLOW = 3
/** The head is under water. */
export const DEEP = 4
/** A solid block that hurts whoever is beside it. */
export const SHARP = 5
/** From here on the answer is no for all cells of most pillars. */
const FIRST_RARE = GRIP
const RARE_QUESTIONS = SHARP + 1 - FIRST_RARE
const COMMON = (1 << FIRST_RARE) - 1

/** Room grows by so many words. */
const WORDS_STEP = 1 << 16
/** Room that is kept between ticks; one busy tick may need more for a while. */
const WORDS_ROOM = WORDS_STEP * 32
/** Past this many words all are forgotten and made again as needed: early enough that most ticks find room. */
const WORDS_KEPT_MAX = WORDS_ROOM * 0.75
const RECENT_SLOTS = 64

/** Where the bits of one column's pillars are. */
interface WalkColumn {
  readonly column: Column
  version: number
  /** Offset of each pillar; 0 for those nobody has asked about. */
  readonly pillars: Int32Array
  /** 1 for pillars whose bits are those of this version. */
  readonly known: Uint8Array
}

/**
 * Where bodies can be, kept as bits per 1x1 pillar, so that a search asks one word instead of a dozen blocks.
 * Only a cache: it notices changed columns by their version and may be dropped at any time.
 */
export class WalkGrid {
  private readonly classes: Uint8Array
  private readonly height: number
  /** Words per question: 32 cells of a pillar each, bottom to top. */
  readonly words: number
  private readonly pillarWords: number
  /**
   * All bits. A pillar is one word that says where the answers to rare questions are, 0 for nowhere, and then the answers
   * to the others. The first pillar answers no to everything, for places outside the world.
   */
  private bits = new Uint32Array(WORDS_STEP)
  private wordCount: number
  /** Weak, so that a column that was dropped is not held in memory by its bits. */
  private columns = new WeakMap<Column, WalkColumn>()
  private readonly recent: (WalkColumn | undefined)[] = Array.from({ length: RECENT_SLOTS })

  constructor(private readonly world: World) {
    this.classes = walkClasses(world.content)
    this.height = world.profile.height
    this.words = Math.ceil(this.height / 32)
    this.pillarWords = 1 + this.words * FIRST_RARE
    this.wordCount = this.pillarWords
  }

  /** Must be called before the first question of a tick: columns may have been dropped and loaded since. */
  refresh(): void {
    this.recent.fill(undefined)
    if (this.wordCount <= WORDS_KEPT_MAX) return
    this.columns = new WeakMap()
    this.wordCount = this.pillarWords
    if (this.bits.length > WORDS_ROOM) this.bits = new Uint32Array(WORDS_ROOM)
  }

  isInside(x: number, z: number): boolean {
    return this.world.terrain.isInside(x, z)
  }

  /** The pillar at (x, z), to ask about with `has`. Good until a block changes. */
  pillar(x: number, z: number): number {
    if (!this.world.terrain.isInside(x, z)) return 0
    const walk = this.columnAt(x >> 4, z >> 4)
    const index = (x & 15) | ((z & 15) << 4)
    if (walk.known[index] === 0) this.look(walk, index)
    return walk.pillars[index] as number
  }

  /** The answer for the cell at height y of a pillar. Below and above the world it is no. */
  has(pillar: number, question: number, y: number): boolean {
    if (y < 0 || y >= this.height) return false
    return ((this.word(pillar, question, y >> 5) >>> (y & 31)) & 1) === 1
  }

  /** The answer for one cell anywhere. */
  is(question: number, x: number, y: number, z: number): boolean {
    return this.has(this.pillar(x, z), question, y)
  }

  /** The answers for 32 cells of a pillar at once, the lowest in the lowest bit. No beyond the top of the world. */
  word(pillar: number, question: number, index: number): number {
    if (index >= this.words) return 0
    const { bits, words } = this
    if (question < FIRST_RARE) return bits[pillar + 1 + question * words + index] as number
    const rare = bits[pillar] as number
    return rare === 0 ? 0 : (bits[rare + (question - FIRST_RARE) * words + index] as number)
  }

  /** Changes whenever an answer about a column may have. */
  versionOf(cx: number, cz: number): { readonly column: Column; readonly version: number } {
    return this.columnAt(cx, cz)
  }

  private columnAt(cx: number, cz: number): WalkColumn {
    const slot = (cx & 7) | ((cz & 7) << 3)
    let walk = this.recent[slot]
    if (walk === undefined || walk.column.cx !== cx || walk.column.cz !== cz) {
      const column = this.world.terrain.columnAt(cx, cz)
      walk = this.columns.get(column) ?? this.addColumn(column)
      this.recent[slot] = walk
    }
    if (walk.version !== walk.column.version) {
      walk.version = walk.column.version
      walk.known.fill(0)
    }
    return walk
  }

  private addColumn(column: Column): WalkColumn {
    const walk = { column, version: column.version, pillars: new Int32Array(256), known: new Uint8Array(256) }
    this.columns.set(column, walk)
    return walk
  }

  /** Room for so many words, which hold anything. */
  private addWords(count: number): number {
    const start = this.wordCount
    this.wordCount += count
    if (this.wordCount > this.bits.length) {
      const wider = new Uint32Array(this.bits.length + WORDS_STEP)
      wider.set(this.bits)
      this.bits = wider
    }
    return start
  }

  private addPillar(): number {
    const pillar = this.addWords(this.pillarWords)
    this.bits[pillar] = 0
    return pillar
  }

  /** Where the answers to rare questions about a pillar are. */
  private rareOf(pillar: number): number {
    const known = this.bits[pillar] as number
    if (known !== 0) return known
    const count = this.words * RARE_QUESTIONS
    const rare = this.addWords(count)
    this.bits.fill(0, rare, rare + count)
    this.bits[pillar] = rare
    return rare
  }

  /** Answers no to everything. */
  private clear(pillar: number): void {
    const { bits } = this
    for (let i = 1; i < this.pillarWords; i++) bits[pillar + i] = 0
    const rare = bits[pillar] as number
    if (rare !== 0) bits.fill(0, rare, rare + this.words * RARE_QUESTIONS)
  }

  /** Reads one pillar of blocks, bottom to top, into bits. */
  private look(walk: WalkColumn, index: number): void {
    const { column } = walk
    const pillar = walk.pillars[index] || this.addPillar()
    walk.pillars[index] = pillar
    walk.known[index] = 1
    const { classes, world } = this
    this.clear(pillar)
    if (!world.terrain.isInside(column.cx * 16 + (index & 15), column.cz * 16 + (index >> 4))) return
    const { height } = this
    const top = column.heights[index] as number
    // The cell below the one just read is answered for: its head is known only now.
    let below = CARRIES_BODY
    let feet = CARRIES_BODY | BLOCKS_BODY
    for (let sy = 0; sy * 16 <= top && sy < column.sectionCount; sy++) {
      const block = column.uniformBlock(sy)
      const isUniform = block !== undefined
      const uniform = isUniform ? (classes[block] as number) : 0
      if (isUniform && (feet & uniform & BLOCKS_BODY) !== 0 && ((feet | uniform) & HURTS_BESIDE) === 0) {
        below = uniform
        feet = uniform
        continue
      }
      const end = Math.min(top + 1, height, sy * 16 + 16)
      for (let y = sy * 16; y < end; y++) {
        const head = isUniform ? uniform : (classes[column.peek(sy, index | ((y & 15) << 8))] as number)
        // Most cells of a pillar are rock under rock.
        if (((feet | head) & (BLOCKS_BODY | HURTS_BESIDE)) !== BLOCKS_BODY) this.note(pillar, y - 1, below, feet, head)
        below = feet
        feet = head
      }
    }
    if (top >= height) {
      this.note(pillar, height - 1, below, feet, 0)
      return
    }
    this.note(pillar, top, below, feet, 0)
    this.noteSky(pillar, top + 1)
  }

  private note(pillar: number, y: number, below: number, feet: number, head: number): void {
    if (y < 0) return
    const answers = answersFor(below, feet, head)
    this.mark(pillar + 1 + (y >> 5), answers & COMMON, y)
    const rareAnswers = answers >> FIRST_RARE
    if (rareAnswers !== 0) this.mark(this.rareOf(pillar) + (y >> 5), rareAnswers, y)
  }

  /** Sets the bit of a height for every yes, from the word of the first question on. */
  private mark(first: number, answers: number, y: number): void {
    const { words, bits } = this
    const bit = 1 << (y & 31)
    for (let left = answers, at = first; left !== 0; left >>= 1, at += words) {
      if (left & 1) bits[at] = (bits[at] as number) | bit
    }
  }

  /** Above the highest block there is only air: room, and nothing to stand on. */
  private noteSky(pillar: number, from: number): void {
    const { bits, height } = this
    const room = pillar + 1 + ROOM * this.words
    for (let y = from; y < height; ) {
      const count = Math.min(32 - (y & 31), height - y)
      const run = count === 32 ? 0xffff_ffff : ((1 << count) - 1) << (y & 31)
      bits[room + (y >> 5)] = (bits[room + (y >> 5)] as number) | run
      y += count
    }
  }
}

/** The answers to all questions about one cell, a bit for each. */
function answersFor(below: number, feet: number, head: number): number {
  let answers = feet & HURTS_BESIDE ? 1 << SHARP : 0
  if ((feet | head) & BLOCKS_BODY) return answers
  answers |= 1 << ROOM
  const grip = feet & (IS_WATER | IS_CLIMBABLE)
  if (grip !== 0) answers |= 1 << GRIP
  if (feet & IS_WATER || (feet | head) & IS_DOOR) answers |= 1 << SLOW
  if (head & IS_WATER) answers |= 1 << DEEP
  const hurts = (feet | head | below) & HURTS_INSIDE || below & HURTS_BESIDE
  if (!hurts && (below & CARRIES_BODY || grip !== 0)) answers |= 1 << STAND
  return answers
}
