// A client of the API as an integrator writes one: an account, a company ready to issue, and documents posted with an
// Idempotency-Key that are posted again until they are answered.

import { chileDate } from '../../../src/domain/fecha'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { nuevaEmpresa, PASSWORD } from '../../support/test-app'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape and check what they find
export type Json = any

export interface Answer {
  status: number
  body: Json
  headers: Headers
}

export const RUT_EMISOR = '76543210-3'
/** The person who logs in for the company of `openCompany`. */
export const OWNER = { email: 'duena@example.cl', password: PASSWORD }

/** One request; throws when no answer came. */
export async function ask(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: json ? JSON.parse(text) : text, headers: response.headers }
}

/** Posts what must be answered 201; throws otherwise. */
async function create(
  url: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Json> {
  const answer = await ask('POST', url + path, headers, body)
  if (answer.status !== 201)
    throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** The headers of the session of a new account. */
export async function openAccount(url: string): Promise<Record<string, string>> {
  const { access_token } = await create(url, '/auth/register', { nombre: 'Dueña', ...OWNER })
  return { authorization: `Bearer ${access_token}` }
}

export interface Company {
  id: string
  rut: string
  /** The headers of its API key. */
  key: Record<string, string>
}

/** A company of an account, with certificate and folios of each type as many as wanted. */
export async function addCompany(
  url: string,
  session: Record<string, string>,
  rut: string,
  folios: Record<number, number>,
  scopes = ['dte:*', 'folios:*', 'webhooks:*'],
): Promise<Company> {
  const { id } = (await create(url, '/v1/empresa', nuevaEmpresa(rut), session)).data
  const apikey = (await create(url, '/v1/apikeys', { nombre: 'todo', empresa_id: id, scopes }, session)).data
  const key = { 'x-api-key': apikey.api_key }
  // Before the certificate: the simulator's desk hands them out, and no login is spent.
  for (const [tipo, cantidad] of Object.entries(folios))
    await create(url, '/v1/dte/folios/solicitar', { tipo_dte: Number(tipo), cantidad }, key)
  await create(url, `/v1/empresa/${id}/certificado`, { simulado: true }, session)
  return { id, rut, key }
}

/** A company with certificate and `cantidad` folios of each type; returns the headers of its API key. */
export async function openCompany(
  url: string,
  tipos: readonly number[],
  cantidad: number,
): Promise<Record<string, string>> {
  const folios = Object.fromEntries(tipos.map((tipo) => [tipo, cantidad]))
  return (await addCompany(url, await openAccount(url), RUT_EMISOR, folios)).key
}

/** A document a client wants issued, whatever happens to its requests. */
export interface Order {
  key: string
  body: Record<string, unknown>
  accepted: { jobId: string; tipo: number; folio: number } | null
}

/** Posts an order once. Throws on an answer that a client cannot live with; a lost or refused one leaves it open. */
export async function place(
  url: string,
  key: Record<string, string>,
  order: Order,
  refusedAs?: string,
): Promise<Answer | null> {
  let answer: Answer
  try {
    answer = await ask('POST', `${url}/v1/dte/emitir`, { ...key, 'idempotency-key': order.key }, order.body)
  } catch {
    return null
  }
  if (answer.status === 202) {
    const { job_id: jobId, tipo_dte: tipo, folio } = answer.body.data
    const known = order.accepted
    if (known && (known.jobId !== jobId || known.folio !== folio))
      throw new Error(`the key ${order.key} was answered with folio ${known.folio} and then ${folio}`)
    order.accepted = { jobId, tipo, folio }
  } else if (answer.status !== 503 && answer.body?.code !== (refusedAs ?? null)) {
    throw new Error(`${order.key} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
  return answer
}

/** Bodies of every type in turn; a note refers to a factura that was accepted before, each factura once. */
export function createOrders(prefix: string): { next(): Order; facturas: Order[] } {
  const facturas: Order[] = []
  const referred = new Set<Order>()
  const fecha = chileDate(new Date())
  let count = 0
  const note = (tipo: number): Record<string, unknown> | null => {
    const order = facturas.find((o) => o.accepted && !referred.has(o))
    if (!order) return null
    referred.add(order)
    const codigo = tipo === 61 ? 1 : 3
    const referencia = {
      tipo_documento: 33,
      folio: order.accepted!.folio,
      fecha,
      codigo,
      razon: 'Corrección',
    }
    return factura({ tipo_dte: tipo, fecha_emision: fecha, referencias: [referencia] })
  }
  const make: (() => Record<string, unknown> | null)[] = [
    () => factura({ fecha_emision: fecha }),
    () => boleta({ fecha_emision: fecha }),
    () => ({
      tipo_dte: 34,
      fecha_emision: fecha,
      receptor: RECEPTOR,
      detalle: [{ nombre: 'Clases de guitarra', cantidad: 3, precio: 15000 }],
    }),
    () => note(61),
    () => factura({ fecha_emision: fecha }),
    () => ({ tipo_dte: 41, fecha_emision: fecha, detalle: [{ nombre: 'Libro usado', precio: 4500 }] }),
    () => boleta({ fecha_emision: fecha }),
    () => note(56),
  ]
  return {
    facturas,
    next() {
      const number = count++
      const body = make[number % make.length]!() ?? factura({ fecha_emision: fecha })
      const order: Order = { key: `${prefix}-${number}`, body, accepted: null }
      if (body.tipo_dte === 33) facturas.push(order)
      return order
    },
  }
}

/** Both kinds of envelope in turn; none refers to another, which a database put back may lack. */
export function createPlainOrders(prefix: string): () => Order {
  let count = 0
  return () => {
    const number = count++
    return { key: `${prefix}-${number}`, body: number % 2 ? boleta() : factura(), accepted: null }
  }
}
