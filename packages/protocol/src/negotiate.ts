import { AGENT_NAME_BYTES_MAX, SEND_QUEUE_DEFAULT, SEND_QUEUE_MAX } from './limits.js'
import { KNOWN_VERSIONS, type ProtocolVersion } from './messages/common.js'
import type { Hello } from './messages/hello.js'
import { cutUtf8 } from './text.js'

/** The highest version both sides speak; undefined when there is none. */
export function selectVersion(
  hello: Pick<Hello, 'protocol_version' | 'supported_versions'>,
): ProtocolVersion | undefined {
  return KNOWN_VERSIONS.find(
    (version) => version === hello.protocol_version || hello.supported_versions.includes(version),
  )
}

export const isKnownVersion = (text: string): text is ProtocolVersion =>
  (KNOWN_VERSIONS as readonly string[]).includes(text)

/** Name an agent joins with: trimmed, cut to its limit, never empty. */
export function agentNameOf(hello: Pick<Hello, 'agent_name'>): string {
  return cutUtf8(hello.agent_name.trim(), AGENT_NAME_BYTES_MAX).trim() || 'agent'
}

/** How many frames may wait for a slow client. */
export function sendQueueOf(hello: Pick<Hello, 'capabilities'>): number {
  const asked = hello.capabilities.max_queue
  return asked <= 0 ? SEND_QUEUE_DEFAULT : Math.min(asked, SEND_QUEUE_MAX)
}
