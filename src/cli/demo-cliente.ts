// A client of the API inside the process: what `timbre demo` does, any program can do over HTTP.

import type { App } from '../app'
import { Falla } from './comando'

export const POLL_MS = 100
/** How long one step may take: a slow machine takes its time to each. */
export const PATIENCE_MS = 180_000

export interface Cliente {
  /** The `data` of an answer. Throws a Falla that tells what the server said when it refuses. */
  call<T>(method: string, path: string, body?: object): Promise<T>
  /** The same of what is answered with a job when it takes long: waits for it, and gives what came of it. Throws Falla where it stops. */
  callToEnd<T>(method: string, path: string, body?: object): Promise<T>
  /** The bytes of a file. */
  download(path: string, method?: string): Promise<Uint8Array>
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
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    return ((await (await send(method, path, body)).json()) as { data: T }).data
  }
  return {
    call,
    async callToEnd<T>(method: string, path: string, body?: object) {
      const answer = await send(method, path, body)
      const trabajo = answer.headers.get('location')
      if (answer.status !== 202 || !trabajo) return ((await answer.json()) as { data: T }).data
      for (let [seen, until] = ['', 0]; ; await Bun.sleep(POLL_MS)) {
        const job = await call<{ estado: string; result: T; error: { error: string } | null }>('GET', trabajo)
        if (job.estado === 'completed') return job.result
        if (job.estado === 'failed' || job.estado === 'dlq')
          throw new Falla(`${method} ${path} no terminó: ${job.error?.error}`)
        const now = JSON.stringify(job)
        if (now !== seen) [seen, until] = [now, Date.now() + PATIENCE_MS]
        if (Date.now() > until) throw new Falla(`${method} ${path} no avanza: ${job.estado}`)
      }
    },
    async download(path, method = 'GET') {
      return new Uint8Array(await (await send(method, path)).arrayBuffer())
    },
  }
}
