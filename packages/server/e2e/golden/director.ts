import { isObject } from './difference.js'
import type { Case, Data, Told } from './recording.js'

// The recorded server has a director: it opens a market week in tick 0, tells everybody who joins, posts it on the
// notice board as P000001 and gives points for taking part. Here nothing of that happens yet. What depends on it is
// taken out of the recording; what a world with a director answers would then be too much, and fail.

/** Reasons of points that are given for taking part in an event. */
const EVENT_POINTS = /^(event:|event_|market_week)/

/** What the recorded server would have answered had there been no director. */
export function withoutDirector(recorded: readonly Case[]): Case[] {
  const points = new Map<string, number>()
  return recorded.map((one) => ({
    ...one,
    told: one.told.map((told) => quiet(told, points)),
    got: one.got.map((frame) => earlierPosts(withoutMarketWeek(frame)) as Data),
  }))
}

function quiet(told: Told, points: Map<string, number>): Told {
  const before = (told.obs['events'] ?? []) as readonly Data[]
  const events: Data[] = []
  for (const event of before) {
    const key = `${told.conn} ${String(event['dim'])}`
    if (isOfDirector(event)) {
      if (event['type'] === 'FUN') points.set(key, (points.get(key) ?? 0) + Number(event['delta']))
    } else if (event['type'] === 'FUN') {
      events.push({ ...event, total: Number(event['total']) - (points.get(key) ?? 0) })
    } else events.push(event)
  }
  const obs = { ...told.obs, ...(told.obs['events'] === undefined ? {} : { events }) }
  if (isObject(obs.world)) obs.world = withoutActiveEvent(obs.world)
  if (isObject(obs.fun_score)) obs.fun_score = lessPoints(obs.fun_score, told.conn, points)
  return { ...told, cursor: told.cursor - before.length + events.length, obs: earlierPosts(obs) as Data }
}
