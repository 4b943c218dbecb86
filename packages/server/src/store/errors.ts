/** Where in a world's files something is wrong. */
export interface DamagePlace {
  readonly file: string
  /** Byte at which the first thing that cannot be proved begins. */
  readonly offset: number
  /** The first tick that cannot be proved. */
  readonly tick: number
}

/** The log is broken in a way that no crash explains. Going on would build on something that may be false. */
export class LogDamagedError extends Error {
  override readonly name = 'LogDamagedError'
  readonly file: string
  readonly offset: number
  readonly tick: number

  constructor(place: DamagePlace, what: string) {
    super(`${place.file}, byte ${place.offset}, tick ${place.tick}: ${what}`)
    this.file = place.file
    this.offset = place.offset
    this.tick = place.tick
  }
}

/** There is no room. Nothing was lost: what waits is written by the next commit that finds room. */
export class StoreFullError extends Error {
  override readonly name = 'StoreFullError'
}

/** The disk did not do what it was asked. What waits stays in memory and is tried again by the next commit. */
export class StoreWriteError extends Error {
  override readonly name = 'StoreWriteError'
}

/** The files belong to another world, or to other rules than those this program would replay them with. */
export class StoreMismatchError extends Error {
  override readonly name = 'StoreMismatchError'
}

/** Ticks were asked for that the log no longer holds. */
export class HistoryGoneError extends Error {
  override readonly name = 'HistoryGoneError'
}

/** A snapshot file that does not hold what was written into it. */
export class SnapshotDamagedError extends Error {
  override readonly name = 'SnapshotDamagedError'
}

const NO_ROOM_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Turns what a file system threw while writing into the failure a host can act on. What is our own mistake stays one. */
export function toWriteFailure(error: unknown, doing: string): unknown {
  const code = errorCode(error)
  if (code === undefined || !(error instanceof Error)) return error
  if (NO_ROOM_CODES.has(code)) return new StoreFullError(`${doing}: no room (${error.message})`, { cause: error })
  return new StoreWriteError(`${doing}: ${error.message}`, { cause: error })
}

export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}
