// A client that sends one request over and over on some connections, in a process of its own: it does not wait for what it is told to,
// but leaves the machine to the server.

import { childArgs, serveParent } from './child'

export interface InsistentArgs {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
  connections: number
  seconds: number
}

/** Answers by status. */
export type Statuses = Record<string, number>

async function insist({ url, connections, seconds, ...request }: InsistentArgs): Promise<Statuses> {
  const statuses: Statuses = {}
  const give = performance.now() + seconds * 1000
  const connection = async (): Promise<void> => {
    while (performance.now() < give) {
      const answer = await fetch(url, request)
      await answer.arrayBuffer()
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (answer.status === 429 || answer.status === 503) await Bun.sleep(20)
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return statuses
}

if (import.meta.main) {
  childArgs()
  serveParent(null, insist)
}
