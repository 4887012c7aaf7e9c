// The statements of the dates of series (areas/recurrentes §4).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'
import type { Row } from '../../store/tables/row'
import type { ocurrencia } from '../../store/tables/serie'
import type { Due } from './statements'

type Fila = Row<typeof ocurrencia>

/** A date that somebody spoke of or that is done, and its document: the folio is null while that waits for its hour. */
export type OcurrenciaRow = Omit<Fila, 'solicitud_cifrada'> & {
  tipo_dte: number | null
  folio: number | null
  /** Whether it has a request of its own. */
  propia: 0 | 1
}

const SHOWN = `o.serie_id, o.fecha, o.n, o.ranura, o.estado, o.mover_a, o.borrador_id, o.job_id, o.codigo, o.mensaje, o.intentada_at, o.pendiente_at,
  o.avisada, o.autor, o.created_at, o.updated_at, o.solicitud_cifrada IS NOT NULL AS propia, d.tipo_dte, d.folio`
const FROM = 'FROM ocurrencia o LEFT JOIN documento d ON d.job_id = o.job_id'
/** Those of series that run, whose companies are there. */
const ALIVE =
  "JOIN serie s ON s.id = o.serie_id AND s.estado = 'activa' AND s.eliminada_en IS NULL JOIN empresa e ON e.id = s.empresa_id AND e.deleted_at IS NULL AND e.mudada = 0"

/** Whether something came since a stopped one was tried: folios of its type, a value of any day, a certificate. */
const NEWS = `CASE o.codigo
    WHEN 'NO_FOLIOS' THEN EXISTS (SELECT 1 FROM caf c WHERE c.empresa_id = s.empresa_id AND c.ambiente = s.ambiente
      AND c.tipo_dte = s.tipo_dte AND c.created_at >= o.intentada_at)
    WHEN 'EXCHANGE_RATE_MISSING' THEN (SELECT max(created_at) FROM tipo_cambio) >= o.intentada_at
    ELSE EXISTS (SELECT 1 FROM certificado c WHERE c.empresa_id = s.empresa_id AND c.created_at >= o.intentada_at) END`

