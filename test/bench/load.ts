// The load: a process that keeps a number of connections busy with one request each at a time, over bare sockets, because
// an HTTP client would cost as much as the server under test.

import { childArgs, serveParent } from './child'
import { variedBody } from './document'
import { percentile } from './measure'

export interface LoadArgs {
  url: string
  path: string
  /** POSTs the document of the bench; else GETs. */
  post: boolean
  apiKey: string
  /** A session's access token, in the place of the key. */
  accessToken?: string
  connections: number
  /** Ends after that many seconds, or after `requests`. */
  seconds?: number
  requests?: number
  /** Where the numbering of documents begins. */
  first?: number
}

export interface LoadResult {
  perSecond: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** Answers by status. */
  statuses: Record<string, number>
  /** Milliseconds since 1970. */
  startedAt: number
  endedAt: number
  cpuSeconds: number
}

const HEADERS_END = Buffer.from('\r\n\r\n')

/** Length of the first answer in the buffer, 0 while it is not all there. */
function answerLength(buffer: Buffer): number {
  const end = buffer.indexOf(HEADERS_END)
  if (end < 0) return 0
  const head = buffer.toString('latin1', 0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)
  if (!length) throw new Error(`an answer without a length: ${head}`)
  const total = end + 4 + Number(length[1])
  return buffer.length >= total ? total : 0
}

async function run(args: LoadArgs): Promise<LoadResult> {
  const { hostname, port } = new URL(args.url)
  const { path, apiKey, accessToken, connections, seconds, requests = Number.MAX_SAFE_INTEGER } = args
  const body = variedBody()
  const credential = accessToken ? `Authorization: Bearer ${accessToken}` : `X-API-Key: ${apiKey}`
  const common = `Host: ${hostname}:${port}\r\n${credential}\r\n`
  const head = args.post
    ? `POST ${path} HTTP/1.1\r\n${common}Content-Type: application/json\r\nContent-Length: ${body(0).length}\r\n\r\n`
    : `GET ${path} HTTP/1.1\r\n${common}\r\n`
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  const cpu = process.cpuUsage()
  const startedAt = Date.now()
  const start = performance.now()
  const give = seconds === undefined ? Number.POSITIVE_INFINITY : start + seconds * 1000
  let sent = 0

  const connect = (): Promise<void> =>
    new Promise((resolve, reject) => {
      let since = 0
      let received: Buffer | null = null
      const send = (socket: Bun.Socket): void => {
        since = performance.now()
        if (sent >= requests || since >= give) {
          resolve()
          socket.end()
          return
        }
        const number = (args.first ?? 0) + sent++
        const request = args.post ? Buffer.concat([Buffer.from(head), body(number)]) : Buffer.from(head)
        if (socket.write(request) !== request.length) reject(new Error('a request did not fit in the socket'))
      }
      Bun.connect({
        hostname,
        port: Number(port),
        socket: {
          open: send,
          data(socket, chunk) {
            received = received ? Buffer.concat([received, chunk]) : chunk
            const length = answerLength(received)
            if (!length) return
            const status = received.toString('latin1', 9, 12)
            statuses[status] = (statuses[status] ?? 0) + 1
            latencies.push(performance.now() - since)
            received = null
            send(socket)
          },
          error: (_, fault) => reject(fault),
          close: () => reject(new Error('the server closed a connection')),
        },
      }).catch(reject)
    })

  await Promise.all(Array.from({ length: connections }, connect))
  const elapsed = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  const sorted = Float64Array.from(latencies).sort()
  return {
    perSecond: (latencies.length * 1000) / elapsed,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    maxMs: percentile(sorted, 1),
    statuses,
    startedAt,
    endedAt: Date.now(),
    cpuSeconds: (user + system) / 1e6,
  }
}

if (import.meta.main) {
  childArgs()
  serveParent(null, run)
}
