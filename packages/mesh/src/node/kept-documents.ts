import { randomBytes } from 'node:crypto'
import { gzip } from 'node:zlib'
import type { Caller, Registry } from '@clawstead/skills'
import { COMPRESSED_BYTES_MIN, INFO_MAX_AGE_SECONDS, KEPT_DOCUMENTS_MAX } from './limits.js'
import { rightsKey } from './node-facts.js'
import type { Replies } from './reply.js'

/** A document as it goes out, with the headers that prove it. */
export type KeptDocument = {
  readonly text: string
  readonly bytes: Uint8Array
  /** The same in a tenth of the bytes, once somebody asked for it and it was made; short ones are not worth it. */
  compressed(): Uint8Array | undefined
  readonly etag: string
  /** Signed for whoever asks without a nonce of its own; signed again when that grows old. */
  headers(): Record<string, string>
}

export type KeptDocumentsOptions = {
  readonly registry: Registry
  readonly replies: Replies
  readonly now: () => number
  /** Tells apart callers with the same rights who still see different skills. */
  readonly viewOf?: ((caller: Caller) => string) | undefined
}

const NAME_BYTES = 6

/**
 * Documents that only change when the registry does. They are written once for all callers with the same rights, so that
 * reading them costs little however many skills there are.
 */
export class KeptDocuments {
  readonly #replies: Replies
  readonly #now: () => number
  readonly #viewOf: (caller: Caller) => string
  /** Tags of this process and of an earlier one are never alike. */
  readonly #process = randomBytes(NAME_BYTES).toString('base64url')
  readonly #valueByKey = new Map<string, unknown>()
  readonly #stopListening: () => void
  #written = 0

  constructor({ registry, replies, now, viewOf = () => '' }: KeptDocumentsOptions) {
    this.#replies = replies
    this.#now = now
    this.#viewOf = viewOf
    this.#stopListening = registry.onChange(() => this.forget())
  }

  /** @param write gives undefined when there is no such document for this caller */
  get(method: string, caller: Caller, write: () => string | undefined): KeptDocument | undefined {
    return this.value(`document ${method}`, caller, () => {
      const text = write()
      this.#written += 1
      return text === undefined ? undefined : this.#keep(method, text, `"${this.#process}-${this.#written}"`)
    })
  }

  /** Anything else that follows from the registry and the caller's rights alone. */
  value<Value>(name: string, caller: Caller, make: () => Value): Value {
    const key = `${name}\n${rightsKey(caller)}\n${this.#viewOf(caller)}`
    if (this.#valueByKey.has(key)) return this.#valueByKey.get(key) as Value
    const value = make()
    if (this.#valueByKey.size >= KEPT_DOCUMENTS_MAX) {
      const [oldest] = this.#valueByKey.keys()
      if (oldest !== undefined) this.#valueByKey.delete(oldest)
    }
    this.#valueByKey.set(key, value)
    return value
  }

  forget(): void {
    this.#valueByKey.clear()
  }

  close(): void {
    this.#stopListening()
  }

  #keep(method: string, text: string, etag: string): KeptDocument {
    let signedMs = Number.NEGATIVE_INFINITY
    let headers: Record<string, string> = {}
    const bytes = Buffer.from(text)
    let zipped: Uint8Array | undefined
    let isZipping = bytes.length < COMPRESSED_BYTES_MIN
    return {
      text,
      bytes,
      compressed() {
        if (!isZipping) {
          isZipping = true
          // Beside the event loop: whoever asks meanwhile gets the long form.
          gzip(bytes, (error, result) => {
            if (error === null) zipped = result
          })
        }
        return zipped
      },
      etag,
      headers: () => {
        if (this.#now() - signedMs >= INFO_MAX_AGE_SECONDS * 1000) {
          signedMs = this.#now()
          headers = this.#replies.sign({ method, text })
        }
        return headers
      },
    }
  }
}
