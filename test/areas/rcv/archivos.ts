// Files of the register for tests: the fixtures, with a line changed or taken out, and long ones made up.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EstadoContable, formaOf, type Lado } from '../../../src/domain/rcv/columnas'
import { writeCabecera } from '../../../src/domain/rcv/write'
import { rutDv } from '../../../src/domain/rut'
import { RECEPTOR } from '../../support/emisor'
import type { Headers0, Reply, TestApp } from '../../support/test-app'

export const archivo = (name: string): string =>
  readFileSync(join(import.meta.dir, `../../fixtures/rcv/${name}.csv`), 'utf8')

/** The file without some of its lines, counted from 1 with the header. */
export const without = (text: string, ...lines: number[]): string =>
  text
    .split('\r\n')
    .filter((_, i) => !lines.includes(i + 1))
    .join('\r\n')

/** Values by column; what a row does not name is empty. */
export type Linea = Readonly<Record<string, string | number>>

const EN_NOVIEMBRE = {
  'Tipo Doc': 33,
  'Razon Social': RECEPTOR.razon_social,
  'Fecha Docto': '12/11/2026',
  'Fecha Recepcion': '12/11/2026 12:00:00',
  'Monto Exento': 0,
}

/** A sale of 12 November with its IVA, to the usual receiver. */
export function ventaDe(folio: number, neto: number, over: Linea = {}): Linea {
  const iva = Math.round(neto * 0.19)
  const amounts = { 'Monto Neto': neto, 'Monto IVA': iva, 'Monto total': neto + iva }
  const parties = { 'Tipo Venta': 'Del Giro', 'Rut cliente': RECEPTOR.rut, Folio: folio }
  return { ...EN_NOVIEMBRE, ...parties, ...amounts, ...over }
}

/** A purchase of 12 November with its IVA, accepted the day after. */
export function compraDe(folio: number, neto: number, over: Linea = {}): Linea {
  const iva = Math.round(neto * 0.19)
  const amounts = { 'Monto Neto': neto, 'Monto IVA Recuperable': iva, 'Monto Total': neto + iva }
  const parties = { 'Tipo Compra': 'Del Giro', 'RUT Proveedor': '90000012-K', Folio: folio }
  return { ...EN_NOVIEMBRE, ...parties, 'Fecha Acuse': '13/11/2026 12:00:00', ...amounts, ...over }
}

/** A file of a slice with the rows given, numbered, each with the extra semicolon. */
export function archivoDe(lado: Lado, estado: EstadoContable, rows: readonly Linea[]): string {
  const forma = formaOf(lado, estado)
  const lines = rows.map((row, i) =>
    forma.columnas.map(({ nombre }) => (nombre === 'Nro' ? i + 1 : (row[nombre] ?? ''))).join(';'),
  )
  return writeCabecera(forma) + lines.map((line) => `${line};\r\n`).join('')
}

export const rutOf = (body: number): string => `${body}-${rutDv(String(body))}`

export const importar = (
  app: TestApp,
  periodo: string,
  text: string | Uint8Array,
  query = '',
  headers?: Headers0,
): Promise<Reply> =>
  app.post(
    `/v1/rcv/${periodo}/importar${query}`,
    { archivo_base64: Buffer.from(text).toString('base64') },
    headers,
  )
