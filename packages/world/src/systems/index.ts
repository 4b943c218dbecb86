import type { System } from '../rule.js'
import { edits } from './edits.js'
import { falling } from './falling.js'
import { items } from './items.js'
import { movement } from './movement.js'
import { physics } from './physics.js'
import { survival } from './survival.js'
import { work } from './work.js'

/** Order is meaning: bodies move before hands work, and what both did is felt last. */
export const SYSTEMS: readonly System[] = [edits, movement, physics, work, falling, items, survival]
