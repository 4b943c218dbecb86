import { SkillError } from '@clawstead/skills'
import { WEBHOOK_URL_CHARACTERS_MAX } from '../limits.js'

/** Addresses that may be woken, as `host:port`. */
export type WebhookAddresses = {
  /** @returns the address as it will be dialled, or throws a refusal that says what would be taken. */
  check(url: string): string
}

/**
 * Which addresses the owner of this sidecar allows.
 * @throws TypeError naming the entry that is no `host:port`.
 */
export function createWebhookAddresses(allowed: readonly string[]): WebhookAddresses {
  const known = new Set(allowed.map(readEntry))
  return {
    check(text) {
      if (known.size === 0) {
        throw new SkillError(
          'failed',
          'deliver: this sidecar wakes no addresses; its setting wake-webhooks names none',
          {
            next: 'Wait with wait_ms instead, or ask the owner to allow the address.',
          },
        )
      }
      if (text.length > WEBHOOK_URL_CHARACTERS_MAX) {
        throw new SkillError('bad_input', `deliver: longer than ${WEBHOOK_URL_CHARACTERS_MAX} characters`)
      }
      const url = URL.canParse(text) ? new URL(text) : undefined
      if (url === undefined || !(url.protocol === 'http:' || url.protocol === 'https:')) {
        throw new SkillError('bad_input', 'deliver: expected "notification" or an http:// or https:// address')
      }
      if (url.username !== '' || url.password !== '')
        throw new SkillError('bad_input', 'deliver: must not hold a password')
      const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
      if (!known.has(`${url.hostname}:${port}`)) {
        throw new SkillError(
          'failed',
          `deliver: ${url.hostname}:${port} is not among the addresses this sidecar may wake`,
          {
            next: 'Use an address that the setting wake-webhooks allows.',
          },
        )
      }
      url.hash = ''
      return url.href
    },
  }
}

function readEntry(entry: string): string {
  const [, port] = /^(?:\[[^\]]+\]|[^:/\s@]+):(\d{1,5})$/.exec(entry) ?? []
  const isAddress =
    port !== undefined && Number(port) >= 1 && Number(port) <= 65_535 && URL.canParse(`http://${entry}/`)
  if (!isAddress) throw new TypeError(`wake-webhooks: ${JSON.stringify(entry)} is no host:port`)
  return `${new URL(`http://${entry}/`).hostname}:${Number(port)}`
}
