// Rows of a table as the documents of a batch (http §1), and what of them cannot be read, at its row and column.

import {
  diaEnTabla,
  dudaDeDia,
  isDiaDudoso,
  type OrdenDeTabla,
  ordenDeTabla,
  readDiaEscrito,
} from '../../../domain/dia-escrito'
import { isTipoDte } from '../../../domain/dte/tipos'
import type { SolicitudDte } from '../../api/routes.gen'
import { parseDate } from '../../ui/parse'
import { createReader, withoutUndefined } from '../../ui/read'
import { type Columna, columnOf, OF_DOCUMENT, OF_LINE } from './columns'
import { cutRows } from './table'

export interface RowFault {
  fila: number
  columna: string | null
  texto: string
}

export interface BatchDocument {
  /** As the column `documento` calls it; null where none does. */
  nombre: string | null
  /** Rows of its lines, in order. */
  filas: readonly number[]
  body: SolicitudDte
  faults: readonly RowFault[]
}

const DOCUMENTOS_MAX = 1000

type Cells = Partial<Record<Columna, string>>
interface Read {
  fila: number
  cells: Cells
}

export interface Batch {
  documentos: BatchDocument[]
  /** Days that were read day first and might be others; null where the table shows how it writes them. */
  dudosas: { filas: number[]; lecturas: readonly string[] } | null
}

/** The documents in the order of their first rows; or why it is no such table. */
export function readBatch(text: string): Batch | { error: string } {
  const [head, ...rows] = cutRows(text)
  if (!head || !rows.length)
    return { error: 'La primera fila lleva los nombres de las columnas, y las demás los documentos' }
  const columns = head.cells.map(columnOf)
  const unknown = head.cells.filter((cell, i) => cell && !columns[i])
  if (unknown.length) return { error: `No conozco la columna ${unknown.map((one) => `«${one}»`).join(', ')}` }
  const twice = columns.find((column, i) => column && columns.indexOf(column) !== i)
  if (twice) return { error: `La columna «${twice}» está dos veces` }
  for (const needed of ['tipo_dte', 'item'] as const)
    if (!columns.includes(needed)) return { error: `Falta la columna «${needed}»` }
  const groups = new Map<string, Read[]>()
  for (const { fila, cells } of rows) {
    const read: Cells = {}
    cells.forEach((cell, i) => {
      const column = columns[i]
      if (column && cell) read[column] = cell
    })
    const key = read.documento === undefined ? `fila ${fila}` : `documento ${read.documento}`
    const group = groups.get(key)
    if (group) group.push({ fila, cells: read })
    else groups.set(key, [{ fila, cells: read }])
  }
  if (groups.size > DOCUMENTOS_MAX)
    return { error: `Son ${groups.size} documentos: envíe hasta ${DOCUMENTOS_MAX} de una vez` }
  const all = [...groups.values()].flat()
  const orden = ordenOf(all)
  return {
    documentos: [...groups.values()].map((group) => documentOf(group, orden)),
    dudosas: dudosasOf(all, orden),
  }
}

const FORMAS: Readonly<Record<string, 1 | 2 | 3>> = {
  ...{ '1': 1, '2': 2, '3': 3, contado: 1, credito: 2, crédito: 2, 'sin costo': 3 },
}
const SI_NO: Readonly<Record<string, boolean>> = {
  ...{ si: true, sí: true, s: true, x: true, '1': true, no: false, n: false, '0': false },
}

const FECHAS = ['fecha_emision', 'fecha_vencimiento', 'ref_fecha'] as const

/** How the table writes its days. */
const ordenOf = (rows: readonly Read[]): OrdenDeTabla =>
  ordenDeTabla(
    rows.flatMap(({ cells }) => FECHAS.map((column) => readDiaEscrito(cells[column] ?? '')?.orden ?? null)),
  )

function dudosasOf(rows: readonly Read[], orden: OrdenDeTabla): Batch['dudosas'] {
  const doubtful = rows.flatMap(({ fila, cells }) =>
    FECHAS.flatMap((column) => {
      const day = readDiaEscrito(cells[column] ?? '')
      return day && isDiaDudoso(day, orden) ? [{ fila, lecturas: day.lecturas }] : []
    }),
  )
  const [first] = doubtful
  return first ? { filas: [...new Set(doubtful.map(({ fila }) => fila))], lecturas: first.lecturas } : null
}

