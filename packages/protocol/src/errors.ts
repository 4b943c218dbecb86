/** Every code a peer can meet in an ACK, an ACTION_RESULT or a TASK_FAIL, with what it tells the agent. */
export const ERROR_CODES = {
  E_PROTO_BAD_REQUEST: 'The frame itself is malformed or incomplete. Sent in a negative ACK only.',
  E_WORLD_BUSY: 'The world named by the ACT is not the one the agent is in, or cannot take work or agents right now.',
  E_WORLD_NOT_FOUND: 'No world has that id.',
  E_WORLD_DENIED: 'No route leads there from where the agent stands, or a permit is missing.',
  E_WORLD_COOLDOWN: 'The agent switched worlds too recently.',
  E_BAD_REQUEST: 'An argument is missing or invalid, or the action type is unknown.',
  E_NO_PERMISSION: 'Land rules, laws, ownership or a switched-off world capability forbid it.',
  E_NO_RESOURCE: 'Items, memory budget or another resource do not suffice.',
  E_INVALID_TARGET: 'The target does not exist, is of the wrong kind, out of bounds or out of mining reach.',
  E_RATE_LIMIT: 'Too many attempts in the window; the result says when to try again.',
  E_CONFLICT:
    'It collides with something that already exists: a running task, a claim, a membership, a contract state.',
  E_BLOCKED: 'Distance, an obstacle, a missing station or the wrong phase stands in the way.',
  E_STALE: 'The ACT was based on a tick that is too old, or on one that has not happened yet.',
  E_INTERNAL: 'The server failed; the agent did nothing wrong.',
} as const

export type ErrorCode = keyof typeof ERROR_CODES

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_CODES, text)
}
