// Purchases from abroad that tests begin with.

import type { FilaEstado } from '../../../src/extraccion'
import type { Headers0, Tenant, TestApp } from '../../support/test-app'

export const BASE = '/v1/compras-internacionales'

export const DATOS = {
  proveedor: {
    nombre: 'Blue Harbor Cloud LLC',
    pais: 'US',
    tax_id: '98-7654321',
    direccion: '1200 Pier 9, Seattle',
  },
  numero: 'INV-2231',
  fecha: '2026-11-05',
  moneda: 'USD',
  monto: '1250.00',
  impuesto_extranjero: '0.00',
  descripcion: 'Cloud hosting',
}

export const CONFIRMADA = {
  naturaleza: 'servicio',
  prestador_residente: false,
  iva_chileno_cobrado: false,
  confirmado: true,
}

/** The data of an answer that must come. */
async function must(status: number, reply: ReturnType<TestApp['post']>) {
  const answer = await reply
  if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

/** The dollar of the day of `DATOS`. */
export const cargarDolar = (app: TestApp, headers?: Headers0) =>
  must(
    201,
    app.post(
      '/v1/tipos-cambio',
      { tipos: [{ moneda: 'USD', fecha: '2026-11-05', valor: '945.32' }] },
      headers,
    ),
  )

export const comprar = (app: TestApp, datos: object = {}, headers?: Headers0) =>
  must(201, app.post(BASE, { ...DATOS, ...datos }, headers))

/** A purchase that only waits to be issued. */
export async function confirmada(app: TestApp, datos: object = {}, headers?: Headers0): Promise<string> {
  const { id } = await comprar(app, datos, headers)
  await must(200, app.put(`${BASE}/${id}/clasificacion`, CONFIRMADA, headers))
  return id
}

/** A file of a kind that is read, and that says nothing. */
export const XML = Buffer.from('<?xml version="1.0"?><nada/>').toString('base64')

/** The job of a file that nobody has read yet. */
export const enCola = async (app: TestApp, headers?: Headers0, archivo_base64 = XML): Promise<string> =>
  (await must(202, app.post(`${BASE}?esperar=0`, { archivo_base64, nombre: 'INV-2231.xml' }, headers))).job_id

export const FILA: FilaEstado = {
  fecha: '2026-11-06',
  comercio: 'BLUE HARBOR CLOUD SEATTLE',
  pais: 'US',
  moneda: 'USD',
  monto: '1250.00',
  montoUsd: '1250.00',
  montoClp: 1_190_000,
}

/** A card statement with these movements; its id. */
export function leerEstado(app: TestApp, tenant: Tenant, filas: FilaEstado[] = [FILA]): string {
  const { estados } = app.app.services.comprasInt
  const id = estados.newId()
  const archivo = { nombre: 'visa.csv', ultimo: Buffer.from('4111111111114242'), sha256: '00' }
  estados.create({ ...tenant, ambiente: 'simulacion' }, id, archivo)
  estados.finish(id, {
    formato: 'prueba',
    tarjeta: '4242',
    paginas: null,
    filas,
    ilegibles: [],
    motivo: null,
  })
  return id
}
