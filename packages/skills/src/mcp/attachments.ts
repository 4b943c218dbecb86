import type { CallToolResult } from '@modelcontextprotocol/server'
import { isObject } from '../sidecar-envelope.js'

type Content = CallToolResult['content'][number]

/**
 * Members of a result that are no text for a model: a picture or a sound as `{mime_type, base64}`, a document as
 * `{uri, mime_type, text}`. Clients want them as content of their own; the rest of the result says what they are.
 */
export function splitAttachments(result: unknown): {
  readonly rest: unknown
  readonly attachments: readonly Content[]
} {
  if (!isObject(result)) return { rest: result, attachments: [] }
  const attachments: Content[] = []
  const rest = Object.entries(result).map(([name, member]) => {
    const content = attachmentOf(member)
    if (content === undefined || !isObject(member)) return [name, member] as const
    attachments.push(content)
    const { base64: _base64, text: _text, ...described } = member
    return [name, described] as const
  })
  return attachments.length === 0 ? { rest: result, attachments } : { rest: Object.fromEntries(rest), attachments }
}

function attachmentOf(member: unknown): Content | undefined {
  if (!isObject(member) || typeof member.mime_type !== 'string') return undefined
  const { mime_type: mimeType, base64, uri, text } = member
  if (typeof uri === 'string' && typeof text === 'string')
    return { type: 'resource', resource: { uri, mimeType, text } }
  if (typeof base64 !== 'string') return undefined
  if (mimeType.startsWith('image/')) return { type: 'image', data: base64, mimeType }
  if (mimeType.startsWith('audio/')) return { type: 'audio', data: base64, mimeType }
  return undefined
}
