import { expect, test } from 'vitest'
import { recordSurroundings } from '../testing/surroundings.js'
import { createProgress } from './progress.js'

async function shown(given: { isTTY: boolean; isQuiet: boolean }) {
  const surroundings = recordSurroundings({ isTTY: given.isTTY, environment: { NO_COLOR: '1' } })
  const progress = createProgress(surroundings, given.isQuiet)
  const answer = await progress.step(
    'catalog',
    async () => {
      progress.aside(() => void surroundings.stdout.write('LOG\n'))
      return 30
    },
    (blocks) => `${blocks} blocks`,
  )
  expect(answer).toBe(30)
  const broken = progress.step('server', () => Promise.reject(new Error('broke')), String)
  await expect(broken).rejects.toThrow('broke')
  progress.line('done')
  return surroundings.written().stdout
}

test('[SHOW1] plain lines away from a terminal', async () => {
  expect(await shown({ isTTY: false, isQuiet: false })).toBe('LOG\n  ✓ catalog  30 blocks\n  ✗ server\ndone\n')
})

test('[SHOW2] on a terminal a step is shown while it runs, and a log line does not tear it', async () => {
  const clear = '\r\u001b[2K'
  expect(await shown({ isTTY: true, isQuiet: false })).toBe(
    `  … catalog${clear}LOG\n  … catalog${clear}  ✓ catalog  30 blocks\n  … server${clear}  ✗ server\ndone\n`,
  )
})

test('[SHOW3] nothing under --json', async () => {
  expect(await shown({ isTTY: true, isQuiet: true })).toBe('LOG\n')
})
