import type { MiddlewareHandler } from 'hono'

/** The page loads its own files and nothing else, runs no script written into markup, and cannot be framed. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SECURITY_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['content-security-policy', CONTENT_SECURITY_POLICY],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), geolocation=(), microphone=()'],
  ['referrer-policy', 'no-referrer'],
  ['x-content-type-options', 'nosniff'],
]

export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  for (const [name, value] of SECURITY_HEADERS) context.header(name, value)
}
