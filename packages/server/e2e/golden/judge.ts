import { comparable, comparableObs } from './comparable.js'
import { type Difference, differencesBetween } from './difference.js'
import type { Played } from './play.js'
import type { Case, Data, Told } from './recording.js'

/** Differences that are known. Every case named must still differ, and at every place named. */
export interface Known {
  /** What is missing here, or why it is meant to be different. */
  readonly because: string
  /** Cases by name; a `*` at the end stands for anything. */
  readonly cases?: readonly string[]
  /** Actions whose cases are all known. */
  readonly actions?: readonly string[]
  /** Where in the case, again with `*`; an observation's keys without agent and tick. Anywhere when left out. */
  readonly at?: readonly string[]
}

export interface Verdict {
  /** Differences that nothing explains. */
  readonly unknown: readonly Difference[]
  /** Explanations of differences that are not there (any more). */
  readonly outdated: readonly string[]
}

/** Compares one case with what was answered when it was played, and takes off what is known to differ. */
export function judge(one: Case, played: Played, knowns: readonly Known[]): Verdict {
  const differences = differencesOf(one, played)
  const places = knowns
    .filter((known) => concerns(known, one))
    .flatMap(({ because, at = ['*'] }) => at.map((place) => ({ because, place })))
  return {
    unknown: differences.filter(({ path }) => !places.some(({ place }) => isNamed(place, withoutTick(path)))),
    outdated: places
      .filter(({ place }) => !differences.some(({ path }) => isNamed(place, withoutTick(path))))
      .map(({ because, place }) => `${because}: ${place}`),
  }
}

function differencesOf({ sent, told, got, isSwitch = false }: Case, played: Played): Difference[] {
  const seen = isSwitch ? differencesOfSwitch(told, played) : told.flatMap((one) => differencesOfObs(one, played))
  return [...seen, ...differencesBetween(got.map(comparable), sent.flatMap(played.answersTo).map(comparable), 'got')]
}

function differencesOfObs({ at, conn, obs, news }: Told, played: Played): Difference[] {
  const answered: Data = played.obsAt(conn, at) ?? {}
  const picked = Object.fromEntries(Object.keys(obs).map((key) => [key, answered[key]]))
  const before = played.obsAt(conn, news?.since ?? 0)
  const count = Number(answered['events_cursor']) - Number(before?.['events_cursor'])
  return differencesBetween(
    { ...comparableObs(obs), ...(news === undefined ? {} : { news: news.count }) },
    { ...comparableObs(picked), ...(news === undefined ? {} : { news: count }) },
    `${conn}@${at}`,
  )
}

/** All events from the question to the last recorded observation, and where the agent was in the end. */
function differencesOfSwitch(told: readonly Told[], played: Played): Difference[] {
  const [first, last] = [told[0] as Told, told.at(-1) as Told]
  const answered: unknown[] = []
  for (let tick = (first.news?.since ?? first.at) + 1; tick <= last.at; tick++) {
    answered.push(...((played.obsAt(first.conn, tick)?.['events'] ?? []) as unknown[]))
  }
  const recorded = told.flatMap(({ obs }) => (obs['events'] ?? []) as unknown[])
  const timeless = (events: unknown[]) => events.map((event) => ({ ...(comparable(event) as object), t: 'any' }))
  return differencesBetween(
    { events: timeless(recorded), world_id: last.obs['world_id'] },
    { events: timeless(answered), world_id: played.obsAt(last.conn, last.at)?.['world_id'] },
    'switch',
  )
}

function withoutTick(path: string): string {
  return path.replace(/^A\d+@\d+\./, '')
}

function concerns({ cases = [], actions = [] }: Known, one: Case): boolean {
  if (cases.some((name) => isNamed(name, one.id))) return true
  return one.sent.some((sent) => sent.actions.some((action) => actions.includes(action)))
}

/** Whether a name fits a pattern; a `*` at its end stands for anything. */
export function isNamed(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}
