import { beforeAll, describe, expect, test } from 'vitest'
import { withoutDefects } from './defects.js'
import { withoutDirector } from './director.js'
import { isNamed, judge } from './judge.js'
import { ON_PURPOSE, PENDING } from './known.js'
import { type Played, play } from './play.js'
import { readRecording } from './recording.js'
import { SESSIONS } from './sessions.js'

const names = Object.keys(SESSIONS) as (keyof typeof SESSIONS)[]

describe.each(names)('recording %s', (name) => {
  const cases = withoutDirector(withoutDefects(readRecording(name)))
  const knowns = [...(PENDING[name] ?? []), ...(ON_PURPOSE[name] ?? [])]
  let played: Played
  beforeAll(async () => {
    played = await play({ ...SESSIONS[name], cases })
  })

  test.each(cases)('[GOLDEN1] $id', (one) => {
    expect(judge(one, played, knowns)).toEqual({ unknown: [], outdated: [] })
  })

  test('[GOLDEN2] nothing came that nobody asked for', () => {
    expect(played.unasked).toEqual([])
  })

  test('[GOLDEN7] what is known to differ was recorded', () => {
    const actions = cases.flatMap(({ sent }) => sent.flatMap((one) => one.actions))
    const missing = knowns.flatMap((known) => [
      ...(known.cases ?? []).filter((pattern) => !cases.some(({ id }) => isNamed(pattern, id))),
      ...(known.actions?.some((action) => actions.includes(action)) === false ? known.actions : []),
    ])
    expect(missing).toEqual([])
  })
})
