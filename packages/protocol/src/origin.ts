import type { Vec3 } from './primitives.js'

export const ORIGIN: Vec3 = [0, 0, 0]
