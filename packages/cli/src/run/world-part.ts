import { relative } from 'node:path'
import {
  CatalogError,
  DirectoryInUseError,
  JournalDamagedError,
  loadCatalog,
  type RunningServer,
  startServer,
  WorldStartError,
} from '@clawstead/server'
import { StartError } from '../errors.js'
import { explainFailure } from './failures.js'
import { narrowWorlds } from './narrow-worlds.js'
import { reachableUrl } from './reachable-url.js'
import { READY_WITHIN_MS, waitReady } from './ready.js'
import type { Stage } from './stage.js'
import { chooseWorlds, type WorldChoice } from './world-choice.js'

/** A world server that answers, and where a person on this machine reaches it. */
export interface WorldPart {
  readonly server: RunningServer
  readonly pageUrl: string
  readonly wsUrl: string
}

/** Loads catalog and worlds, starts the world server and waits until it is ready. */
export async function startWorldPart(stage: Stage): Promise<WorldPart> {
  const { values, settings, directory, log, progress, session } = stage
  const choice = chooseWorlds(settings, directory)
  for (const note of choice.notes) log[note.level]({}, note.text)

  const catalog = await progress.step(
    'catalog',
    async () =>
      readCatalog({
        name: values.flat ? 'flat' : 'standard',
        tuning: choice.tuningFile,
        worldsFile: choice.worldsFile,
      }),
    ({ blocks, items, recipes }) =>
      [
        `${blocks.length} blocks, ${items.length} items, ${recipes.length} recipes`,
        ...filesRead(choice, directory),
      ].join(', '),
  )
  const worlds = narrowWorlds(catalog.worlds, choice, catalog.tuning)
  if (choice.world !== undefined && !catalog.worlds.worlds.some(({ id }) => id === choice.world)) {
    log.info({ world: choice.world }, 'no built-in world has this name, so it is a world of its own')
  }
  session.signal.throwIfAborted()

  const { host, port } = values
  const allowedOrigins = values['ws-allow-any-origin'] ? ['*'] : values['allowed-origins']
  const allowedHosts = values['allowed-hosts']
  const endpoint = { what: 'world server', host, port, hostFlag: '--host', portFlag: '--port' }
  const server = await progress.step(
    'worlds',
    () =>
      startServer({
        host,
        port,
        seed: values.seed,
        dataDir: stage.resolvePath(values.data),
        catalog,
        worlds,
        flat: values.flat,
        page: values.page,
        log,
        ...(allowedHosts === undefined ? {} : { allowedHosts }),
        ...(allowedOrigins === undefined ? {} : { allowedOrigins }),
      }).catch((error: unknown) => {
        throw explainData(error) ?? explainFailure(error, endpoint)
      }),
    ({ worldIds }) => worldIds.join(', '),
  )
  session.parts.add({ name: 'world server', close: () => server.close() })

  const pageUrl = reachableUrl('http', host, server.port, '/')
  const wsUrl = reachableUrl('ws', host, server.port, '/v1/ws')
  await progress.step(
    'server',
    () => waitReady(pageUrl, { what: 'world server', signal: session.signal, deadlineMs: READY_WITHIN_MS }),
    () => wsUrl,
  )
  if (values.page)
    await progress.step(
      'page',
      async () => undefined,
      () => pageUrl,
    )
  return { server, pageUrl, wsUrl }
}

/** Which files were read is shown, since `./configs` is read without being named. */
function filesRead(choice: WorldChoice, directory: string): string[] {
  const files = [choice.tuningFile, choice.worldsFile].filter((path) => path !== undefined)
  return files.map((path) => relative(directory, path))
}

/** A mistake in a file the person wrote is theirs to mend: the loader's sentences, without a stack. */
function readCatalog(options: Parameters<typeof loadCatalog>[0]): ReturnType<typeof loadCatalog> {
  try {
    return loadCatalog(options)
  } catch (error) {
    throw error instanceof CatalogError ? new StartError(error.message, { cause: error }) : error
  }
}

/** What is in the data folder, or who uses it, is said in a sentence of its own. */
function explainData(error: unknown): StartError | undefined {
  const isKnown =
    error instanceof WorldStartError || error instanceof DirectoryInUseError || error instanceof JournalDamagedError
  return isKnown ? new StartError(error.message, { cause: error }) : undefined
}
