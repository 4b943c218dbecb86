/**
 * Who may write what. A world has one writer: before it is brought up, its process takes a lease on it and keeps it. The
 * token of a lease is higher than that of every lease before it, so that whoever guards what is written (a log, a
 * register) can tell a holder that slept through the end of its lease from the one that came after.
 */
export interface Ownership {
  /** Takes a thing that nobody holds, or whose lease has run out. Undefined when somebody else holds it. */
  acquire(thing: string, holder: string, leaseMs: number): Promise<Lease | undefined>
  /** Makes the lease last for its full time from now. False when it was lost: then nothing may be written any more. */
  renew(lease: Lease): Promise<boolean>
  /** Lets go. A lease that was lost changes nothing for the one who holds the thing now. */
  release(lease: Lease): Promise<void>
  /** Who holds a thing now, if anybody does. */
  holderOf(thing: string): Promise<Lease | undefined>
}

export interface Lease {
  readonly thing: string
  readonly holder: string
  /** Fencing token: grows with every lease on this thing, for ever. */
  readonly token: number
  readonly leaseMs: number
}
