// A series paused, resumed and ended (areas/recurrentes §2).

import { AppError, faultsError } from '../../domain/errors'
import { addDays, chileDate, chileMidnight, isDate } from '../../domain/fecha'
import type { Titular } from '../../domain/titular'
import { type Avance, reglaOf } from './avance'
import type { SeriesDeps } from './deps'
import type { Series } from './series'
import { prepareSeries, type SerieRow } from './statements'
import { prepareOcurrencias } from './statements-ocurrencia'

const EN_PAUSA = 'Su día pasó mientras la serie estaba en pausa'
const AL_TERMINAR = 'La serie terminó antes'

interface Deps extends Pick<SeriesDeps, 'store' | 'clock' | 'eventos'> {
  avance: Avance
  series: Pick<Series, 'get' | 'checkRoom'>
}

export type Estados = ReturnType<typeof createEstados>

/** All run inside the caller's transaction. */
export function createEstados({ store, clock, eventos, avance, series }: Deps) {
  const sql = prepareSeries(store.client)
  const ocurrencias = prepareOcurrencias(store.client)

  const set = (id: string, estado: SerieRow['estado'], pausada_hasta: string | null = null): void =>
    void sql.setEstado.run({ id, estado, pausada_hasta, updated_at: clock().toISOString() })

  /** Goes on: what passed up to `past`, and what was moved to before `until`, is left out. */
  function goOn(row: SerieRow, past: string, until: number): void {
    const at = clock().toISOString()
    ocurrencias.leaveOut.run({ mensaje: EN_PAUSA, at, serie_id: row.id, until, estado: 'cambiada' })
    set(row.id, 'activa')
    const hecho_hasta = past > row.hecho_hasta ? past : row.hecho_hasta
    if (!avance.move(row, { hecho_hasta, ranura: row.ranura })) end(row, 'regla')
  }

  function end(row: SerieRow, motivo: 'regla' | 'persona'): void {
    const at = clock().toISOString()
    const until = Number.MAX_SAFE_INTEGER
    ocurrencias.leaveOut.run({ mensaje: AL_TERMINAR, at, serie_id: row.id, until, estado: null })
    set(row.id, 'terminada')
    const { id, nombre, empresa_id, ambiente } = row
    const data = () => {
      const { emitidas } = sql.find.get(id)!
      return { empresa_id, ambiente, serie_id: id, nombre, motivo, emitidas }
    }
    eventos.emit({ empresaId: empresa_id, ambiente }, [{ evento: 'recurrente.terminada', data }])
  }

  const refuse = (message: string): never => {
    throw new AppError('INVALID_STATE', message)
  }

  return {
    end,
    /** Throws INVALID_STATE of an ended one, VALIDATION_ERROR of a day that is no later one. */
    pause(titular: Titular, id: string, hasta: string | null): SerieRow {
      const row = series.get(titular, id)
      const fault = (regla: 'fecha' | 'pasado', mensaje: string) =>
        faultsError([{ campo: 'hasta', regla, mensaje: `hasta: ${mensaje}` }])
      if (hasta !== null && !isDate(hasta))
        throw fault('fecha', 'debe ser una fecha del calendario con la forma AAAA-MM-DD')
      if (hasta !== null && hasta <= chileDate(clock())) throw fault('pasado', 'debe ser un día futuro')
      if (row.estado === 'terminada') refuse('La serie ya terminó')
      set(id, 'pausada', hasta)
      return series.get(titular, id)
    },
    /** Throws INVALID_STATE of one that is not paused. */
    resume(titular: Titular, id: string): SerieRow {
      const row = series.get(titular, id)
      if (row.estado !== 'pausada') refuse(`La serie no está en pausa: está ${row.estado}`)
      series.checkRoom(titular)
      const now = clock()
      goOn(row, avance.pastAt(reglaOf(row), now, addDays(chileDate(now), -1)), now.getTime())
      return series.get(titular, id)
    },
    /** The pause is over by itself: from that day on nothing is left out, however late this is looked at. */
    rest(row: SerieRow): void {
      const hasta = row.pausada_hasta
      if (row.estado !== 'pausada' || hasta === null) return
      goOn(row, addDays(hasta, -1), chileMidnight(hasta).getTime() - 1)
    },
    /** Twice is once. */
    finish(titular: Titular, id: string): SerieRow {
      const row = series.get(titular, id)
      if (row.estado !== 'terminada') end(row, 'persona')
      return series.get(titular, id)
    },
  }
}
