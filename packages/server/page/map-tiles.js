// The ground of one world, fetched in tiles and painted once per change.

const COLUMN = 16
const CELL_BYTES = 4
const COLUMN_BYTES = COLUMN * COLUMN * CELL_BYTES
const HEAD_BYTES = 8
const TILES_KEPT_MAX = 96
/** How often a tile that is looked at is asked for changes. */
const REFRESH_MS = 2000
/** After an answer that the world has no time. */
const BUSY_MS = 5000
const FETCHES_MAX = 4
/** How much light a slope of one block takes or gives, and the most it can be. */
const SLOPE_LIGHT = 0.09
const SLOPE_MAX = 3
/** What is seen through this much water is as dark as it gets. */
const DEPTH_MAX = 10

const rgb = (color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** Tiles of a world by place. `changed` is called when there is something new to draw. */
export function createTiles(worldId, legend, changed) {
  const { tile_blocks: side, boundary, height: worldHeight } = legend
  const columnsPerSide = side / COLUMN
  const colors = legend.blocks.map(({ color }) => rgb(color))
  const tiles = new Map()
  const base = `/v1/map/${encodeURIComponent(worldId)}`
  let fetching = 0
  let busyUntil = 0
  let isClosed = false

  function tileAt(x, z) {
    const key = `${x} ${z}`
    let tile = tiles.get(key)
    if (!tile) {
      const cells = new Uint8Array(side * side * CELL_BYTES)
      tile = { x, z, cells, mark: null, canvas: null, askedAt: 0, isFetching: false }
      tiles.set(key, tile)
      if (tiles.size > TILES_KEPT_MAX) tiles.delete(tiles.keys().next().value)
    } else {
      // Those looked at last are forgotten last.
      tiles.delete(key)
      tiles.set(key, tile)
    }
    return tile
  }

  async function refresh(tile) {
    tile.isFetching = true
    tile.askedAt = performance.now()
    fetching++
    try {
      const since = tile.mark ? `?since=${tile.mark}` : ''
      const response = await fetch(`${base}/${tile.x}/${tile.z}${since}`, { cache: 'no-store' })
      if (response.status === 503) busyUntil = performance.now() + BUSY_MS
      if (!response.ok || isClosed) return
      take(tile, await response.arrayBuffer())
    } catch {
      busyUntil = performance.now() + BUSY_MS
    } finally {
      tile.isFetching = false
      fetching--
      if (!isClosed) changed()
    }
  }

  function take(tile, buffer) {
    const head = new DataView(buffer)
    tile.mark = `${head.getUint32(0, true)}.${head.getUint32(4, true)}`
    const bytes = new Uint8Array(buffer, HEAD_BYTES)
    for (let at = 0; at < bytes.length; at += 1 + COLUMN_BYTES) {
      const index = bytes[at]
      const left = (index % columnsPerSide) * COLUMN
      const top = Math.floor(index / columnsPerSide) * COLUMN
      for (let z = 0; z < COLUMN; z++) {
        const from = at + 1 + z * COLUMN * CELL_BYTES
        const to = ((top + z) * side + left) * CELL_BYTES
        tile.cells.set(bytes.subarray(from, from + COLUMN * CELL_BYTES), to)
      }
    }
    if (bytes.length > 0 || !tile.canvas) paint(tile)
  }

  function paint(tile) {
    tile.canvas ??= Object.assign(document.createElement('canvas'), { width: side, height: side })
    const context = tile.canvas.getContext('2d')
    const image = context.createImageData(side, side)
    const { data } = image
    const { cells } = tile
    const groundAt = (at) => cells[at + 2] - cells[at + 3]
    for (let z = 0; z < side; z++) {
      for (let x = 0; x < side; x++) {
        const at = (z * side + x) * CELL_BYTES
        if (cells[at + 2] === 0) continue
        const west = at - (x > 0 ? CELL_BYTES : 0)
        const north = at - (z > 0 ? side * CELL_BYTES : 0)
        const slope = groundAt(at) * 2 - groundAt(west) - groundAt(north)
        const depth = cells[at + 3]
        const lit = depth > 0 ? 1.08 - (Math.min(depth, DEPTH_MAX) / DEPTH_MAX) * 0.42 : light(slope, cells[at + 2])
        const color = colors[cells[at] | (cells[at + 1] << 8)] ?? [255, 0, 255]
        // A little grain, so that wide plains do not look like paper.
        const grain = depth > 0 ? 0 : ((x * 7 + z * 13 + ((x * z) & 5)) % 5) - 2
        for (let part = 0; part < 3; part++) data[at + part] = color[part] * lit + grain
        data[at + 3] = 255
      }
    }
    context.putImageData(image, 0, 0)
  }

  function light(slope, height) {
    const bent = Math.max(-SLOPE_MAX, Math.min(SLOPE_MAX, slope))
    const high = worldHeight > 1 ? (height / worldHeight - 0.5) * 0.35 : 0
    return 0.96 + bent * SLOPE_LIGHT + high
  }

  return {
    side,
    boundary,
    /** The tiles that show a part of the ground, those nearest to its middle first; asks for what is missing or old. */
    within({ left, top, right, bottom }) {
      const found = []
      const clamp = (value) => Math.max(-boundary, Math.min(boundary, value))
      const index = (value) => Math.floor(clamp(value) / side)
      for (let z = index(top); z <= index(bottom); z++)
        for (let x = index(left); x <= index(right); x++) found.push(tileAt(x, z))
      const [middleX, middleZ] = [(left + right) / 2 / side - 0.5, (top + bottom) / 2 / side - 0.5]
      const distance = ({ x, z }) => Math.hypot(x - middleX, z - middleZ)
      found.sort((a, b) => distance(a) - distance(b))
      const now = performance.now()
      for (const tile of found) {
        if (fetching >= FETCHES_MAX || now < busyUntil || document.hidden) break
        const isDue = tile.mark === null || now - tile.askedAt > REFRESH_MS
        if (!tile.isFetching && isDue) void refresh(tile)
      }
      return found
    },
    /** What is seen at a place, if it is known. */
    blockAt(x, z) {
      const tile = tiles.get(`${Math.floor(x / side)} ${Math.floor(z / side)}`)
      if (!tile?.canvas) return null
      const at = ((z - tile.z * side) * side + (x - tile.x * side)) * CELL_BYTES
      const height = tile.cells[at + 2]
      if (height === 0) return null
      return { name: legend.blocks[tile.cells[at] | (tile.cells[at + 1] << 8)]?.id ?? '?', y: height - 1 }
    },
    close() {
      isClosed = true
    },
  }
}
