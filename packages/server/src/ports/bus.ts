/**
 * How gateways and worlds talk to each other, wherever they run. In one process it is a function call; between machines it
 * is a message broker. Messages are plain data and belong to whoever gets them: the sender does not touch them again.
 */
export interface Bus {
  /** Tells everybody who listens on a subject, in the order they came. Nobody may be there. */
  publish(subject: string, message: unknown): void
  /**
   * Asks whoever came first to a subject and gives the answer. What was sent to one subject before, asked or told, is
   * handed over before. Rejects when nobody is there, when the answer is an error, and when the bus closes meanwhile.
   */
  request(subject: string, message: unknown): Promise<unknown>
  /** Listens on a subject; what it returns, or promises, is the answer to a request. Gives the function that ends it. */
  subscribe(subject: string, hear: Hear): () => void
  /** Nothing is handed over any more, and whoever waits for an answer is told so. */
  close(): Promise<void>
}

export type Hear = (message: unknown) => unknown

/** A request that cannot be answered, because nobody is there or the way is closed. */
export class BusError extends Error {
  override readonly name = 'BusError'
}
