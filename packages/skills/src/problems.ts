import type { z } from 'zod'

/** The first broken rule of an input, with its field: `timeout_ms: expected int, received string`. */
export function describeProblem(error: z.ZodError): string {
  const issue = error.issues[0]
  if (issue === undefined) return 'invalid input'
  const message = issue.message.replace(/^Invalid (input|option): /, '')
  const path = issue.path.map(String).join('.')
  return path === '' ? message : `${path}: ${message}`
}
