import { openPins, openRemoteList, RemotesFileError } from '@clawstead/mesh'
import { createGuardedFetch } from '@clawstead/skills'
import type { Invocation } from '../command.js'
import { EXIT, StartError } from '../errors.js'
import { type Errand, runErrand } from './errand.js'
import { knownNodes } from './known-nodes.js'
import { meshDirectory } from './mesh-part.js'

interface Row {
  readonly url: string
  /** `unknown` while no node runs that could tell. */
  readonly state: string
  readonly agent_id: string | null
  readonly failures: number
  readonly next_probe: string | null
  /** Names of what waits for approval; the URL itself for another key. */
  readonly waiting: readonly string[]
}

type Live = {
  readonly url: string
  readonly state: string
  readonly failures?: number
  readonly next_probe?: string | null
}

const STATUS_TIMEOUT_MS = 2_000

/** What the files know about the remotes, and what a running node says about them. */
export function runRemoteList(invocation: Invocation): Promise<number> {
  return runErrand(invocation, async (errand) => {
    const { values, stdout } = errand
    const rows = rowsOf(errand, await liveRemotes(errand))
    if (values.json) stdout.write(`${JSON.stringify({ remotes: rows })}\n`)
    else for (const line of lines(rows)) stdout.write(`${line}\n`)
    return EXIT.ok
  })
}

function rowsOf(errand: Errand, live: ReadonlyMap<string, Live>): readonly Row[] {
  try {
    const directory = meshDirectory(errand)
    const pins = openPins(directory, errand.log).value()
    const added = openRemoteList(directory, errand.log).value().remotes
    const urls = new Set([...added.map(({ url }) => url), ...live.keys(), ...Object.keys(pins)])
    return Array.from(urls, (url) => {
      const pinned = pins[url]
      const skills = Object.entries(pinned?.skills ?? {}).filter(([, pin]) => pin.pending !== undefined)
      return {
        url,
        state: live.get(url)?.state ?? 'unknown',
        agent_id: pinned?.key?.agent_id ?? null,
        failures: live.get(url)?.failures ?? 0,
        next_probe: live.get(url)?.next_probe ?? null,
        waiting: [...(pinned?.pending_key === undefined ? [] : [url]), ...skills.map(([name]) => name)],
      }
    })
  } catch (error) {
    throw error instanceof RemotesFileError ? new StartError(error.message, { cause: error }) : error
  }
}

/** What the first node that answers says. None of them need be running. */
async function liveRemotes({ values, log, signal }: Errand): Promise<ReadonlyMap<string, Live>> {
  for (const node of knownNodes(values)) {
    const fetch = createGuardedFetch({ allow: [new URL(node).host], timeoutMs: STATUS_TIMEOUT_MS })
    try {
      const response = await fetch(`${node}/mcp/status`, { signal })
      const { remotes } = (await response.json()) as { readonly remotes?: unknown }
      if (Array.isArray(remotes)) return new Map((remotes as Live[]).map((remote) => [remote.url, remote]))
    } catch (error) {
      log.debug({ err: error, node }, 'no node answers there')
    } finally {
      await fetch.close()
    }
  }
  return new Map()
}

function lines(rows: readonly Row[]): string[] {
  if (rows.length === 0) return ['no remotes; clawstead mesh remote add URL adds one']
  const width = Math.max(...rows.map(({ url }) => url.length))
  return rows.map(({ url, state, failures, next_probe: next, waiting }) => {
    const said = state === 'unknown' ? 'no node runs that could tell how it is' : state
    const counted = failures === 0 ? '' : `, ${failures} failures in a row`
    const probed = next === null ? '' : `, looked at again ${next}`
    const asked = waiting.length === 0 ? '' : `; waits for approval: ${waiting.join(', ')}`
    return `${url.padEnd(width)}  ${said}${counted}${probed}${asked}`
  })
}
