// One world seen from above, with those who live in it. Drag, wheel, arrow keys and buttons move the view.
import { createTiles } from './map-tiles.js'

/** Blocks across the view: as it opens, at least, at most. */
const SPAN = 192
const SPAN_MIN = 24
const SPAN_MAX = 1024
const ZOOM_STEP = 1.4
const MOVE_MS = 700
/** With more of them in view the names would cover each other. */
const NAMES_MAX = 30
const REDRAW_MS = 1000

const isStill = matchMedia('(prefers-reduced-motion: reduce)')

/** Draws on a canvas. `look(worldId, agents)` says what; `said` is told what the pointer is at. */
export function createMap(canvas, said) {
  const context = canvas.getContext('2d')
  const agents = new Map()
  const view = { x: 0, z: 0, span: SPAN, isOwn: false }
  let worldId = null
  let tiles = null
  let frame = 0
  let pointer = null

  const scale = () => canvas.width / view.span
  const bounds = () => {
    const [halfX, halfZ] = [view.span / 2, canvas.height / scale() / 2]
    return { left: view.x - halfX, right: view.x + halfX, top: view.z - halfZ, bottom: view.z + halfZ }
  }

  function ask() {
    frame ||= requestAnimationFrame(draw)
  }

  function draw(now) {
    frame = 0
    const ratio = devicePixelRatio || 1
    const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)]
    if (width === 0) return
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    context.clearRect(0, 0, width, height)
    const pixels = scale()
    const { left, top, right, bottom } = bounds()
    context.imageSmoothingEnabled = pixels < 1
    for (const tile of tiles?.within({ left, top, right, bottom }) ?? []) {
      if (!tile.canvas) continue
      const x = Math.floor((tile.x * tiles.side - left) * pixels)
      const y = Math.floor((tile.z * tiles.side - top) * pixels)
      const size = Math.ceil(tiles.side * pixels) + 1
      context.drawImage(tile.canvas, x, y, size, size)
    }
    const isMoving = drawAgents(now, { left, top, pixels, ratio })
    if (isMoving) ask()
  }

  function drawAgents(now, { left, top, pixels, ratio }) {
    let isMoving = false
    const placed = [...agents.values()].map((agent) => {
      const share = isStill.matches ? 1 : Math.min(1, (now - agent.movedAt) / MOVE_MS)
      if (share < 1) isMoving = true
      const eased = share * (2 - share)
      agent.x = agent.fromX + (agent.toX - agent.fromX) * eased
      agent.z = agent.fromZ + (agent.toZ - agent.fromZ) * eased
      return { agent, x: (agent.x + 0.5 - left) * pixels, y: (agent.z + 0.5 - top) * pixels }
    })
    // Those who are here are drawn over those who are away.
    placed.sort((a, b) => Number(a.agent.connected) - Number(b.agent.connected))
    const inView = placed.filter(({ x, y }) => x > -20 && y > -20 && x < canvas.width + 20 && y < canvas.height + 20)
    const radius = Math.max(4.5 * ratio, Math.min(pixels * 0.7, 10 * ratio))
    for (const { agent, x, y } of inView) {
      context.beginPath()
      context.arc(x, y, radius, 0, Math.PI * 2)
      context.fillStyle = agent.connected ? agent.color : '#8b8d86'
      context.globalAlpha = agent.connected ? 1 : 0.75
      context.fill()
      context.lineWidth = 2 * ratio
      context.strokeStyle = '#fff'
      context.stroke()
    }
    context.globalAlpha = 1
    if (inView.length <= NAMES_MAX) for (const place of inView) drawName(place, radius, ratio)
    return isMoving
  }

  function drawName({ agent, x, y }, radius, ratio) {
    if (!agent.connected) return
    context.font = `600 ${12 * ratio}px system-ui, sans-serif`
    context.textBaseline = 'middle'
    context.lineWidth = 3.5 * ratio
    context.lineJoin = 'round'
    context.strokeStyle = 'rgb(0 0 0 / 65%)'
    context.fillStyle = '#fff'
    const at = x + radius + 5 * ratio
    context.strokeText(agent.name, at, y)
    context.fillText(agent.name, at, y)
  }

  /** Brings everybody into view, those who are here above all, unless somebody moved the view. */
  function fit() {
    if (view.isOwn || agents.size === 0) return
    const all = [...agents.values()]
    const here = all.filter((agent) => agent.connected)
    const seen = here.length > 0 ? here : all
    const middle = (list) => (Math.min(...list) + Math.max(...list)) / 2
    const reach = (list) => Math.max(...list) - Math.min(...list)
    const [xs, zs] = [seen.map((agent) => agent.toX), seen.map((agent) => agent.toZ)]
    const shape = canvas.clientHeight > 0 ? canvas.clientWidth / canvas.clientHeight : 1
    const span = Math.max(reach(xs), reach(zs) * shape) * 1.3
    Object.assign(view, { x: middle(xs), z: middle(zs), span: limit(Math.max(SPAN, span)) })
  }

  const limit = (span) => Math.max(SPAN_MIN, Math.min(SPAN_MAX, span))

  function move(dx, dz) {
    const boundary = tiles?.boundary ?? 0
    const clamp = (value) => Math.max(-boundary, Math.min(boundary, value))
    Object.assign(view, { x: clamp(view.x + dx), z: clamp(view.z + dz), isOwn: true })
    ask()
  }

  /** Nearer or further; the place under the pointer stays where it is. */
  function zoom(factor, at = { x: canvas.width / 2, y: canvas.height / 2 }) {
    const before = scale()
    const span = limit(view.span * factor)
    const shift = 1 / before - span / canvas.width
    view.span = span
    move((at.x - canvas.width / 2) * shift, (at.y - canvas.height / 2) * shift)
  }

  const pixelOf = ({ offsetX, offsetY }) => {
    const ratio = canvas.width / Math.max(1, canvas.clientWidth)
    return { x: offsetX * ratio, y: offsetY * ratio }
  }

  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId)
    pointer = pixelOf(event)
  })
  canvas.addEventListener('pointerup', () => {
    pointer = null
  })
  canvas.addEventListener('pointermove', (event) => {
    const at = pixelOf(event)
    if (pointer) {
      move((pointer.x - at.x) / scale(), (pointer.y - at.y) / scale())
      pointer = at
    }
    const { left, top } = bounds()
    const [x, z] = [Math.floor(left + at.x / scale()), Math.floor(top + at.y / scale())]
    const block = tiles?.blockAt(x, z)
    said(block ? `${block.name.toLowerCase().replaceAll('_', ' ')} at ${x}, ${block.y}, ${z}` : `${x}, ${z}`)
  })
  canvas.addEventListener('pointerleave', () => said(''))
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      zoom(event.deltaY > 0 ? ZOOM_STEP : 1 / ZOOM_STEP, pixelOf(event))
    },
    { passive: false },
  )
  canvas.addEventListener('keydown', (event) => {
    const step = view.span / 8
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }
    if (event.key in moves) move(...moves[event.key])
    else if (event.key === '+' || event.key === '=') zoom(1 / ZOOM_STEP)
    else if (event.key === '-') zoom(ZOOM_STEP)
    else return
    event.preventDefault()
  })
  new ResizeObserver(ask).observe(canvas)
  setInterval(ask, REDRAW_MS)

  async function enter(id) {
    worldId = id
    tiles?.close()
    tiles = null
    agents.clear()
    Object.assign(view, { x: 0, z: 0, span: SPAN, isOwn: false })
    const response = await fetch(`/v1/map/${encodeURIComponent(id)}`)
    if (!response.ok) throw new Error(`map ${response.status}`)
    const legend = await response.json()
    if (worldId === id) tiles = createTiles(id, legend, ask)
    ask()
  }

  function place(list) {
    const now = performance.now()
    const gone = new Set(agents.keys())
    for (const { agent_id: id, name, pos, connected } of list) {
      gone.delete(id)
      const [toX, , toZ] = pos
      const before = agents.get(id)
      if (before && before.toX === toX && before.toZ === toZ) Object.assign(before, { name, connected })
      else {
        const from = before ?? { x: toX, z: toZ }
        const color = `hsl(${(Number(id.slice(1)) * 137) % 360} 85% 45%)`
        agents.set(id, {
          name,
          connected,
          color,
          toX,
          toZ,
          fromX: from.x,
          fromZ: from.z,
          x: from.x,
          z: from.z,
          movedAt: now,
        })
      }
    }
    for (const id of gone) agents.delete(id)
  }

  return {
    look(id, list) {
      if (id !== worldId) {
        void enter(id).catch(() => {
          // Asked again with the next status.
          worldId = null
        })
      }
      place(list)
      fit()
      ask()
    },
    nearer: () => zoom(1 / ZOOM_STEP),
    further: () => zoom(ZOOM_STEP),
    /** Back to where the agents are. */
    home() {
      view.isOwn = false
      fit()
      ask()
    },
  }
}
