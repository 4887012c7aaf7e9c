// Two companies of two accounts, of which one issues on credit to the other: both sides of the SII's registry.

import { emit } from '../../support/emision'
import { factura } from '../../support/emisor'
import {
  type Headers0,
  loadFolios,
  type Reply,
  type Tenant,
  type TestAppOptions,
  testAppWithFolios,
} from '../../support/test-app'
import { archivoDe } from '../rcv/archivos'

export const BASE = '/v1/dte/acuse'
export const EMISOR = '76543210-3'

export type Escena = Awaited<ReturnType<typeof createEscena>>

/** The issuer is the app's first company; `n` facturas of it are at the SII, accepted. */
export async function createEscena(n = 1, options: TestAppOptions = {}) {
  const folios = { 33: Math.max(n, 9), 34: 5, 61: 5 }
  const app = await testAppWithFolios({ folios, simuladorCompartido: true, ...options })
  const receptor = await app.registerCompany()
  await loadFolios(app, receptor, {})
  for (let i = 0; i < n; i++) await emit(app, factura({ forma_pago: 2 }))
  await app.settle()
  const who = receptor.key
  return {
    app,
    receptor,
    /** When the SII received them. */
    recibido: app.time.now,
    registrar: (folio: number, accion: string, more: object = {}, headers: Headers0 = who): Promise<Reply> =>
      app.post(BASE, { rut_emisor: EMISOR, tipo_dte: 33, folio, accion, ...more }, headers),
    lote: (accion: string, folios: number[], headers: Headers0 = who): Promise<Reply> =>
      app.post(
        `${BASE}/lote`,
        { accion, documentos: folios.map((folio) => ({ rut_emisor: EMISOR, tipo_dte: 33, folio })) },
        headers,
      ),
    /** As the receiver sees it. */
    recibidoDe: (folio: number, query = '', headers: Headers0 = who): Promise<Reply> =>
      app.get(`${BASE}/recibidos/${EMISOR}/33/${folio}${query}`, headers),
    /** As the issuer sees it. */
    emitido: (folio: number, query = ''): Promise<Reply> => app.get(`${BASE}/33/${folio}${query}`),
    trabajo: async (id: string, headers: Headers0 = who) =>
      (await app.get(`${BASE}/trabajos/${id}`, headers)).body.data,
    usadas: async (tenant: Tenant): Promise<Record<string, number>> =>
      (await app.get('/v1/cuenta/uso', tenant.session)).body.data.consultas.por_operacion,
  }
}

/** How often a piece of text went to the SII's registry, and a switch that loses its answers after they were given. */
export function spyReclamo() {
  const spy = { asked: [] as string[], lose: 0, drop: 0, down: false }
  const wire: TestAppOptions['wire'] = async (url, _, pass, text) => {
    if (!url.includes('registroreclamodteservice')) return pass()
    const name = /<ws:(\w+)>/.exec(text ?? '')![1]!
    spy.asked.push(name)
    const sends = name === 'ingresarAceptacionReclamoDoc'
    if (spy.down) throw new TypeError('no way to the SII')
    if (sends && spy.drop > 0) {
      spy.drop--
      throw new TypeError('no way to the SII')
    }
    const answer = await pass()
    if (sends && spy.lose > 0) {
      spy.lose--
      throw new TypeError('the connection broke')
    }
    return answer
  }
  return { spy, wire }
}

const HOUR = 3_600_000

/** The register's page of what waits, received so many hours ago. */
export const pendientes = (now: Date, hours: readonly number[]): string =>
  archivoDe(
    'compra',
    'PENDIENTE',
    hours.map((ago, i) => {
      const at = new Date(now.getTime() - ago * HOUR)
      const local = new Date(at.getTime() - 3 * HOUR).toISOString()
      const [y, m, d] = local.slice(0, 10).split('-')
      return {
        'Tipo Doc': 33,
        'Tipo Compra': 'Del Giro',
        'RUT Proveedor': EMISOR,
        'Razon Social': 'Comercial Ñandú',
        Folio: i + 1,
        'Fecha Docto': '12/11/2026',
        'Fecha Recepcion': `${d}/${m}/${y} ${local.slice(11, 19)}`,
        'Monto Exento': 0,
        'Monto Neto': 1000,
        'Monto IVA Recuperable': 190,
        'Monto Total': 1190,
        'Monto Neto Activo Fijo': 0,
        'IVA Activo Fijo': 0,
        'IVA uso Comun': 0,
        'Impto. Sin Derecho a Credito': 0,
        'IVA No Retenido': 0,
      }
    }),
  )
