// Shows what /v1/status says, once a second. Everything from the world is set as text, never as markup.

import { createMap } from './map.js'

const REFRESH_MS = 1000
const RETRY_MS = 3000
const COPIED_MS = 1500
const SVG = 'http://www.w3.org/2000/svg'
const byId = (id) => document.getElementById(id)

let chosenWorld = null
let lastStatus = null

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

function svg(name, attributes) {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}

/** Changes text only where it differs, so that a screen reader is not told the same thing every second. */
function setText(id, text) {
  const target = byId(id)
  if (target.textContent !== text) target.textContent = text
}

function showState(state, text) {
  byId('state').dataset.state = state
  setText('state', text)
}

function showFigures(status) {
  setText('figure-agents', String(status.clients))
  setText('figure-known', String(status.agents_total))
  setText('figure-tick', status.tick.toLocaleString())
  setText('figure-rate', `ticks, ${status.tick_rate_hz} a second`)
  const slowest = Math.max(0, ...status.worlds.map((world) => world.tick_ms.p99))
  setText('figure-p99', slowest.toFixed(slowest < 10 ? 1 : 0))
  setText('about', `${status.name} ${status.version}, up ${duration(status.uptime_seconds)}`)
}

function duration(seconds) {
  const units = [
    ['d', 86400],
    ['h', 3600],
    ['min', 60],
  ]
  for (const [unit, size] of units) if (seconds >= size) return `${Math.floor(seconds / size)} ${unit}`
  return `${Math.floor(seconds)} s`
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    const range = document.createRange()
    range.selectNodeContents(button.previousElementSibling)
    getSelection().removeAllRanges()
    getSelection().addRange(range)
    button.textContent = 'Selected'
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, COPIED_MS)
}

function showJoin(status) {
  const list = byId('join-lines')
  const wanted = JSON.stringify(status.join)
  if (list.dataset.shown === wanted) return
  list.dataset.shown = wanted
  list.replaceChildren(
    ...status.join.map(({ label, text: plain }) => {
      // A page that came encrypted reaches the socket encrypted too.
      const text = location.protocol === 'https:' ? plain.replace(/^ws:/, 'wss:') : plain
      const button = element('button', { type: 'button', textContent: 'Copy' })
      button.setAttribute('aria-label', `Copy: ${label}`)
      button.addEventListener('click', () => copy(button, text))
      const code = element('code', { textContent: text, tabIndex: 0 })
      return element('li', {}, element('span', { className: 'label', textContent: label }), code, button)
    }),
  )
}

function loadBar(share) {
  const bar = svg('svg', { class: 'bar', viewBox: '0 0 100 6', preserveAspectRatio: 'none', 'aria-hidden': 'true' })
  bar.dataset.load = share > 1 ? 'over' : share > 0.6 ? 'high' : 'fine'
  bar.append(
    svg('rect', { width: 100, height: 6, rx: 3 }),
    svg('rect', { width: Math.max(1, Math.min(100, share * 100)), height: 6, rx: 3 }),
  )
  return bar
}

function showWorlds(status) {
  const box = byId('worlds')
  const ids = status.worlds.map((world) => world.world_id).join(' ')
  if (box.dataset.shown !== ids) {
    box.dataset.shown = ids
    box.replaceChildren(
      ...status.worlds.map(({ world_id }) => {
        const button = element('button', { type: 'button' })
        button.dataset.world = world_id
        button.addEventListener('click', () => {
          chosenWorld = chosenWorld === world_id ? null : world_id
          if (lastStatus) show(lastStatus)
        })
        return button
      }),
    )
  }
  const periodMs = 1000 / status.tick_rate_hz
  status.worlds.forEach((world, index) => {
    const button = box.children[index]
    const health = world.failure ?? `${world.tick_ms.p50.toFixed(1)} ms a tick, up to ${world.tick_ms.p99.toFixed(1)}`
    button.setAttribute('aria-pressed', String(chosenWorld === world.world_id))
    button.replaceChildren(
      element('strong', { textContent: world.world_id }),
      element('span', { className: 'quiet', textContent: `${world.clients} here, ${world.agents} in all` }),
      element('span', { className: 'quiet', textContent: health }),
      loadBar(world.tick_ms.p99 / periodMs),
    )
  })
}

const map = createMap(byId('map'), (text) => setText('map-place', text))
byId('map-nearer').addEventListener('click', map.nearer)
byId('map-further').addEventListener('click', map.further)
byId('map-home').addEventListener('click', map.home)

/** The world that was chosen, or the one with most going on. */
function worldToShow(status) {
  if (chosenWorld !== null) return chosenWorld
  const busiest = status.worlds.reduce((best, world) => (world.clients > best.clients ? world : best))
  return busiest.world_id
}

function showMap(status) {
  const worldId = worldToShow(status)
  const here = status.agents.filter((agent) => agent.world_id === worldId)
  map.look(worldId, here)
  const count = here.filter((agent) => agent.connected).length
  const who = here.length === 0 ? 'nobody is here yet' : `${count} here now, ${here.length - count} away`
  setText('map-title', worldId)
  setText('map-caption', `Seen from above, north up: ${who}.`)
}

function showAgents(status, agents) {
  const left = status.agents_total - status.agents.length
  const more = left > 0 ? `and ${left} more` : ''
  setText('agents-note', status.agents_total === 0 ? 'Nobody has joined yet. Use one of the lines above.' : more)
  const body = byId('agents')
  const wanted = JSON.stringify(agents)
  if (body.dataset.shown === wanted) return
  body.dataset.shown = wanted
  const rows = agents.map((agent) => {
    const dot = element('span', { className: 'dot' })
    dot.dataset.here = String(agent.connected)
    const presence = element('span', {
      className: 'visually-hidden',
      textContent: agent.connected ? 'here: ' : 'away: ',
    })
    const name = element(
      'td',
      { title: agent.name },
      dot,
      presence,
      `${agent.name} `,
      element('span', { className: 'quiet', textContent: agent.agent_id }),
    )
    return element(
      'tr',
      {},
      name,
      element('td', { textContent: agent.world_id }),
      element('td', { textContent: agent.pos.join(', ') }),
    )
  })
  body.replaceChildren(...rows)
}

function show(status) {
  lastStatus = status
  if (status.ready) showState('running', 'running')
  else showState('troubled', status.troubles[0] ?? 'not ready')
  showFigures(status)
  showJoin(status)
  showWorlds(status)
  const agents = status.agents.filter((agent) => chosenWorld === null || agent.world_id === chosenWorld)
  showMap(status)
  showAgents(status, agents)
}

async function refresh() {
  let waitMs = REFRESH_MS
  if (!document.hidden) {
    try {
      const response = await fetch('/v1/status', { cache: 'no-store' })
      if (!response.ok) throw new Error(`status ${response.status}`)
      show(await response.json())
    } catch {
      showState('away', 'the server does not answer')
      waitMs = RETRY_MS
    }
  }
  setTimeout(() => void refresh(), waitMs)
}

void refresh()
