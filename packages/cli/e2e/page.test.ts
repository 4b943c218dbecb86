import { join } from '@clawstead/client'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openBrowser } from './browser.js'
import { requireBuild } from './clawstead.js'
import { startHouse } from './house.js'

beforeAll(requireBuild)

test('[PAGE1] the page shows the ground, who is there and how to join, and asks nobody else for anything', async () => {
  const house = await startHouse()
  const agent = await join(house.ws_url, { name: 'ada' })
  onTestFinished(() => agent.close())
  const browser = await openBrowser()
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const asked: string[] = []
  const wrong: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  await page.goto(house.url)
  await page.getByRole('cell', { name: 'ada' }).waitFor()
  expect(await page.locator('#figure-agents').textContent()).toBe('1')
  expect(await page.locator('#join-lines').textContent()).toContain('/mcp')
  await page.waitForFunction(isPainted)
  expect(new Set(asked)).toEqual(new Set([new URL(house.url).host]))
  expect(wrong).toEqual([])
  const shot = process.env['CLAWSTEAD_SCREENSHOT']
  if (shot !== undefined) await page.screenshot({ path: shot, fullPage: true })
})

/** Runs in the page: the ground covers all of the map. */
function isPainted(): boolean {
  interface Canvas {
    readonly width: number
    readonly height: number
    getContext(kind: '2d'): { getImageData(x: number, y: number, w: number, h: number): { data: Uint8ClampedArray } }
  }
  const { document } = globalThis as unknown as { document: { getElementById(id: string): Canvas } }
  const map = document.getElementById('map')
  const { data } = map.getContext('2d').getImageData(0, 0, map.width, map.height)
  return data.every((value, index) => index % 4 !== 3 || value === 255)
}
