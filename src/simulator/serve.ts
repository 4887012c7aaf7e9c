// The simulator on a port, for clients in other processes.

import type { Log, Simulator } from './sim'

interface SimulatorServer {
  /** `http://127.0.0.1:4000` */
  url: string
  port: number
  /** Closes the port, also on connections still open; the simulator itself goes on. */
  stop(): Promise<void>
}

/** Serves a simulator; port 0 takes a free one. A fault that cuts the connection really closes the socket. */
export function serveSimulator({
  simulator,
  port,
  hostname = '127.0.0.1',
  log = () => {},
}: {
  simulator: Simulator
  port: number
  hostname?: string
  log?: Log
}): SimulatorServer {
  const server = Bun.serve({
    port,
    hostname,
    idleTimeout: 120,
    maxRequestBodySize: 64 * 1024 * 1024,
    async fetch(request, bun) {
      // A fault may delay an answer for longer than any idle timeout.
      bun.timeout(request, 0)
      try {
        const answer = await simulator.fetch(request)
        // As every web server, and the SII, which Bun's leaves out: the machine's clock, not the one that people move.
        answer.headers.set('date', new Date().toUTCString())
        return answer
      } catch (fault) {
        // A failed handshake leaves nothing but a closed socket either.
        if (/^(ECONNRESET$|ERR_SSL_)/.test(String((fault as { code?: unknown }).code)))
          return brokenResponse()
        log('the simulator failed', { fault: String(fault) })
        return new Response('Error 500', { status: 500 })
      }
    },
  })
  return {
    url: `http://${hostname}:${server.port}`,
    port: server.port!,
    stop: () => server.stop(true),
  }
}

// Bun.serve offers no handle on a socket. A body whose stream fails before its first byte makes it close the socket without
// a byte of an answer; only with no reason at all does it not print the failure too, nor ask an `error` handler for a page.
const brokenResponse = (): Response =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(undefined) }))
