// The shared parts of the suites of the emission form: their server, its factura, and the way to open and
// read a form.

import type { Page } from 'playwright-core'
import { EMPRESA, formReady } from './stage'
import { stage, useStage } from './suite'

export { stage }

export const CLIENTE = {
  ...{ rut: '77123456-9', razon_social: 'Constructora Río Claro SpA', giro: 'Obras de edificación' },
  ...{ direccion: 'Camino a Pelarco Km 3,5', comuna: 'Pelarco', ciudad: 'Talca' },
}
export const HOSTIL = '<script>alert(1)</script> & "ñandú"'

/** A factura of two lines to the customer, accepted. */
export let factura: number

export const emitted = async (body: object): Promise<number> => {
  const { data } = await stage.api<{ data: { folio: number; tipo_dte: number } }>(
    'POST',
    '/v1/dte/emitir',
    body,
  )
  await accepted(data.tipo_dte, data.folio)
  return data.folio
}

interface Documento {
  estado_sii: string
  monto_total: number
  saldo: number
  totales: { monto_total: number; moneda?: string; monto_iva?: number; otra_moneda?: { monto_total: number } }
  receptor?: { rut: string; razon_social?: string; giro?: string }
  detalle: { nombre: string; descripcion?: string; tipo_doc_liq?: string; monto: number }[]
  referencias: { tipo_documento?: string; folio?: string; codigo?: number | string; razon?: string }[]
  traslado?: Record<string, unknown>
  exportacion?: Record<string, unknown> & { aduana?: Record<string, unknown> }
  compra?: Record<string, unknown>
  anulado_por: { folio: number } | null
}
export const documento = async (tipo: number, folio: number): Promise<Documento> =>
  (await stage.api<{ data: Documento }>('GET', `/v1/documentos/${tipo}/${folio}`)).data

/** Waits for the SII's word. */
export async function accepted(tipo: number, folio: number): Promise<Documento> {
  for (let times = 0; times < 300; times++) {
    const found = await documento(tipo, folio)
    if (found.estado_sii === 'aceptado') return found
    if (found.estado_sii === 'rechazado') throw new Error(`${tipo} ${folio} was rejected`)
    await Bun.sleep(100)
  }
  throw new Error(`the SII says nothing of ${tipo} ${folio}`)
}

export const nextFolio = async (tipo: number): Promise<number | null> => {
  const { data } = await stage.api<{ data: { tipo_dte: number; siguiente: number | null }[] }>(
    'GET',
    '/v1/dte/folios',
  )
  return data.find(({ tipo_dte }) => tipo_dte === tipo)?.siguiente ?? null
}

export const facturaBody = (change: object = {}): object => ({
  tipo_dte: 33,
  receptor: CLIENTE,
  detalle: [
    { nombre: 'Cemento 25 kg', cantidad: 10, unidad: 'SC', precio: 4180 },
    { nombre: 'Fierro 12 mm', cantidad: 5, precio: 7990 },
  ],
  ...change,
})

/** Has a suite play on a server of its own, with folios and a factura. */
export const useEmision = (): void =>
  useStage({ folios: { 33: 60, 34: 20, 39: 20, 41: 20, 56: 20, 61: 20 } }, async () => {
    factura = await emitted(facturaBody())
  })

export const at = (path: string): string => `/app/${EMPRESA.rut}${path}`
export const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(at(path))
  await page.getByRole('complementary', { name: 'Totales' }).waitFor()
  await formReady(page)
}
export const total = (page: Page) => page.locator('.emitir-totales .total dd')
export const cell = (page: Page, column: string, line = 1) =>
  page.getByLabel(`${column}, línea ${line}`, { exact: true })

/** The folio of the page that follows the 202, once it tells the SII's word. */
export async function issued(page: Page, name: string): Promise<number> {
  const heading = page.getByRole('heading', { level: 1, name: new RegExp(`^${name} N° \\d+$`) })
  await heading.waitFor()
  const folio = Number(/N° (\d+)/.exec((await heading.textContent()) ?? '')?.[1])
  await page.locator('.veredicto', { hasText: 'Aceptado' }).waitFor()
  return folio
}