export const prepareOcurrencias = (client: Database) => ({
  find: client.prepare<[serieId: string, fecha: string], OcurrenciaRow>(
    `SELECT ${SHOWN} ${FROM} WHERE o.serie_id = ? AND o.fecha = ?`,
  ),
  /** The latest of a place in the rule. */
  ofRanura: client.prepare<[serieId: string, ranura: string], OcurrenciaRow>(
    `SELECT ${SHOWN} ${FROM} WHERE o.serie_id = ? AND o.ranura = ? ORDER BY o.fecha DESC LIMIT 1`,
  ),
  /** Those behind a date, or that wait still, in their order. */
  ahead: client.prepare<[serieId: string, behind: string], OcurrenciaRow>(
    `SELECT ${SHOWN} ${FROM} WHERE o.serie_id = ? AND (o.fecha > ? OR o.pendiente_at IS NOT NULL) ORDER BY o.fecha`,
  ),
  /** The latest first. */
  list: client.prepare<[serieId: string, limit: number, offset: number], OcurrenciaRow>(
    `SELECT ${SHOWN} ${FROM} WHERE o.serie_id = ? ORDER BY o.fecha DESC LIMIT ? OFFSET ?`,
  ),
  count: client
    .prepare<[serieId: string], number>('SELECT count(*) FROM ocurrencia WHERE serie_id = ?')
    .pluck(),
  solicitud: client
    .prepare<[serieId: string, fecha: string], Buffer | null>(
      'SELECT solicitud_cifrada FROM ocurrencia WHERE serie_id = ? AND fecha = ?',
    )
    .pluck(),
  /** A person speaks of one that is not done. */
  say: client.prepare<
    [
      Pick<
        Fila,
        | ('serie_id' | 'fecha' | 'n' | 'ranura' | 'estado' | 'mover_a' | 'pendiente_at')
        | ('autor' | 'updated_at' | 'solicitud_cifrada')
      >,
    ]
  >(
    `INSERT INTO ocurrencia (serie_id, fecha, n, ranura, estado, mover_a, pendiente_at, autor, created_at, updated_at, solicitud_cifrada)
     VALUES (@serie_id, @fecha, @n, @ranura, @estado, @mover_a, @pendiente_at, @autor, @updated_at, @updated_at, @solicitud_cifrada)
     ON CONFLICT DO UPDATE SET ranura = @ranura, estado = @estado, mover_a = @mover_a, pendiente_at = @pendiente_at, autor = @autor,
       updated_at = @updated_at, solicitud_cifrada = @solicitud_cifrada WHERE estado IN ('omitida', 'cambiada', 'detenida')`,
  ),
  /** It is done, or stopped: no row changes where it was done before. */
  done: client.prepare<
    [
      Pick<
        Fila,
        | ('serie_id' | 'fecha' | 'n' | 'ranura' | 'estado' | 'borrador_id' | 'job_id' | 'codigo' | 'mensaje')
        | ('intentada_at' | 'pendiente_at' | 'avisada' | 'updated_at')
      >,
    ]
  >(
    `INSERT INTO ocurrencia (serie_id, fecha, n, ranura, estado, borrador_id, job_id, codigo, mensaje, intentada_at, pendiente_at, avisada,
       created_at, updated_at)
     VALUES (@serie_id, @fecha, @n, @ranura, @estado, @borrador_id, @job_id, @codigo, @mensaje, @intentada_at, @pendiente_at, @avisada,
       @updated_at, @updated_at)
     ON CONFLICT DO UPDATE SET estado = @estado, borrador_id = @borrador_id, job_id = @job_id, codigo = @codigo, mensaje = @mensaje,
       intentada_at = @intentada_at, pendiente_at = @pendiente_at, avisada = @avisada, updated_at = @updated_at
       WHERE estado IN ('cambiada', 'detenida')`,
  ),
  /** Those of a series that wait up to an instant, of one state or of any (null), are left out. */
  leaveOut: client.prepare<
    [{ mensaje: string; at: string; serie_id: string; until: number; estado: string | null }]
  >(
    `UPDATE ocurrencia SET estado = 'omitida', pendiente_at = NULL, mensaje = @mensaje, updated_at = @at
     WHERE serie_id = @serie_id AND pendiente_at <= @until AND (@estado IS NULL OR estado = @estado)`,
  ),
  /** One that another rule no longer has. */
  drop: client.prepare<[{ mensaje: string; at: string; serie_id: string; fecha: string }]>(
    `UPDATE ocurrencia SET estado = 'omitida', pendiente_at = NULL, mensaje = @mensaje, updated_at = @at
     WHERE serie_id = @serie_id AND fecha = @fecha AND estado = 'cambiada'`,
  ),
  forget: client.prepare<[serieId: string, fecha: string]>(
    "DELETE FROM ocurrencia WHERE serie_id = ? AND fecha = ? AND estado IN ('omitida', 'cambiada')",
  ),
  setDue: client.prepare<[at: number, serieId: string, fecha: string]>(
    'UPDATE ocurrencia SET pendiente_at = ? WHERE serie_id = ? AND fecha = ?',
  ),
  /** The oldest of a series that waits. */
  pending: client.prepare<[serieId: string], OcurrenciaRow>(
    `SELECT ${SHOWN} ${FROM} WHERE o.serie_id = ? AND o.pendiente_at IS NOT NULL ORDER BY o.fecha LIMIT 1`,
  ),
  countPending: client
    .prepare<[serieId: string], number>(
      'SELECT count(*) FROM ocurrencia WHERE serie_id = ? AND pendiente_at IS NOT NULL',
    )
    .pluck(),

  /** Stopped ones of which something came are due, also one that was moved before its own date. */
  hurry: client.prepare<[{ now: number }]>(
    `UPDATE ocurrencia SET pendiente_at = min(unixepoch(fecha) * 1000, @now) WHERE (serie_id, fecha) IN (SELECT o.serie_id, o.fecha FROM ocurrencia o ${ALIVE}
       WHERE o.pendiente_at IS NOT NULL AND o.pendiente_at > @now AND o.estado = 'detenida' AND ${NEWS})`,
  ),
  /** The oldest behind one that stopped or was moved and is due up to an instant. */
  due: client.prepare<[Due & { until: number }], Due>(
    `SELECT o.serie_id AS id, o.fecha, o.pendiente_at AS at FROM ocurrencia o ${ALIVE}
     WHERE o.pendiente_at IS NOT NULL AND o.pendiente_at <= @until AND (o.pendiente_at, o.serie_id, o.fecha) > (@at, @id, @fecha)
     ORDER BY o.pendiente_at, o.serie_id, o.fecha LIMIT 1`,
  ),
  /** Drafts that nobody was told of, by company. */
  untold: client.prepare<
    [],
    {
      empresa_id: string
      ambiente: Ambiente
      serie_id: string
      fecha: string
      borrador_id: string
      codigo: string | null
    }
  >(
    `SELECT s.empresa_id, s.ambiente, o.serie_id, o.fecha, o.borrador_id, o.codigo FROM ocurrencia o JOIN serie s ON s.id = o.serie_id
     JOIN empresa e ON e.id = s.empresa_id AND e.mudada = 0
     WHERE o.avisada = 0 ORDER BY s.empresa_id, s.ambiente, o.serie_id, o.fecha`,
  ),
  told: client.prepare<[serieId: string, fecha: string]>(
    'UPDATE ocurrencia SET avisada = 1 WHERE serie_id = ? AND fecha = ?',
  ),
})
