/** Columns remembered; at 256 bytes each this is a megabyte. */
const COLUMNS_MAX = 4096

/**
 * Remembers the biomes of columns, because every observer asks for one every tick and the surface is dear
 * to work out. Forgetting changes only how long the next answer takes.
 */
export class BiomeCache {
  private readonly byColumn = new Map<number, Uint8Array>()

  constructor(private readonly measure: (cx: number, cz: number, out: Uint8Array) => void) {}

  /** The biome number at a cell. */
  at(x: number, z: number): number {
    const cx = x >> 4
    const cz = z >> 4
    const biomes = this.byColumn.get(keyOf(cx, cz)) ?? this.store(cx, cz, (out) => this.measure(cx, cz, out))
    return biomes[(x & 15) | ((z & 15) << 4)] as number
  }

  store(cx: number, cz: number, fill: (out: Uint8Array) => void): Uint8Array {
    const key = keyOf(cx, cz)
    const known = this.byColumn.get(key)
    if (known !== undefined) return known
    if (this.byColumn.size >= COLUMNS_MAX) this.byColumn.clear()
    const biomes = new Uint8Array(256)
    fill(biomes)
    this.byColumn.set(key, biomes)
    return biomes
  }
}

function keyOf(cx: number, cz: number): number {
  return ((cx & 0x7fff) << 15) | (cz & 0x7fff)
}
