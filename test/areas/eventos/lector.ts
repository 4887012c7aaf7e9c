// Reads a stream of events as a browser would, without a port.

import type { Headers0, TestApp } from '../../support/test-app'

export interface Trama {
  id?: string
  event?: string
  data?: unknown
  retry?: string
  comment?: string
}

const parse = (block: string): Trama => {
  const trama: Record<string, unknown> = {}
  for (const line of block.split('\n')) {
    const [, name, value] = /^(\w*): ?(.*)$/.exec(line)!
    trama[name || 'comment'] = name === 'data' ? JSON.parse(value!) : value
  }
  return trama
}

/** Opens a stream; `status` and `body` of a refusal, or frames as they come. */
export async function openStream(app: TestApp, headers: Headers0, query = '') {
  const response = await app.app.handle(new Request(`http://localhost/v1/events/stream${query}`, { headers }))
  const decoder = new TextDecoder()
  const reader = response.status === 200 ? response.body!.getReader() : null
  const tramas: Trama[] = []
  let text = ''
  let ended = false
  async function pull(): Promise<void> {
    const { done, value } = await reader!.read()
    if (done) ended = true
    text += decoder.decode(value, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    tramas.push(...blocks.map(parse))
  }
  return {
    status: response.status,
    headers: response.headers,
    // biome-ignore lint/suspicious/noExplicitAny: the error of a refusal
    body: (reader ? null : await response.json()) as any,
    /** The next `n` frames. */
    async take(n: number): Promise<Trama[]> {
      while (tramas.length < n && !ended) await pull()
      return tramas.splice(0, n)
    },
    /** The frames until the server closes. */
    async rest(): Promise<Trama[]> {
      while (!ended) await pull()
      return tramas.splice(0)
    },
    close: () => reader!.cancel(),
  }
}
