/**
 * What is signed: `method + params + nonce + timestamp`, simply one after the other. It can be taken apart in one way only:
 * a method has no brace, canonical JSON ends with itself, and a timestamp is always 13 digits.
 */
export function signedText({ method, paramsText, nonce, timestamp }: SignedParts): string {
  return `${method}${paramsText}${nonce}${timestamp}`
}

export type SignedParts = {
  readonly method: string
  /** Canonical JSON; `{}` where there are none. */
  readonly paramsText: string
  readonly nonce: string
  /** Unix time in milliseconds, 13 digits. */
  readonly timestamp: string
}
