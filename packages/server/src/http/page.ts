import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'

/** The page's folder lies beside both the sources and the build, so one path serves both. */
const PAGE_DIR = new URL('../../page/', import.meta.url)

const FILES = [
  { route: '/', file: 'index.html', type: 'text/html; charset=utf-8' },
  { route: '/page/page.css', file: 'page.css', type: 'text/css; charset=utf-8' },
  { route: '/page/page.js', file: 'page.js', type: 'text/javascript; charset=utf-8' },
  { route: '/page/map.js', file: 'map.js', type: 'text/javascript; charset=utf-8' },
  { route: '/page/map-tiles.js', file: 'map-tiles.js', type: 'text/javascript; charset=utf-8' },
  { route: '/page/icon.svg', file: 'icon.svg', type: 'image/svg+xml' },
] as const

/** The page and its files, read once: what is served is this list and nothing else on the disk. */
export function createPage(): Hono {
  const page = new Hono()
  for (const { route, file, type } of FILES) {
    const body = readFileSync(new URL(file, PAGE_DIR), 'utf8')
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
    page.get(route, (context) => {
      const headers = { 'content-type': type, 'cache-control': 'no-cache', etag }
      if (context.req.header('if-none-match') === etag) return context.body(null, 304, headers)
      return context.body(body, 200, headers)
    })
  }
  return page
}
