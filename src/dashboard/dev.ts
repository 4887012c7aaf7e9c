// `bun src/dashboard/dev.ts [URL]`: the dashboard from its source, reloaded at every change; everything else goes on to the server that
// `make dev` started. For the session's cookie both must be the same host. The page's policy and packing are the binary's alone.

import { join } from 'node:path'
import { RUTA_FUENTE } from './fuente'
import page from './index.html'

const server = process.argv[2] ?? 'http://127.0.0.1:3000'
const font = join(
  import.meta.dir,
  '../../node_modules/@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2',
)

const dev = Bun.serve({
  hostname: '127.0.0.1',
  port: 3001,
  development: true,
  idleTimeout: 0,
  routes: {
    '/': Response.redirect('/app/'),
    [RUTA_FUENTE]: () => new Response(Bun.file(font)),
    '/app/*': page,
  },
  fetch(request) {
    const { pathname, search } = new URL(request.url)
    const headers = new Headers(request.headers)
    // The server holds a writer's Origin against its own Host.
    headers.set('host', new URL(server).host)
    if (headers.has('origin')) headers.set('origin', server)
    return fetch(server + pathname + search, {
      method: request.method,
      headers,
      body: request.body,
      redirect: 'manual',
      decompress: false,
    })
  },
})
console.log(`${dev.url.origin}/app/ (API: ${server})`)
