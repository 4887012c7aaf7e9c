// A series and its dates as answers show them (areas/recurrentes §1, §4).

import { reglaOf } from './avance'
import type { OcurrenciaJson } from './ocurrencia.schema'
import type { SerieJson } from './serie.schema'
import type { SerieRow } from './statements'
import type { OcurrenciaRow } from './statements-ocurrencia'
import type { Solicitud } from './writing'

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

export const estadoOf = ({ estado, detenida }: Pick<SerieRow, 'estado' | 'detenida'>) =>
  estado === 'activa' && detenida !== null ? 'detenida' : estado

const earliest = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b < a) ? b : a

export const serieToJson = (
  row: SerieRow,
  solicitud: Solicitud,
  stopped: OcurrenciaRow | null,
): SerieJson => ({
  id: row.id,
  nombre: row.nombre,
  estado: estadoOf(row),
  modo: row.modo,
  proxima: row.estado === 'activa' ? earliest(row.proxima, row.movida) : null,
  emitidas: row.emitidas,
  envio: row.envio,
  atraso_dias: row.atraso_dias,
  regla: reglaOf(row) as SerieJson['regla'],
  solicitud,
  pausada_hasta: row.pausada_hasta,
  detenida: stopped && {
    fecha: stopped.fecha,
    code: stopped.codigo,
    mensaje: stopped.mensaje,
    proximo_intento: instant(stopped.pendiente_at),
  },
  autor: row.autor,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

export const ocurrenciaToJson = (row: OcurrenciaRow): OcurrenciaJson => ({
  fecha: row.fecha,
  n: row.n,
  estado: row.estado,
  mover_a: row.mover_a,
  propia: row.propia === 1,
  borrador_id: row.borrador_id,
  dte: row.job_id === null ? null : { tipo_dte: row.tipo_dte, folio: row.folio, job_id: row.job_id },
  code: row.codigo,
  mensaje: row.mensaje,
  proximo_intento: row.estado === 'detenida' ? instant(row.pendiente_at) : null,
  updated_at: row.updated_at,
})
