// The filters and orders of a month's list as conditions of one query.

import { and, desc, eq, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { invalidParameter } from '../../domain/errors'
import { ESTADOS_CONTABLES, type EstadoContable, LADOS, type Lado } from '../../domain/rcv/columnas'
import type { Titular } from '../../domain/titular'
import { readNumbers, readWords } from '../../http/comma-list'
import { matches, readOrder, readPesos, readRut, readYes } from '../../http/list-filters'
import { readAll } from '../../http/read-all'
import { readDay, readEndDay } from '../../http/span'
import { documento as e } from '../../store/tables/documento'
import { rcvDocumento as d, isEmitido, rcvVinculacion as v } from '../../store/tables/rcv'
import { recibido as x } from '../../store/tables/recibido'

export const FILTROS = {
  tipo: '`compra` o `venta`; ambas si se omite.',
  estado: 'Estado contable, uno o varios, separados por coma.',
  rut: 'De la contraparte.',
  tipo_dte: 'Uno o varios, separados por coma.',
  q: 'RUT de la contraparte o cómo empieza, folio, o parte de la razón social; sin distinguir mayúsculas ni tildes.',
  fecha_desde: 'De emisión: desde un día de Chile o un instante ISO 8601.',
  fecha_hasta: 'De emisión, AAAA-MM-DD.',
  monto_min: 'Del total.',
  monto_max: 'Del total.',
  con_xml:
    '`true`: su XML está aquí, emitido o recibido; `false`: no está, y de una compra su correo nunca llegó.',
  vinculada: '`true`: una nota con su factura, o una factura con alguna nota; `false`: las demás.',
  ausentes: '`true`: también lo que el registro ya no trae; `false` si se omite.',
  orden: 'Por ejemplo `-monto_total,folio`; `-fecha_emision` si se omite.',
} as const

export type Filtros = { [K in keyof typeof FILTROS]?: string }

export const finds = (q: string): SQL => matches(d, q)

export const EMITIDO = sql`EXISTS (SELECT 1 FROM ${e} WHERE ${sql.raw(isEmitido('rcv_documento', 'documento'))})`
const RECIBIDO = sql`EXISTS (SELECT 1 FROM ${x} WHERE ${d.lado} = 'compra' AND ${x.empresaId} = ${d.empresaId}
  AND ${x.ambiente} = ${d.ambiente} AND ${x.rutEmisor} = ${d.rut} AND ${x.tipoDte} = ${d.tipoDte} AND ${x.folio} = ${d.folio})`
const CON_XML = sql`(${EMITIDO} OR ${RECIBIDO})`
const VINCULADA = sql`(EXISTS (SELECT 1 FROM ${v} WHERE ${v.ncId} = ${d.id})
  OR EXISTS (SELECT 1 FROM ${v} WHERE ${v.facturaId} = ${d.id}))`

const LADO = Object.keys(LADOS) as Lado[]
const ESTADO = Object.keys(ESTADOS_CONTABLES) as EstadoContable[]

export const readLado = (text: string): Lado => {
  if (!LADO.includes(text as Lado)) throw invalidParameter('tipo', 'formato', 'Debe ser compra o venta')
  return text as Lado
}

export const readEstados = (text: string): EstadoContable[] => readWords('estado', text, ESTADO)

/** The reader of each filter. */
export const LECTORES: Readonly<Record<keyof Filtros, (text: string) => unknown>> = {
  tipo: readLado,
  estado: readEstados,
  rut: (text) => readRut('rut', text),
  tipo_dte: (text) => readNumbers('tipo_dte', text),
  q: finds,
  fecha_desde: (text) => readDay('fecha_desde', text),
  fecha_hasta: (text) => readDay('fecha_hasta', text),
  monto_min: (text) => readPesos('monto_min', text),
  monto_max: (text) => readPesos('monto_max', text),
  con_xml: (text) => readYes('con_xml', text),
  vinculada: (text) => readYes('vinculada', text),
  ausentes: (text) => readYes('ausentes', text),
  orden: orderOf,
}

/** The conditions of a request, always within its month, company and environment. Tells every fault at once. */
export function whereOf({ empresaId, ambiente }: Titular, periodo: string, f: Filtros): SQL {
  const given = (value: string | undefined, make: (value: string) => SQL) => (): SQL | undefined =>
    value === undefined || value === '' ? undefined : make(value)
  const asked = readAll(
    given(f.tipo, (v) => eq(d.lado, readLado(v))),
    given(f.estado, (v) => inArray(d.estadoContable, readEstados(v))),
    given(f.rut, (v) => eq(d.rut, readRut('rut', v))),
    given(f.tipo_dte, (v) => inArray(d.tipoDte, readNumbers('tipo_dte', v))),
    given(f.q, finds),
    given(f.fecha_desde, (v) => gte(d.fechaEmision, readDay('fecha_desde', v))),
    given(f.fecha_hasta, () => lte(d.fechaEmision, readEndDay(f, 'hasta')!)),
    given(f.monto_min, (v) => gte(d.montoTotal, readPesos('monto_min', v))),
    given(f.monto_max, (v) => lte(d.montoTotal, readPesos('monto_max', v))),
    given(f.con_xml, (v) => (readYes('con_xml', v) ? CON_XML : sql`NOT ${CON_XML}`)),
    given(f.vinculada, (v) => (readYes('vinculada', v) ? VINCULADA : sql`NOT ${VINCULADA}`)),
    () => (readYes('ausentes', f.ausentes || 'false') ? undefined : isNull(d.ausenteDesde)),
  )
  return and(eq(d.empresaId, empresaId), eq(d.ambiente, ambiente), eq(d.periodo, periodo), ...asked)!
}

/** Whether the month's sums tell how many rows a request finds: it has no other filters than these two. */
export const isSummed = ({ tipo: _t, estado: _e, orden: _o, ausentes, ...others }: Filtros): boolean =>
  (ausentes ?? 'false') === 'false' && !Object.values(others).some(Boolean)

const SORTABLE: Record<string, SQLiteColumn> = {
  fecha_emision: d.fechaEmision,
  fecha_recepcion: d.fechaRecepcion,
  tipo_dte: d.tipoDte,
  folio: d.folio,
  razon_social: d.razonSocial,
  monto_total: d.montoTotal,
}

/** The order asked for; newest first by default. The id settles ties, so that pages neither repeat nor skip a row. */
export function orderOf(orden: string | undefined): SQL[] {
  return [...readOrder(SORTABLE, orden || '-fecha_emision'), desc(d.id)]
}
