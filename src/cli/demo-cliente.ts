// A client of the API inside the process: what `timbre demo` does, any program can do over HTTP.

import type { App } from '../app'
import { Falla } from './comando'

export interface Cliente {
  /** The `data` of an answer. Throws a Falla that tells what the server said when it refuses. */
  call<T>(method: string, path: string, body?: object): Promise<T>
  /** The bytes of a file. */
  download(path: string): Promise<Uint8Array>
}

/** A client with the session of `token`, or none. */
export function createCliente(app: Pick<App, 'handle'>, token?: string): Cliente {
  async function send(method: string, path: string, body?: object): Promise<Response> {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const request = new Request(`http://localhost${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = await app.handle(request)
    if (!answer.ok) throw new Falla(`${method} ${path} respondió ${answer.status}: ${await answer.text()}`)
    return answer
  }
  return {
    async call<T>(method: string, path: string, body?: object) {
      return ((await (await send(method, path, body)).json()) as { data: T }).data
    },
    async download(path) {
      return new Uint8Array(await (await send('GET', path)).arrayBuffer())
    },
  }
}
