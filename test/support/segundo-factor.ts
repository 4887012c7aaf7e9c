// A person who has a second factor.

import { type Headers0, PASSWORD, type Reply, type TestApp } from './test-app'
import { codeOf } from './totp'

/** Turns the second factor of a session's person on, and moves the clock on: the code that confirmed it is spent. */
export async function withFactor(app: TestApp, session: Headers0, password = PASSWORD) {
  const begun = await app.post('/auth/segundo-factor', { password }, session)
  if (begun.status !== 200) throw new Error(JSON.stringify(begun.body))
  const secret: string = begun.body.data.secreto
  const now = () => codeOf(secret, app.clock())
  const on = await app.post('/auth/segundo-factor/activar', { codigo: now() }, session)
  if (on.status !== 200) throw new Error(JSON.stringify(on.body))
  app.advance(30_000)
  return { secret, codes: on.body.data.codigos_recuperacion as string[], now }
}

/** The ticket that a right password gives who has a second factor. */
export async function ticketOf(
  app: TestApp,
  email: string,
  headers: Headers0 = {},
  password = PASSWORD,
): Promise<string> {
  const { status, body } = await app.post('/auth/login', { email, password }, headers)
  if (status !== 401 || body.code !== 'SECOND_FACTOR_REQUIRED') throw new Error(JSON.stringify(body))
  return body.detalles[0].ticket
}

export const secondStep = (
  app: TestApp,
  ticket: string,
  codigo: string,
  headers: Headers0 = {},
): Promise<Reply> => app.post('/auth/login/segundo-factor', { ticket, codigo }, headers)

export const bearer = (token: string): Headers0 => ({ authorization: `Bearer ${token}` })
