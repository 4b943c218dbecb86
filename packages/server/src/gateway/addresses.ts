import type { GatewayLimits } from './limits.js'
import { createRateLimit, type RateLimit } from './rate-limit.js'

/** What all connections of one address have done together. */
export interface Address {
  readonly name: string
  readonly frames: RateLimit
  readonly joins: RateLimit
  connections: number
}

/** Addresses with open connections, and those whose rates have not recovered yet. */
export interface Addresses {
  /** Counts a new connection; undefined when the address has too many. */
  open(name: string): Address | undefined
  close(address: Address): void
  /** Forgets addresses that nobody uses and that owe nothing. */
  sweep(nowMs: number): void
  readonly size: number
}

export function createAddresses(limits: GatewayLimits): Addresses {
  const addressByName = new Map<string, Address>()
  return {
    open(name) {
      let address = addressByName.get(name)
      if (address === undefined) {
        address = {
          name,
          frames: createRateLimit(limits.addressFrames),
          joins: createRateLimit(limits.addressJoins),
          connections: 0,
        }
        addressByName.set(name, address)
      }
      if (address.connections >= limits.addressConnectionsMax) return undefined
      address.connections++
      return address
    },
    close(address) {
      address.connections--
    },
    sweep(nowMs) {
      for (const [name, address] of addressByName) {
        if (address.connections === 0 && address.frames.isFull(nowMs) && address.joins.isFull(nowMs))
          addressByName.delete(name)
      }
    },
    get size() {
      return addressByName.size
    },
  }
}
