/** Which rule of dialling was broken, or what went wrong on the way. */
export type DialRule =
  /** Neither http nor https, or no URL at all. */
  | 'scheme'
  /** Plain http to a host that no entry of the allow list names. */
  | 'https_only'
  /** A user name or password in the URL. */
  | 'userinfo'
  | 'port'
  /** A name or address where a cloud answers with credentials. */
  | 'metadata'
  /** An address that is not on the internet and not on the allow list. */
  | 'address'
  /** A header that carries credentials. */
  | 'credentials'
  | 'redirect'
  | 'size'
  | 'timeout'
  /** The name has no address, or nobody answers there. */
  | 'unreachable'

/** Why something was not fetched. The message names the rule and never holds a query, a user name or a password. */
export class DialError extends Error {
  override readonly name = 'DialError'
  readonly rule: DialRule

  constructor(rule: DialRule, message: string, options?: ErrorOptions) {
    super(message, options)
    this.rule = rule
  }
}
