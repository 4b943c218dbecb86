import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { onTestFinished } from 'vitest'

/**
 * The browser that comes inside an npm package: nothing has to be installed or downloaded. It brings the
 * system libraries it needs too, but unpacks them only where it believes to run in the cloud it was made for.
 */
export async function openBrowser(): Promise<Browser> {
  const known = process.env['AWS_EXECUTION_ENV']
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs20.x'
  const { default: packed } = await import('@sparticuz/chromium')
  const executablePath = await packed.executablePath()
  if (known === undefined) delete process.env['AWS_EXECUTION_ENV']
  else process.env['AWS_EXECUTION_ENV'] = known
  const browser = await chromium.launch({
    executablePath,
    args: [...packed.args.filter((flag) => flag !== '--disable-web-security'), '--disable-background-networking'],
    env: { ...process.env, LD_LIBRARY_PATH: join(tmpdir(), 'al2023', 'lib') } as Record<string, string>,
  })
  onTestFinished(() => browser.close())
  return browser
}
