// A receiver of webhooks that tests script: it remembers what came and answers what it is told.

import type { PostInit } from '../../../src/areas/webhooks/post'
import type { Receptor, TestApp } from '../../support/test-app'

export interface Recibido {
  url: string
  headers: Record<string, string>
  body: string
  evento: string
}

export type Answer = (recibido: Recibido) => Response | Promise<Response>

export const OK: Answer = () => new Response('gracias')

interface Escucha {
  recibidos: Recibido[]
  /** May be replaced while it runs. */
  answer: Answer
  eventos(): string[]
  fetch: Receptor
}

export function createReceptor(answer: Answer = OK): Escucha {
  const self: Escucha = {
    recibidos: [],
    answer,
    eventos: (): string[] => self.recibidos.map(({ evento }) => evento),
    async fetch(url: string, init: PostInit) {
      const body = String(init.body)
      const headers = init.headers as Record<string, string>
      const recibido = { url, headers, body, evento: JSON.parse(body).evento as string }
      self.recibidos.push(recibido)
      return self.answer(recibido)
    },
  }
  return self
}

/** Registers a webhook; its JSON with the secret. */
export async function register(app: TestApp, over: object = {}, headers?: Record<string, string>) {
  const { status, body } = await app.post(
    '/v1/webhooks',
    { url: 'http://127.0.0.1:9000/hook', ...over },
    headers,
  )
  if (status !== 201) throw new Error(`expected 201, got ${status}: ${JSON.stringify(body)}`)
  return body.data
}

/** The deliveries of a webhook, newest first. */
export const entregas = async (app: TestApp, id: string, query = '') =>
  (await app.get(`/v1/webhooks/${id}/entregas${query}`)).body.data
