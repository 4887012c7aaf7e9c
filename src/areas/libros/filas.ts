// A line of a book of sales or purchases, a document each, and what they add up to by type: notes of credit are below zero.

import { type Static, Type } from '@sinclair/typebox'
import type { Celda } from '../../base/csv'
import type { OtroImpuesto } from '../../domain/rcv/columnas'
import { signoOf } from '../../domain/rcv/tipos'
import { Exact, Nullable } from '../../http/envelope'

const n = Type.Integer()

export const FilaLibro = Exact({
  tipo_dte: n,
  folio: n,
  fecha_emision: Type.String(),
  rut: Type.String({ description: 'De la contraparte.' }),
  razon_social: Nullable(Type.String()),
  monto_exento: n,
  monto_neto: n,
  monto_iva: n,
  iva_no_recuperable: n,
  iva_uso_comun: n,
  otros_impuestos: n,
  monto_total: n,
})
export type FilaLibro = Static<typeof FilaLibro>

export const TotalLibro = Exact({
  tipo_dte: n,
  documentos: n,
  monto_exento: n,
  monto_neto: n,
  monto_iva: n,
  iva_no_recuperable: n,
  iva_uso_comun: n,
  monto_total: n,
})
export type TotalLibro = Static<typeof TotalLibro>

interface Montos {
  tipoDte: number
  montoExento: number | null
  montoNeto: number | null
  montoIva: number | null
  montoTotal: number
  ivaNoRecuperable?: number | null
  ivaUsoComun?: number | null
}

const signed = ({ tipoDte, ...m }: Montos) => {
  const times = signoOf(tipoDte)
  const value = (monto: number | null | undefined): number => (monto ? times * monto : 0)
  return {
    monto_exento: value(m.montoExento),
    monto_neto: value(m.montoNeto),
    monto_iva: value(m.montoIva),
    iva_no_recuperable: value(m.ivaNoRecuperable),
    iva_uso_comun: value(m.ivaUsoComun),
    monto_total: value(m.montoTotal),
  }
}

interface Documento extends Montos {
  folio: number
  fechaEmision: string
  rut: string
  razonSocial: string | null
  datos?: { otrosImpuestos?: OtroImpuesto[] }
}

export function toFila(d: Documento): FilaLibro {
  const otros = (d.datos?.otrosImpuestos ?? []).reduce((sum, { valor }) => sum + (valor ?? 0), 0)
  const { monto_total, ...montos } = signed(d)
  return {
    tipo_dte: d.tipoDte,
    folio: d.folio,
    fecha_emision: d.fechaEmision,
    rut: d.rut,
    razon_social: d.razonSocial,
    ...montos,
    otros_impuestos: otros ? signoOf(d.tipoDte) * otros : 0,
    monto_total,
  }
}

export const toTotal = (suma: Montos & { documentos: number }): TotalLibro => ({
  tipo_dte: suma.tipoDte,
  documentos: suma.documentos,
  ...signed(suma),
})

export const COLUMNAS = Object.keys(FilaLibro.properties) as (keyof FilaLibro)[]

export const filaToCsv = (fila: FilaLibro): Celda[] => COLUMNAS.map((name) => fila[name])

/** Under the columns of the documents: the type, how many, and the sums. */
export const totalToCsv = (total: TotalLibro): Celda[] => [
  `Total ${total.tipo_dte}`,
  total.documentos,
  null,
  null,
  null,
  total.monto_exento,
  total.monto_neto,
  total.monto_iva,
  total.iva_no_recuperable,
  total.iva_uso_comun,
  null,
  total.monto_total,
]
