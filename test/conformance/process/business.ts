// Two companies of one account: one has issued five hundred invoices on credit to the other, all at the SII. Each trial has data folders
// of its own, copied from these, and so begins where the others did.

import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { chileDate } from '../../../src/domain/fecha'
import { boleta, factura } from '../../support/emisor'
import { type Running, serve, simulador } from './binary'
import { until } from './check'
import { addCompany, ask, type Company, type Json, openAccount } from './client'
import { openTap, type Tap } from './tap'

/** On credit, from the seller to the buyer; a batch of acceptances has five hundred, and the register's details no more. */
export const FACTURAS = 510
export const EXENTAS = 3
/** The buyer's own: invoices to the seller, and receipts of today. */
export const VENTAS = 6
export const BOLETAS = 20

const SELLER = '76543210-3'
const BUYER = '77123456-9'
const SCOPES = ['dte:*', 'folios:*', 'webhooks:*', 'rcv:*', 'acuse:*', 'rcof:*', 'consultas:*', 'bte:*']
const EVENTOS = ['rcv.sincronizado', 'acuse.registrado', 'rcof.enviado', 'rcof.aceptado', 'trabajo.terminado']

/** Every server of these trials: questions without limit, unless a trial says otherwise. */
export const ENV = { TIMBRE_DEFAULT_PLAN: 'Empresa' }

export interface Business {
  seller: Company
  buyer: Company
  session: Record<string, string>
  cuentaId: string
  /** The owner that the simulator's windows want to know. */
  owner: Record<string, string>
  /** Today in Chile, and its month as the register names it. */
  hoy: string
  periodo: string
  /** Data folders of its own for a trial, the server's not yet open. */
  copy(): Promise<Place>
}

export interface Place {
  dir: string
  sim: Running
  tap: Tap
  close(): Promise<void>
}

/** Makes the business below `root`. Throws when the SII did not take all of it. */
export async function openBusiness(root: string): Promise<Business> {
  const base = join(root, 'base')
  const hook = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('gracias') })
  hook.unref()
  const sim = await simulador(join(base, 'sii'))
  const server = await serve(join(base, 'datos'), sim.url, ENV)
  const { url } = server
  const session = await openAccount(url)
  const seller = await addCompany(url, session, SELLER, { 33: FACTURAS, 34: EXENTAS }, SCOPES)
  const buyer = await addCompany(url, session, BUYER, { 33: VENTAS, 39: BOLETAS }, SCOPES)
  const wanted = { url: `http://127.0.0.1:${hook.port}/`, eventos: EVENTOS }
  const registered = await ask('POST', `${url}/v1/webhooks`, buyer.key, wanted)
  if (registered.status !== 201) throw new Error(`no webhook: ${JSON.stringify(registered.body)}`)
  // The night's scheduled work must not run amid a trial.
  for (const { id } of [seller, buyer]) {
    const off = { rcv: { activo: false }, rcof: { activo: false } }
    const { status } = await ask('PUT', `${url}/v1/empresa/${id}/programacion`, session, off)
    if (status !== 200) throw new Error(`the schedule answered ${status}`)
  }
  const linea = [{ nombre: 'Clavos', cantidad: 10, precio: 150 }]
  await issue(url, seller, FACTURAS, () => factura({ forma_pago: 2 }))
  await issue(url, seller, EXENTAS, () => factura({ tipo_dte: 34, forma_pago: 2, detalle: linea }))
  const receptor = { ...(factura().receptor as object), rut: SELLER }
  await issue(url, buyer, VENTAS, () => factura({ forma_pago: 2, receptor }))
  await issue(url, buyer, BOLETAS, () => boleta())
  for (const [{ key }, count] of [
    [seller, FACTURAS + EXENTAS],
    [buyer, VENTAS + BOLETAS],
  ] as const) {
    const path = `${url}/v1/documentos?limite=1&estado_sii=aceptado`
    const all = async () => (await ask('GET', path, key)).body.paginacion.total === count
    if (!(await until(all, 90_000, 250))) throw new Error('the SII did not accept all documents')
  }
  const cuentaId = (await ask('GET', `${url}/v1/cuenta`, session)).body.data.id as string
  for (const running of [server, sim]) {
    running.signal('SIGTERM')
    await running.exited
  }
  const hoy = chileDate(new Date())
  return {
    seller,
    buyer,
    session,
    cuentaId,
    owner: { 'x-simulador-dueno': cuentaId },
    hoy,
    periodo: hoy.slice(0, 7).replace('-', ''),
    async copy() {
      const place = mkdtempSync(join(root, 'lugar-'))
      cpSync(base, place, { recursive: true })
      const own = await simulador(join(place, 'sii'))
      const tap = openTap(() => own.url)
      const close = async (): Promise<void> => {
        await tap.stop()
        await own.kill()
      }
      return { dir: join(place, 'datos'), sim: own, tap, close }
    },
  }
}

async function issue(url: string, { key }: Company, count: number, body: () => object): Promise<void> {
  for (let left = count; left > 0; left -= 100) {
    const documentos = Array.from({ length: Math.min(left, 100) }, body)
    const { status, body: said } = await ask('POST', `${url}/v1/dte/emitir/lote`, key, { documentos })
    const refused = status === 200 || status === 202 ? said.data.documentos.filter((d: Json) => !d.ok) : said
    if (refused.length !== 0) throw new Error(`emission: ${JSON.stringify(refused).slice(0, 500)}`)
  }
}
