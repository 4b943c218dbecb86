import { isObject } from './difference.js'
import type { Case, Data, Told } from './recording.js'

// The recorded server has a director: it opens a market week in tick 0, tells everybody who joins, posts it as P000001
// and gives points for taking part. Here nothing of that happens yet, so what depends on it is taken out of the
// recording. A world with a director answers more than what is left, which then differs.

/** Reasons of points that are given for taking part in an event. */
const EVENT_POINTS = /^(event:|event_|market_week)/

/** What the recorded server would have answered had there been no director. */
export function withoutDirector(recorded: readonly Case[]): Case[] {
  const points = new Map<string, number>()
  return recorded.map((one) => ({ ...one, told: one.told.map((told) => quietObs(told, points)) }))
}

function quietObs(told: Told, points: Map<string, number>): Told {
  const { world, fun_score: score, events, ...rest } = told.obs
  const all = (events ?? []) as readonly Data[]
  const kept = all.filter((event) => !isOfDirector(event))
  for (const event of all) {
    if (!kept.includes(event)) addPoints(points, told.conn, event)
  }
  const less = (dim: string, total: unknown) => Number(total) - (points.get(`${told.conn} ${dim}`) ?? 0)
  const quiet = kept.map((event) =>
    event['type'] === 'FUN' ? { ...event, total: less(String(event['dim']), event['total']) } : event,
  )
  const obs: Data = {
    ...rest,
    ...(events === undefined ? {} : { events: quiet }),
    ...(isObject(world) ? { world: withoutActiveEvent(world) } : {}),
    ...(isObject(score) ? { fun_score: mapFields(score, (value, key) => less(key.toUpperCase(), value)) } : {}),
  }
  const news = told.news && { ...told.news, count: told.news.count - (all.length - kept.length) }
  return { at: told.at, conn: told.conn, obs: earlierPosts(obs) as Data, ...(news === undefined ? {} : { news }) }
}

function isOfDirector({ type, reason }: Data): boolean {
  return type === 'WORLD_EVENT' || type === 'EVENT_GOAL' || (type === 'FUN' && EVENT_POINTS.test(String(reason)))
}

function addPoints(points: Map<string, number>, conn: string, { type, dim, delta }: Data): void {
  const key = `${conn} ${String(dim)}`
  if (type === 'FUN') points.set(key, (points.get(key) ?? 0) + Number(delta))
}

function withoutActiveEvent({ active_event: _event, active_event_ends_tick: _ends, ...world }: Data): Data {
  return world
}

/** The director's post took the first number. */
function earlierPosts(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^P(\d{6})$/, (_, digits) => postId(Number(digits) - 1))
  if (Array.isArray(value)) return value.map(earlierPosts)
  return isObject(value) ? mapFields(value, earlierPosts) : value
}

function postId(number: number): string {
  return `P${String(number).padStart(6, '0')}`
}

function mapFields(object: Data, change: (value: unknown, key: string) => unknown): Data {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}
