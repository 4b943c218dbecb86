import type { DoorAnswer } from '@clawstead/skills'

/** Why a signed request got no further. */
export type Refused = {
  readonly status: 400 | 401 | 403 | 409 | 429 | 503
  readonly message: string
  readonly retryAfterSeconds?: number
}

export function refuse(status: Refused['status'], message: string, retryAfterSeconds?: number): Refused {
  return { status, message, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
}

/** A refusal in the mesh's envelope. */
export function refusalAnswer({ status, message, retryAfterSeconds }: Refused): DoorAnswer {
  return {
    status,
    contentType: 'application/json; charset=utf-8',
    ...(retryAfterSeconds === undefined ? {} : { headers: { 'retry-after': `${retryAfterSeconds}` } }),
    body: JSON.stringify({ success: false, data: null, error: message }),
  }
}