function documentOf(rows: readonly Read[], orden: OrdenDeTabla): BatchDocument {
  const faults: RowFault[] = []
  const head: Cells = {}
  const at: Partial<Record<Columna, number>> = {}
  for (const { fila, cells } of rows)
    for (const column of OF_DOCUMENT) {
      const value = cells[column]
      if (value === undefined) continue
      if (head[column] === undefined) {
        head[column] = value
        at[column] = fila
      } else if (head[column] !== value)
        faults.push({
          fila,
          columna: column,
          texto: `La fila ${at[column]} de este documento dice «${head[column]}»`,
        })
    }
  const first = rows[0]?.fila ?? 0
  const fault = (column: Columna, texto: string, fila = at[column] ?? first): void => {
    faults.push({ fila, columna: column, texto })
  }
  const reader = createReader()
  const date = (column: (typeof FECHAS)[number]): string | undefined => {
    const value = head[column]
    if (value === undefined) return undefined
    const written = readDiaEscrito(value)
    const day = written && diaEnTabla(written, orden)
    if (day) return day
    if (written) {
      fault(column, `«${value}» ${dudaDeDia(written)}`)
      return value
    }
    const parsed = parseDate(value)
    if (parsed.ok) return parsed.value
    fault(column, parsed.error)
    return value
  }
  const oneOf = <T>(column: Columna, table: Readonly<Record<string, T>>, words: string): T | undefined => {
    const value = head[column]
    if (value === undefined) return undefined
    const found = table[value.toLowerCase()]
    if (found === undefined) fault(column, words)
    return found
  }
  const tipo = Number(head.tipo_dte)
  if (!isTipoDte(tipo)) fault('tipo_dte', head.tipo_dte ? 'No es un tipo de documento' : 'Falta este dato')
  const receptor = withoutUndefined({
    rut: reader.rut(head.rut ?? '', 'rut'),
    ...{ razon_social: head.razon_social, giro: head.giro, direccion: head.direccion },
    ...{ comuna: head.comuna, ciudad: head.ciudad, email: head.email },
  })
  const referencia = withoutUndefined({
    ...{ tipo_documento: head.ref_tipo, folio: head.ref_folio, fecha: date('ref_fecha') },
    codigo: /^[123]$/.test(head.ref_codigo ?? '') ? Number(head.ref_codigo) : head.ref_codigo,
    razon: head.ref_razon,
  })
  const body = withoutUndefined({
    tipo_dte: tipo,
    fecha_emision: date('fecha_emision'),
    fecha_vencimiento: date('fecha_vencimiento'),
    forma_pago: oneOf('forma_pago', FORMAS, 'Escriba 1 (contado), 2 (crédito) o 3 (sin costo)'),
    precio_incluye_iva: oneOf('con_iva', SI_NO, 'Escriba sí o no'),
    receptor: Object.keys(receptor).length ? receptor : undefined,
    detalle: rows.map(({ fila, cells }) => lineOf(cells, fila, faults)),
    referencias: Object.keys(referencia).length ? [referencia] : undefined,
    observaciones: head.observaciones,
    referencia_externa: head.referencia_externa,
  }) as SolicitudDte
  for (const [column, texto] of Object.entries(reader.faults)) fault(column as Columna, texto)
  const nombre = rows[0]?.cells.documento ?? null
  return { nombre, filas: rows.map(({ fila }) => fila), body, faults }
}

function lineOf(cells: Cells, fila: number, faults: RowFault[]): object {
  const { decimal, portion, faults: own } = createReader()
  const { pct, monto } = portion(cells.descuento ?? '', 'descuento')
  const exento = cells.exento === undefined ? undefined : SI_NO[cells.exento.toLowerCase()]
  if (cells.exento !== undefined && exento === undefined) own.exento = 'Escriba sí o no'
  const line = withoutUndefined({
    ...{ nombre: cells.item, descripcion: cells.descripcion, codigo: cells.codigo, unidad: cells.unidad },
    cantidad: decimal(cells.cantidad ?? '', 'cantidad'),
    precio: decimal(cells.precio ?? '', 'precio'),
    descuento_pct: pct,
    descuento_monto: monto,
    exento: exento || undefined,
  })
  if (!OF_LINE.some((column) => cells[column] !== undefined)) own.item = 'Esta fila no dice qué se vende'
  for (const [columna, texto] of Object.entries(own)) faults.push({ fila, columna, texto })
  return line
}
