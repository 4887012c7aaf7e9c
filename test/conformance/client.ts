// A client of a running server, for checks on the built binary.

type Data = Record<string, unknown>

export interface Client {
  login(token: string): void
  /** The `data` of the answer. Throws what the server said when it refuses. */
  post(path: string, body: object): Promise<Data>
  bytes(path: string): Promise<Buffer>
  /** Asks until `done`; throws after half a minute. */
  until(path: string, done: (data: Data) => boolean): Promise<Data>
}

const POLL_MS = 100
const PATIENCE_MS = 30_000

export function createClient(url: string): Client {
  let token: string | undefined
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(url + path, { ...init, headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const dataOf = async (answer: Response): Promise<Data> => ((await answer.json()) as { data: Data }).data
  return {
    login: (given) => {
      token = given
    },
    post: async (path, body) => dataOf(await send(path, { method: 'POST', body: JSON.stringify(body) })),
    bytes: async (path) => Buffer.from(await (await send(path)).arrayBuffer()),
    async until(path, done) {
      for (const start = Date.now(); Date.now() - start < PATIENCE_MS; await Bun.sleep(POLL_MS)) {
        const data = await dataOf(await send(path))
        if (done(data)) return data
      }
      throw new Error(`${path} did not come to an end`)
    },
  }
}
