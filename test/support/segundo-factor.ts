// An authenticator of the tests' own, and a person who has it (RFC 6238; RFC 4648 §6).

import { createHmac } from 'node:crypto'
import { type Headers0, PASSWORD, type Reply, type TestApp } from './test-app'

/** The code that an authenticator shows at a moment. */
export function codeOf(secret: string, at: Date): string {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** A code that is none of the three which are good at a moment. */
export function wrongCode(secret: string, at: Date): string {
  const good = [-1, 0, 1].map((step) => codeOf(secret, new Date(at.getTime() + step * 30_000)))
  return ['000000', '111111', '222222', '333333'].find((code) => !good.includes(code))!
}

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
