// Receivers of webhooks in a process of their own: `/sano/…` answers at once and notes what came when, `/colgado/…` takes the
// request and never answers.

import { childArgs, serveParent } from './child'

/** The event that a delivery carried, and when it came, milliseconds since 1970. */
export type Arrival = [eventoId: string, at: number]

let arrivals: Arrival[] = []
let hanging = 0

childArgs<null>()
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 0,
  fetch(request) {
    if (request.url.includes('/colgado/')) {
      hanging++
      return Promise.withResolvers<Response>().promise
    }
    arrivals.push([request.headers.get('webhook-id')!, Date.now()])
    return new Response()
  },
})

const answers = {
  count: () => ({ healthy: arrivals.length, hanging }),
  /** Gives what came since the last time it was asked. */
  take() {
    const taken = arrivals
    arrivals = []
    return taken
  },
}
serveParent(server.url.origin, (message: keyof typeof answers) => answers[message]())
