// A person speaks of one date of a series: to leave it out, another request, another day (areas/recurrentes §3).

import { AppError, type Fault, faultsError } from '../../domain/errors'
import { addDays, chileDate, isDate } from '../../domain/fecha'
import type { Calendario } from '../../domain/feriados'
import { type Fecha, fechasOf } from '../../domain/recurrencia/regla'
import { actorName } from '../../http/audit'
import type { Tenant } from '../../http/tenant'
import { type Avance, dueAt, reglaOf } from './avance'
import type { SeriesDeps } from './deps'
import type { CambioOcurrencia } from './ocurrencia.schema'
import { requireRight, type Series } from './series'
import type { SerieRow } from './statements'
import { type OcurrenciaRow, prepareOcurrencias } from './statements-ocurrencia'
import type { Solicitud } from './writing'

/** A date is moved no further from its own. */
const LEJOS = 366

interface Deps extends Pick<SeriesDeps, 'store' | 'clock'> {
  calendario: Calendario
  avance: Avance
  series: Series
}

export type Ocurrencias = ReturnType<typeof createOcurrencias>

export function createOcurrencias({ store, clock, calendario, avance, series }: Deps) {
  const { client, db, secrets } = store
  const sql = prepareOcurrencias(client)
  const place = (id: string, fecha: string) => ({
    ...{ table: 'ocurrencia', column: 'solicitud_cifrada', id: `${id}\0${fecha}` },
  })
  /** Its own request; null where it has none. */
  function openOwn(id: string, fecha: string): Solicitud | null {
    const sealed = sql.solicitud.get(id, fecha)
    return sealed ? JSON.parse(secrets.open(place(id, fecha), sealed).toString()) : null
  }

  const checkOpen = (row: OcurrenciaRow | null): void => {
    if (row?.estado === 'borrador' || row?.estado === 'emitida')
      throw new AppError(
        'INVALID_STATE',
        `Esa fecha ya está hecha: es ${row.estado === 'emitida' ? 'un documento' : 'un borrador'}`,
      )
  }

  /**
   * A date of the rule that is not done, and what was said of it, maybe when another calendar gave it another date. Throws NOT_FOUND and
   * INVALID_STATE.
   */
  function open(serie: SerieRow, fecha: string): { date: Fecha; row: OcurrenciaRow | null } {
    if (serie.estado === 'terminada') throw new AppError('INVALID_STATE', 'La serie ya terminó')
    const own = sql.find.get(serie.id, fecha) ?? null
    checkOpen(own)
    // One that waits is there, whatever the rule says by now.
    if (own !== null && own.pendiente_at !== null) return { date: own, row: own }
    for (const date of fechasOf(reglaOf(serie), calendario)) {
      if (date.fecha.slice(0, 7) > fecha.slice(0, 7)) break
      if (date.fecha !== fecha && (own === null || date.ranura !== own.ranura)) continue
      if (date.fecha <= serie.hecho_hasta || date.ranura === serie.ranura)
        throw new AppError('INVALID_STATE', 'Esa fecha ya pasó')
      const row = own ?? sql.ofRanura.get(serie.id, date.ranura) ?? null
      checkOpen(row)
      return { date, row }
    }
    throw new AppError('NOT_FOUND', 'La serie no tiene esa fecha')
  }

  function checkDay(fecha: string, mover_a: string): void {
    const fault = (regla: Fault['regla'], mensaje: string) =>
      faultsError([{ campo: 'mover_a', regla, mensaje: `mover_a: ${mensaje}` }])
    if (!isDate(mover_a)) throw fault('fecha', 'debe ser una fecha del calendario con la forma AAAA-MM-DD')
    if (mover_a < chileDate(clock())) throw fault('pasado', 'debe ser de hoy en adelante')
    if (mover_a > addDays(fecha, LEJOS)) throw fault('lejano', `va hasta ${LEJOS} días después de su fecha`)
    if (mover_a === fecha) throw fault('igual', 'es su propia fecha; DELETE la repone')
  }

  return {
    openOwn,

    /** Throws NOT_FOUND, INVALID_STATE, VALIDATION_ERROR, and FORBIDDEN of what would issue by itself. */
    say(tenant: Tenant, id: string, asked: string, body: CambioOcurrencia): OcurrenciaRow {
      const serie = series.get(tenant, id)
      const { date, row } = open(serie, asked)
      const { fecha, n, ranura } = date
      const key = row?.fecha ?? fecha
      const regla = reglaOf(serie)
      if (!body.omitir) requireRight(tenant, serie.modo, serie.tipo_dte)
      const hoy = chileDate(clock())
      if (body.mover_a) checkDay(fecha, body.mover_a)
      const mover_a = body.omitir ? null : (body.mover_a ?? row?.mover_a ?? null)
      const dia = mover_a ?? fecha
      if (body.solicitud)
        series.checkSolicitud(tenant, body.solicitud, { regla, fecha, n, emision: dia < hoy ? hoy : dia })
      const stopped = row?.estado === 'detenida' && !body.mover_a
      const own = body.omitir ? null : (body.solicitud ?? openOwn(id, key))
      sql.say.run({
        ...{ serie_id: id, fecha: key, n, ranura, mover_a },
        estado: body.omitir ? 'omitida' : stopped ? 'detenida' : 'cambiada',
        // One that stopped is tried at once with what was mended.
        pendiente_at: body.omitir
          ? null
          : stopped
            ? clock().getTime()
            : mover_a
              ? dueAt(mover_a, regla).getTime()
              : null,
        solicitud_cifrada: own && secrets.seal(place(id, key), JSON.stringify(own)),
        autor: actorName(db, tenant),
        updated_at: clock().toISOString(),
      })
      avance.move(serie, serie)
      return sql.find.get(id, key)!
    },

    /** As if nobody had spoken of it. Throws NOT_FOUND, and INVALID_STATE where its own day is past. */
    undo(tenant: Tenant, id: string, asked: string): void {
      const serie = series.get(tenant, id)
      const { date, row } = open(serie, asked)
      if (!row) throw new AppError('NOT_FOUND', 'Nadie ha cambiado esa fecha')
      requireRight(tenant, serie.modo, serie.tipo_dte)
      if (row.estado === 'detenida' || date.fecha <= serie.hecho_hasta || date.fecha < chileDate(clock()))
        throw new AppError('INVALID_STATE', 'Su día ya pasó: muévala, o déjela fuera con omitir')
      sql.forget.run(id, row.fecha)
      avance.move(serie, serie)
    },

    list: sql.list,
    count: sql.count,
    ahead: sql.ahead,
  }
}
