// A shared draft in words: its document, its receiver, its total or its faults (areas/borradores §1).

import type { DataOf } from '../../api/client'
import { wordsOf } from '../../shell/field-words'
import { formatAmount, formatRut, plural } from '../../ui/format'
import { parseRut } from '../../ui/parse'
import type { Word } from '../../ui/status'
import { shortName } from '../../ui/tipo'
import { buildBody } from '../body'
import { keyOf, placeOf } from '../faults'
import { formOfDraft, tipoOf } from '../from-draft'

export type Row = DataOf<'GET /v1/borradores'>[number]

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export const documentOf = ({
  solicitud,
  dte,
}: Pick<Row, 'solicitud'> & Partial<Pick<Row, 'dte'>>): string => {
  const tipo = dte?.tipo_dte ?? tipoOf(solicitud)
  return tipo === null ? 'Sin tipo de documento' : shortName(tipo)
}

export function receiverOf({ solicitud: { receptor } }: Pick<Row, 'solicitud'>): string {
  const { rut, razon_social } = (typeof receptor === 'object' && receptor ? receptor : {}) as {
    rut?: unknown
    razon_social?: unknown
  }
  const read = parseRut(textOf(rut))
  return textOf(razon_social) || (read.ok ? formatRut(read.value) : textOf(rut)) || 'Sin receptor'
}

/** How others call it: in the names of its buttons. */
export const nameOf = (row: Row): string => `${documentOf(row).toLowerCase()} a ${receiverOf(row)}`

/** The total, or how much is at fault. */
export function totalOf({ juicio: { ok, totales, faltas } }: Row): string {
  if (ok && totales) return formatAmount(totales.monto_total, totales.moneda)
  return plural(faltas.length, 'falta')
}

/** The sum of those in pesos, and how many are of another currency. */
export function sumOf(rows: readonly Row[]): { pesos: number; otras: number } {
  let [pesos, otras] = [0, 0]
  for (const { totales } of rows.map(({ juicio }) => juicio)) {
    if (!totales) continue
    if (totales.moneda && totales.moneda !== 'PESO CL') otras++
    else pesos += totales.monto_total
  }
  return { pesos, otras }
}

export const ESTADO: Readonly<Record<Row['estado'], Word>> = {
  abierto: ['○', 'Abierto', 'espera'],
  emitido: ['✓', 'Emitido', 'bien'],
  descartado: ['⊘', 'Descartado', 'neutro'],
}

export const ORIGEN: Readonly<Record<Row['origen'], string>> = {
  manual: 'Escrito',
  duplicado: 'Duplicado',
  serie: 'De una serie',
  mcp: 'Propuesto por un programa',
}

/** Each fault with its place, as the form would say it. */
export function faultsOf({
  solicitud,
  juicio,
}: Pick<Row, 'solicitud'> & {
  juicio: { faltas: readonly { campo: string; mensaje: string }[] }
}): [place: string, text: string][] {
  const tipo = tipoOf(solicitud)
  const form = tipo === null ? null : formOfDraft(solicitud, tipo).form
  const rows = form ? buildBody(form).rows : {}
  return juicio.faltas.map((falta) => [
    falta.campo ? placeOf(keyOf(falta.campo, rows), form?.lineas ?? []) : '',
    wordsOf(falta),
  ])
}

/** Lines as far as they can be read, to be looked through before it is issued. */
export interface Shown {
  id: number
  nombre: string
  cantidad: string
  precio: string
}

export function linesOf({ solicitud: { detalle } }: Pick<Row, 'solicitud'>): Shown[] {
  const lines: unknown[] = Array.isArray(detalle) ? detalle : []
  return lines.map((line, id) => {
    const { nombre, NmbItem, codigo, cantidad, precio, moneda } = (
      typeof line === 'object' && line ? line : {}
    ) as Record<string, unknown>
    const said = (value: unknown): string =>
      typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    return {
      id,
      nombre: said(nombre ?? NmbItem) || (said(codigo) && `Producto ${said(codigo)}`) || 'Sin nombre',
      cantidad: said(cantidad) || '1',
      precio: [said(moneda), said(precio)].filter(Boolean).join(' ') || 'Del catálogo',
    }
  })
}
