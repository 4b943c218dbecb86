import { Hono } from 'hono'
import type { PublicDocuments } from '../options.js'

const HEADERS_PASSED = ['if-none-match', 'x-nonce']

/** What this service says about itself to the mesh: every service answers here, whatever else it does. */
export function createDocuments(documents: () => PublicDocuments | undefined): Hono {
  const app = new Hono()
  for (const name of ['info', 'discover', 'server-card']) {
    app.get(`/${name}`, async (context) => {
      const { path } = context.req
      const passed = HEADERS_PASSED.flatMap((header) => {
        const value = context.req.header(header)
        return value === undefined ? [] : [[header, value]]
      })
      const query = new URL(context.req.url).search.slice(1)
      const answer = await documents()?.({ path, query, headers: Object.fromEntries(passed) })
      if (answer === undefined) return context.notFound()
      const { status, contentType, headers = {}, body } = answer
      return new Response(body.length === 0 ? null : body, {
        status,
        headers: { ...headers, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
      })
    })
  }
  return app
}
