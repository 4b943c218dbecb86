import { approved, openPins, openRemoteList, RemotesFileError, readRemoteText, remoteUrl } from '@clawstead/mesh'
import type { Invocation } from '../command.js'
import { EXIT, StartError } from '../errors.js'
import { type Errand, runErrand } from './errand.js'
import { meshDirectory } from './mesh-part.js'

/** All of these write what is wanted into the node's files; a node that runs follows within a second. */
export function runRemoteAdd(invocation: Invocation, [text = '', secret]: readonly string[]): Promise<number> {
  return changing(invocation, async (errand) => {
    const entry = readRemoteText(text, secret)
    await listOf(errand).change((list) => {
      const isKnown = list.remotes.some(({ url }) => url === entry.url)
      if (isKnown) throw new RemotesFileError(`${entry.url} is there already`)
      return { ...list, remotes: [...list.remotes, entry] }
    })
    return { added: entry.url }
  })
}

export function runRemoteRemove(invocation: Invocation, [text = '']: readonly string[]): Promise<number> {
  return changing(invocation, async (errand) => {
    const url = remoteUrl(text)
    await listOf(errand).change((list) => {
      const remotes = list.remotes.filter((entry) => entry.url !== url)
      if (remotes.length === list.remotes.length) {
        throw new RemotesFileError(`${url} was not added by command; remotes of the configuration are removed there`)
      }
      return { ...list, remotes }
    })
    return { removed: url }
  })
}

export function runRemoteApprove(invocation: Invocation, [name = '']: readonly string[]): Promise<number> {
  return changing(invocation, async (errand) => {
    const waiting = /^https?:/i.test(name) ? remoteUrl(name) : name
    await openPins(meshDirectory(errand), errand.log).change((pins) => approved(pins, waiting, Date.now()))
    return { approved: waiting }
  })
}

export function runRemoteEnable(invocation: Invocation, [text = '']: readonly string[]): Promise<number> {
  return changing(invocation, async (errand) => {
    const url = remoteUrl(text)
    const isMet = url in openPins(meshDirectory(errand), errand.log).value()
    await listOf(errand).change((list) => {
      if (!isMet && list.remotes.every((entry) => entry.url !== url)) throw new RemotesFileError(`no remote ${url}`)
      return { ...list, enabled_at: { ...list.enabled_at, [url]: Date.now() } }
    })
    return { enabled: url }
  })
}

function listOf(errand: Errand): ReturnType<typeof openRemoteList> {
  return openRemoteList(meshDirectory(errand), errand.log)
}

/** Does it, says what was done, and turns what is wrong into a sentence. */
function changing(
  invocation: Invocation,
  change: (errand: Errand) => Promise<Readonly<Record<string, string>>>,
): Promise<number> {
  return runErrand(invocation, async (errand) => {
    try {
      const done = await change(errand)
      const [[word, what] = []] = Object.entries(done)
      errand.stdout.write(errand.values.json ? `${JSON.stringify(done)}\n` : `${word} ${what}\n`)
      return EXIT.ok
    } catch (error) {
      throw error instanceof RemotesFileError ? new StartError(error.message, { cause: error }) : error
    }
  })
}
