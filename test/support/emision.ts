// The common steps of tests of issuing: a document goes in, time passes, and its result is read. The
// simulator makes the faults, and requests carry the key of the app's first company.

import { expect } from 'bun:test'
import { factura } from './emisor'
import type { TestApp } from './test-app'

/** Issues a document; its job's id. */
export async function emit(app: TestApp, body: object = factura()): Promise<string> {
  const { status, body: answer } = await app.post('/v1/dte/emitir', body)
  if (status !== 202) throw new Error(`expected 202, got ${status}: ${JSON.stringify(answer)}`)
  return answer.data.job_id
}

/** Issues a document that the SII refuses at its door, with what else waits: its job stops, and its folio can be freed. */
export async function emitRefused(app: TestApp, body: object = factura()): Promise<string> {
  const id = await emit(app, body)
  await refuse(app)
  return id
}

/** Has the SII refuse the next file of documents, and sends what waits. */
export async function refuse(app: TestApp): Promise<void> {
  await fail(app, 'envio', 'sin_permiso', 1)
  await app.drainJobs()
}

/** A job as the API shows it. */
export const job = async (app: TestApp, id: string) => (await app.get(`/v1/dte/emision/${id}`)).body.data

/** A document as the API shows it. */
export const document = async (app: TestApp, tipo: number, folio: number) =>
  (await app.get(`/v1/documentos/${tipo}/${folio}`)).body.data

export const saldo = async (app: TestApp, tipo: number, folio: number): Promise<number> =>
  (await document(app, tipo, folio)).saldo

/** The simulator's ledger of the company. */
export const libro = async (app: TestApp) => (await app.get('/simulador/libro')).body.data

/** Asks the simulator for a fault. */
export const fail = async (app: TestApp, servicio: string, falla: string, veces?: number) =>
  expect((await app.post('/simulador/fallas', { servicio, falla, ...(veces && { veces }) })).status).toBe(201)

/** Ends every fault. */
export const heal = (app: TestApp) => app.delete('/simulador/fallas')

export const retry = (app: TestApp, id: string) => app.post(`/v1/dte/emision/${id}/reintentar`, undefined)

export const discard = (app: TestApp, id: string, liberarFolio: boolean) =>
  app.post(`/v1/dte/emision/${id}/descartar`, { liberar_folio: liberarFolio })

/** Runs what is ready, hour after hour, until the 30 attempts of a job are spent (http §7). */
export async function outlastAttempts(app: TestApp): Promise<void> {
  for (let hour = 0; hour < 31; hour++) {
    await app.drainJobs()
    app.advance(3_700_000)
  }
}

/** Days pass, hour by hour, with what is ready in each. */
export async function pass(app: TestApp, days: number): Promise<void> {
  for (let hour = 0; hour < days * 24; hour++) {
    await app.drainJobs()
    app.advance(3_600_000)
  }
}

/** A credit note on a factura of the first day; `over` replaces fields. */
export const nota = (codigo: number, folio = 1, over: object = {}): Record<string, unknown> =>
  factura({
    tipo_dte: 61,
    referencias: [{ tipo_documento: 33, folio, fecha: '2026-11-20', codigo }],
    ...over,
  })

/** One line of a net price. */
export const linea = (precio: number) => ({ detalle: [{ nombre: 'Ajuste', precio }] })

/** Annuls a folio at the simulated SII's portal: the document that arrives with it is rejected (DTE-3-601). */
export const annulAtSii = ({ store }: TestApp, tipo: number, folio: number) =>
  store.client
    .prepare(
      "INSERT INTO sim_folio_anulado (lado, rut, tipo_dte, folio) VALUES ('certificacion', '76543210-3', ?, ?)",
    )
    .run(tipo, folio)

/** Moves the clock in the middle of work, at the first look at it that finds `when` true. */
export function jumpWhen({ time, jump }: TestApp, ms: number, when: () => boolean): void {
  const { now } = time
  Object.defineProperty(time, 'now', {
    configurable: true,
    get() {
      if (!when()) return now
      Object.defineProperty(time, 'now', { value: now, writable: true, configurable: true })
      jump(ms)
      return time.now
    },
  })
}
