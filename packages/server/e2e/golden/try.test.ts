import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { withoutDefects } from './defects.js'
import { withoutDirector } from './director.js'
import { judge } from './judge.js'
import { play } from './play.js'
import { readRecording } from './recording.js'
import { SESSIONS } from './sessions.js'

const only = process.env['ONLY']?.split(',')
test('x', async () => {
  const out: string[] = []
  for (const [name, script] of Object.entries(SESSIONS)) {
    if (only && !only.includes(name)) continue
  const cases = withoutDirector(withoutDefects(readRecording(name)))
  const t0 = performance.now()
  const p = await play({ ...script, cases })
  out.push(`======= ${name} ${performance.now()-t0}`, JSON.stringify(p.unasked).slice(0, 300))
  for (const c of cases) { const { unknown } = judge(c, p, []); for (const u of unknown) out.push(`${c.id} | ${u.path}\n   E ${JSON.stringify(u.recorded)}\n   A ${JSON.stringify(u.answered)}`) }
  }
  writeFileSync('/tmp/golden-diff.txt', out.join('\n'))
}, 120000)
