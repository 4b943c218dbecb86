import type { Lease, Ownership } from './ownership.js'

interface Held {
  readonly lease: Lease
  untilMs: number
}

/** Ownership within one process: who holds what is known by all that share it, and forgotten with it. */
export function createMemoryOwnership({ now }: { now(): number }): Ownership {
  const heldByThing = new Map<string, Held>()
  const lastToken = new Map<string, number>()

  function current(thing: string): Held | undefined {
    const held = heldByThing.get(thing)
    return held !== undefined && held.untilMs > now() ? held : undefined
  }

  function own({ thing, token }: Lease): Held | undefined {
    const held = current(thing)
    return held?.lease.token === token ? held : undefined
  }

  return {
    async acquire(thing, holder, leaseMs) {
      if (current(thing) !== undefined) return undefined
      const token = (lastToken.get(thing) ?? 0) + 1
      lastToken.set(thing, token)
      const lease: Lease = { thing, holder, token, leaseMs }
      heldByThing.set(thing, { lease, untilMs: now() + leaseMs })
      return lease
    },
    async renew(lease) {
      const held = own(lease)
      if (held === undefined) return false
      held.untilMs = now() + lease.leaseMs
      return true
    },
    async release(lease) {
      if (own(lease) !== undefined) heldByThing.delete(lease.thing)
    },
    holderOf: async (thing) => current(thing)?.lease,
  }
}
