// Readers of `GET /v1/events/stream` in a process of their own, over bare sockets: thousands of EventSources would weigh more than
// what is measured.

import { childArgs, serveParent } from './child'

interface Args {
  url: string
  apiKey: string
}

/** Sockets that connect at once: more than a server's backlog of connections takes would have to try again. */
const AT_ONCE = 50

const { url, apiKey } = childArgs<Args>()
const { hostname, port } = new URL(url)
const REQUEST = `GET /v1/events/stream HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-API-Key: ${apiKey}\r\n\r\n`

let fault: string | null = null
let connected = 0
/** How many streams an event of a name has come by, and when the last did, milliseconds since 1970. */
const seen = new Map<string, { streams: number; last: number }>()

/** Opens one stream; resolves at its first frame. */
const open = (): Promise<void> =>
  new Promise((resolve, reject) => {
    let text = ''
    Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: (socket) => void socket.write(REQUEST),
        data(_, chunk) {
          text += chunk.toString('latin1')
          for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
            const event = /^event: (\S+)$/m.exec(text.slice(0, end))?.[1]
            text = text.slice(end + 2)
            if (event === undefined) continue
            if (event === 'conectado') resolve()
            const found = seen.get(event) ?? { streams: 0, last: 0 }
            seen.set(event, { streams: found.streams + 1, last: Date.now() })
          }
        },
        error: (_, cause) => reject(cause),
        close() {
          fault ??= `a stream was closed: ${text.slice(0, 500)}`
          reject(new Error(fault))
        },
      },
    }).catch(reject)
  })

const answers = {
  /** Opens that many streams; how many are open then. */
  async open(count: number) {
    const lane = async (): Promise<void> => {
      while (connected < count) {
        connected++
        await open()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    return connected
  },
  /** By how many streams events of that name came since the last time it was asked, and when the last did. */
  seen(event: string) {
    if (fault) throw new Error(fault)
    return seen.get(event) ?? { streams: 0, last: 0 }
  },
  forget() {
    seen.clear()
    return null
  },
}

serveParent(null, ([name, value]: [keyof typeof answers, never]) => answers[name](value))
