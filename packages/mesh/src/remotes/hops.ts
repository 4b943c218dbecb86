import { AsyncLocalStorage } from 'node:async_hooks'

/** The header in which a call carries how many nodes it has passed through. */
export const HOPS_HEADER = 'x-mesh-hops'

const storage = new AsyncLocalStorage<number>()

/** Run what a call from another node leads to; calls it makes in turn count on from there. */
export function withHops<Result>(hops: number, run: () => Result): Result {
  return storage.run(hops, run)
}

/** How many nodes the call at hand has passed through. */
export function currentHops(): number {
  return storage.getStore() ?? 0
}
