// The statements of series (areas/recurrentes).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'
import type { Row } from '../../store/tables/row'
import type { serie } from '../../store/tables/serie'

type Fila = Row<typeof serie>

/** A series beside what its dates say of it. */
export type SerieRow = Omit<Fila, 'contenido_cifrado'> & {
  cuenta_id: string
  /** Its documents, those of its drafts among them. */
  emitidas: number
  /** The earliest day that a date was moved to and waits for. */
  movida: string | null
  /** Its oldest date that stopped. */
  detenida: string | null
}

/** A date of a series, and when it is due: milliseconds UTC. */
export interface Due {
  id: string
  fecha: string
  at: number
}

export interface Filtro {
  empresa_id: string
  ambiente: Ambiente
  estado: string | null
}

const SHOWN = `s.id, s.empresa_id, s.ambiente, s.nombre, s.estado, s.modo, s.envio, s.atraso_dias, s.regla, s.tipo_dte, s.rut_receptor,
  s.busqueda, s.hecho_hasta, s.ranura, s.proxima, s.proxima_at, s.pausada_hasta, s.autor, s.created_at, s.updated_at, s.eliminada_en,
  e.cuenta_id,
  (SELECT count(*) FROM ocurrencia o WHERE o.serie_id = s.id AND o.job_id IS NOT NULL) AS emitidas,
  (SELECT min(o.mover_a) FROM ocurrencia o WHERE o.serie_id = s.id AND o.estado = 'cambiada' AND o.pendiente_at IS NOT NULL) AS movida,
  (SELECT min(o.fecha) FROM ocurrencia o WHERE o.serie_id = s.id AND o.estado = 'detenida') AS detenida`
const FROM = 'FROM serie s JOIN empresa e ON e.id = s.empresa_id'
const STOPPED = "EXISTS (SELECT 1 FROM ocurrencia o WHERE o.serie_id = s.id AND o.estado = 'detenida')"
/** As it is shown: an active one of which a date stopped is stopped. */
const ASKED = `s.empresa_id = @empresa_id AND s.ambiente = @ambiente AND s.eliminada_en IS NULL
  AND (@estado IS NULL OR @estado = iif(s.estado = 'activa' AND ${STOPPED}, 'detenida', s.estado))`

/** The columns of what its author writes. */
type Escrita =
  | ('nombre' | 'modo' | 'envio' | 'atraso_dias' | 'regla' | 'tipo_dte' | 'rut_receptor' | 'busqueda')
  | ('contenido_cifrado' | 'autor' | 'updated_at')

export const prepareSeries = (client: Database) => ({
  find: client.prepare<[id: string], SerieRow>(
    `SELECT ${SHOWN} ${FROM} WHERE s.id = ? AND s.eliminada_en IS NULL`,
  ),
  contenido: client.prepare<[id: string], Buffer>('SELECT contenido_cifrado FROM serie WHERE id = ?').pluck(),
  cuentaOf: client.prepare<[empresaId: string], string>('SELECT cuenta_id FROM empresa WHERE id = ?').pluck(),
  /** The youngest first; behind one, where there is one. */
  list: client.prepare<
    [Filtro & { limit: number; offset: number; created_at: string; id: string }],
    SerieRow
  >(
    `SELECT ${SHOWN} ${FROM} WHERE ${ASKED} AND (s.created_at, s.id) < (@created_at, @id)
     ORDER BY s.created_at DESC, s.id DESC LIMIT @limit OFFSET @offset`,
  ),
  count: client.prepare<[Filtro], number>(`SELECT count(*) FROM serie s WHERE ${ASKED}`).pluck(),
  countActive: client
    .prepare<[empresaId: string, Ambiente], number>(
      "SELECT count(*) FROM serie WHERE empresa_id = ? AND ambiente = ? AND estado = 'activa'",
    )
    .pluck(),
  insert: client.prepare<[Fila]>(
    `INSERT INTO serie (id, empresa_id, ambiente, nombre, estado, modo, envio, atraso_dias, regla, tipo_dte, rut_receptor, busqueda,
       hecho_hasta, ranura, proxima, proxima_at, pausada_hasta, autor, created_at, updated_at, eliminada_en, contenido_cifrado)
     VALUES (@id, @empresa_id, @ambiente, @nombre, @estado, @modo, @envio, @atraso_dias, @regla, @tipo_dte, @rut_receptor, @busqueda,
       @hecho_hasta, @ranura, @proxima, @proxima_at, @pausada_hasta, @autor, @created_at, @updated_at, @eliminada_en, @contenido_cifrado)`,
  ),
  write: client.prepare<[Pick<Fila, 'id' | Escrita>]>(
    `UPDATE serie SET nombre = @nombre, modo = @modo, envio = @envio, atraso_dias = @atraso_dias, regla = @regla, tipo_dte = @tipo_dte,
       rut_receptor = @rut_receptor, busqueda = @busqueda, contenido_cifrado = @contenido_cifrado, autor = @autor, updated_at = @updated_at
     WHERE id = @id`,
  ),
  /** Its place in the rule, and what comes next. */
  move: client.prepare<[Pick<Fila, 'id' | 'hecho_hasta' | 'ranura' | 'proxima' | 'proxima_at'>]>(
    'UPDATE serie SET hecho_hasta = @hecho_hasta, ranura = @ranura, proxima = @proxima, proxima_at = @proxima_at WHERE id = @id',
  ),
  setEstado: client.prepare<[Pick<Fila, 'id' | 'estado' | 'pausada_hasta' | 'updated_at'>]>(
    'UPDATE serie SET estado = @estado, pausada_hasta = @pausada_hasta, updated_at = @updated_at WHERE id = @id',
  ),
  remove: client.prepare<[at: string, id: string]>('UPDATE serie SET eliminada_en = ? WHERE id = ?'),

  /** The oldest behind one of which a date is due up to an instant, of a company that is there. */
  due: client.prepare<[Due & { until: number }], Due>(
    `SELECT s.id, s.proxima AS fecha, s.proxima_at AS at ${FROM}
     WHERE s.estado = 'activa' AND s.proxima_at IS NOT NULL AND s.proxima_at <= @until AND (s.proxima_at, s.id) > (@at, @id)
       AND s.eliminada_en IS NULL AND e.deleted_at IS NULL AND e.mudada = 0
     ORDER BY s.proxima_at, s.id LIMIT 1`,
  ),
  /** Those that have nothing to do: the last that a person left out may be put back until its day is past. */
  spent: client
    .prepare<[hoy: string], string>(
      `SELECT s.id ${FROM} WHERE s.estado = 'activa' AND s.proxima_at IS NULL AND s.eliminada_en IS NULL AND e.deleted_at IS NULL AND e.mudada = 0
         AND NOT EXISTS (SELECT 1 FROM ocurrencia o WHERE o.serie_id = s.id
           AND (o.pendiente_at IS NOT NULL OR (o.estado = 'omitida' AND o.fecha >= ?)))`,
    )
    .pluck(),
  /** Those whose pause is over. */
  rested: client
    .prepare<[hoy: string], string>(
      `SELECT s.id ${FROM} WHERE s.pausada_hasta IS NOT NULL AND s.pausada_hasta <= ? AND s.eliminada_en IS NULL AND e.mudada = 0`,
    )
    .pluck(),
  /** The active ones, by their ids. */
  actives: client
    .prepare<[behind: string, limit: number], string>(
      "SELECT id FROM serie WHERE estado = 'activa' AND eliminada_en IS NULL AND id > ? ORDER BY id LIMIT ?",
    )
    .pluck(),
})
