// The register's rows for the bench: files as the SII's page gives them, and the same put into the simulated register.

import type { Database } from 'better-sqlite3'
import { archivoDe, type Linea, rutOf } from '../areas/rcv/archivos'
import { createRegistrados } from '../areas/rcv/registrados'
import type { Company } from './company'

/** The suppliers of the company. */
const SUPPLIERS = Array.from({ length: 40 }, (_, i) => rutOf(76_000_000 + i * 7))
const supplierOf = (i: number): string => SUPPLIERS[i % SUPPLIERS.length]!
/** No two amounts of a supplier are the same, as hardly any are. */
const netoOf = (i: number): number => 10_000 + i * 37

function linea(month: string, i: number, folio: number, tipo: number): Linea {
  const [year, number] = [month.slice(0, 4), month.slice(4)]
  const day = String(1 + (i % 27)).padStart(2, '0')
  const neto = netoOf(i)
  const iva = Math.round(neto * 0.19)
  return {
    'Tipo Doc': tipo,
    'Tipo Compra': 'Del Giro',
    'RUT Proveedor': supplierOf(i),
    'Razon Social': `Proveedor ${i % SUPPLIERS.length} de Ñuñoa Limitada`,
    Folio: folio,
    'Fecha Docto': `${day}/${number}/${year}`,
    'Fecha Recepcion': `${day}/${number}/${year} 10:00:00`,
    'Fecha Acuse': `${day}/${number}/${year} 11:00:00`,
    'Monto Exento': 0,
    'Monto Neto': neto,
    'Monto IVA Recuperable': iva,
    'Monto Total': neto + iva,
    'Monto Neto Activo Fijo': 0,
    'IVA Activo Fijo': 0,
    'IVA uso Comun': 0,
    'Impto. Sin Derecho a Credito': 0,
    'IVA No Retenido': 0,
  }
}

/** The file of a month's purchases: invoices 1 to `count`. */
export const purchases = (month: string, count: number): string =>
  archivoDe(
    'compra',
    'REGISTRO',
    Array.from({ length: count }, (_, i) => linea(month, i, i + 1, 33)),
  )

/** Notes of credit over the first `count` of them, each of the whole invoice, which the file does not name. */
export const notes = (month: string, count: number): string =>
  archivoDe(
    'compra',
    'REGISTRO',
    Array.from({ length: count }, (_, i) => linea(month, i, i + 1, 61)),
  )

/** Puts `count` purchases of a month into the simulated register; `first` keeps folios of several months apart. */
export function register(db: Database, company: Company, month: string, count: number, first = 1): void {
  const registrados = createRegistrados(db, company.cuentaId, company.rut)
  const emision = (i: number): string =>
    `${month.slice(0, 4)}-${month.slice(4)}-${String(1 + (i % 27)).padStart(2, '0')}`
  registrados.put(
    Array.from({ length: count }, (_, i) => ({
      folio: first + i,
      contraparte: supplierOf(i),
      neto: netoOf(i),
      emision: emision(i),
    })),
  )
}
