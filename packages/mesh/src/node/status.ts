import type { Caller } from '@clawstead/skills'
import { listedSkills } from './info.js'
import type { NodeFacts } from './node-facts.js'
import { moment, type RemotesView } from './remotes-view.js'
import type { Traffic } from './traffic.js'

export type Health = 'ok' | 'degraded' | 'down'

/** How many skills a caller may use, and which of them do not work. */
export type SkillsSummary = {
  readonly total: number
  readonly available: number
  readonly disabled: readonly { readonly name: string; readonly reason: string }[]
}

export function skillsSummary(facts: NodeFacts, caller: Caller): SkillsSummary {
  const skills = listedSkills(facts, caller)
  const disabled = skills.flatMap(({ name }) => {
    const reason = facts.registry.availability(name)
    return reason === undefined ? [] : [{ name, reason }]
  })
  return { total: skills.length, available: skills.length - disabled.length, disabled }
}

export type StatusSources = {
  readonly facts: NodeFacts
  readonly remotes: RemotesView
  readonly traffic: Traffic
  readonly startedMs: number
  readonly now: () => number
  /** Live sessions and streams of other dialects. */
  readonly sessions: () => number
  /** Why the node as a whole cannot serve; undefined when it can. */
  readonly trouble: () => string | undefined
}

/** What `/mcp/status` says. Something that does not work is shown as such, never as an empty list. */
export function statusOf(
  sources: StatusSources,
  skills: SkillsSummary,
): Record<string, unknown> & { readonly health: Health } {
  const { facts, remotes, traffic, startedMs, now } = sources
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const known = remotes.list()
  const trouble = sources.trouble()
  const isWhole = skills.disabled.length === 0 && known.every(({ state }) => state !== 'disabled')
  return {
    health: trouble !== undefined ? 'down' : isWhole ? 'ok' : 'degraded',
    ...(trouble === undefined ? {} : { trouble }),
    uptime: Math.max(0, (now() - startedMs) / 1000),
    memory: rss,
    memory_detail: { rss, heap_used: heapUsed, heap_total: heapTotal, external },
    clients: traffic.clients() + sources.sessions(),
    requests_last_min: traffic.requestsLastMinute(),
    skills,
    remotes: known.map((remote) => ({
      url: remote.url,
      state: remote.state,
      failures: remote.failures,
      disabled_since: moment(remote.disabledSinceMs),
      next_probe: moment(remote.nextProbeMs),
      ...(remote.skills === undefined ? {} : { skills: remote.skills }),
      ...(remote.drift === undefined ? {} : { drift: remote.drift }),
    })),
    negative_cache: remotes.negativeCache().map(({ url, what, untilMs }) => ({ url, what, until: moment(untilMs) })),
    version: facts.version,
  }
}
