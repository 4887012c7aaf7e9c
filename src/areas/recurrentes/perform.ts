// One date of a series becomes a document, a draft, or waits: with its key in one transaction, so that no death of the process does it twice
// (areas/recurrentes §4).

import { AppError, type ErrorCode } from '../../domain/errors'
import { chileDate, daysBetween } from '../../domain/fecha'
import type { Fecha } from '../../domain/recurrencia/regla'
import { FolioPorConciliar } from '../folios'
import { type Avance, dueAt, reglaOf } from './avance'
import type { SeriesDeps } from './deps'
import type { Estados } from './estados'
import type { Ocurrencias } from './ocurrencias'
import type { Series } from './series'
import { prepareSeries, type SerieRow } from './statements'
import { type OcurrenciaRow, prepareOcurrencias } from './statements-ocurrencia'
import type { Writing } from './writing'

const HORA_MS = 3_600_000
/** Nothing is wrong with these but the moment: the next look tries again. */
const PASAJERAS: readonly ErrorCode[] = ['QUEUE_UNAVAILABLE', 'SERVER_BUSY', 'SII_UNAVAILABLE', 'SII_TIMEOUT']
const ESPERAN: readonly ErrorCode[] = [
  ...(['NO_FOLIOS', 'EMISSION_LIMIT', 'EXCHANGE_RATE_MISSING'] as const),
  ...(['CERTIFICATE_MISSING', 'CERTIFICATE_EXPIRED', 'CERTIFICATE_INVALID'] as const),
]

const ATRASADA = 'Pasó su día: alguien decide si se emite'
const RESTAURADA = 'Su día pasó mientras esta base no estaba en servicio: compruebe que no se emitió ya'

/** The outcome of a date. */
type Resultado = Pick<OcurrenciaRow, 'estado' | 'borrador_id' | 'job_id' | 'codigo' | 'mensaje'> & {
  /** Nothing is wrong but the moment. */
  pasa?: true
}

const nada = { borrador_id: null, job_id: null }

/** Why it waits, or why a person has to look at it. */
function codeOf({ code, detalles = [] }: AppError): ErrorCode {
  // Folios and a value that lack together have no code in common.
  const all = detalles as { regla?: string; campo?: string }[]
  const waits = ({ regla, campo = '' }: (typeof all)[number]) =>
    regla === 'folios' || (regla === 'moneda' && campo.endsWith('.moneda'))
  return code === 'VALIDATION_ERROR' && all.length && all.every(waits) ? 'NO_FOLIOS' : code
}

const mensajeOf = ({ message, detalles = [] }: AppError): string => {
  const told = (detalles as { mensaje?: string }[]).flatMap(({ mensaje }) => mensaje ?? [])
  return (told.length > 1 ? told.join('; ') : message).slice(0, 500)
}

interface Deps extends Omit<SeriesDeps, 'queue' | 'newId' | 'calendario' | 'tipos'> {
  avance: Avance
  writing: Writing
  series: Series
  estados: Estados
  ocurrencias: Ocurrencias
}

export type Perform = ReturnType<typeof createPerform>

export function createPerform(deps: Deps) {
  const { store, clock, log, dte, folios, borradores, eventos, avance, writing, series, estados } = deps
  const { client } = store
  const sql = prepareSeries(client)
  const dates = prepareOcurrencias(client)
  // Savepoints: what is refused after its folio was taken gives it back.
  const accept = client.transaction(dte.acceptUnasked)
  const draft = client.transaction(borradores.createOfSerie)

  function resultOf(serie: SerieRow, { fecha, n }: Fecha, row: OcurrenciaRow | null, now: Date): Resultado {
    const titular = { empresaId: serie.empresa_id, ambiente: serie.ambiente }
    const regla = reglaOf(serie)
    const dia = row?.mover_a ?? fecha
    const hoy = chileDate(now)
    const own = row?.propia ? deps.ocurrencias.openOwn(serie.id, row.fecha) : null
    const ocasion = { regla, fecha, n, emision: hoy }
    const { solicitud, faults } = writing.write(serie.cuenta_id, own ?? series.open(serie), ocasion)
    const missing = faults.find(({ code }) => code === 'EXCHANGE_RATE_MISSING')
    if (missing) return { ...nada, estado: 'detenida', codigo: missing.code!, mensaje: missing.mensaje }

    const late =
      hoy > dia && (daysBetween(dia, hoy) > serie.atraso_dias || hoy.slice(0, 7) !== dia.slice(0, 7))
    const restaurada = folios.porConciliar.restauradaAt()
    const before = restaurada !== null && dueAt(dia, regla) <= restaurada
    let codigo: string | null = faults.length ? 'VALIDATION_ERROR' : null
    let mensaje = before ? RESTAURADA : late ? ATRASADA : (faults[0]?.mensaje ?? null)
    if (serie.modo === 'automatico' && mensaje === null)
      try {
        const { jobId } = accept({ ...solicitud, fecha_emision: hoy }, titular, now)
        return { ...nada, estado: 'emitida', job_id: jobId, codigo: null, mensaje: null }
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault
        codigo = codeOf(fault)
        mensaje = mensajeOf(fault)
        if (fault instanceof FolioPorConciliar) dte.reconciliation.soon(fault.titular, fault.tipoDte)
        if (fault instanceof FolioPorConciliar || PASAJERAS.includes(fault.code)) {
          log.warn('recurrente.espera', { serie_id: serie.id, fecha, fault })
          return { ...nada, estado: 'detenida', codigo, mensaje, pasa: true }
        }
        if (ESPERAN.includes(codigo as ErrorCode)) return { ...nada, estado: 'detenida', codigo, mensaje }
      }
    try {
      const made = draft(titular, solicitud, serie.id, `Serie ${serie.nombre}`)
      if (!made.ok) codigo ??= 'VALIDATION_ERROR'
      return { ...nada, estado: 'borrador', borrador_id: made.id, codigo, mensaje }
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault
      return { ...nada, estado: 'detenida', codigo: fault.code, mensaje: mensajeOf(fault) }
    }
  }

  /** Writes what became of a date, and tells of one that stopped for longer than a moment. Whether it did not wait for the moment. */
  function record(serie: SerieRow, date: Fecha, row: OcurrenciaRow | null, now: Date): boolean {
    const { pasa = false, ...resultado } = resultOf(serie, date, row, now)
    // The key is the date that it had when its row was written.
    const fecha = row?.fecha ?? date.fecha
    const { estado, codigo, mensaje } = resultado
    const stopped = estado === 'detenida'
    const at = now.toISOString()
    const { changes } = dates.done.run({
      ...{ serie_id: serie.id, fecha, n: date.n, ranura: date.ranura, ...resultado, updated_at: at },
      intentada_at: stopped ? at : null,
      // Behind this look, which does what was due when it began.
      pendiente_at: stopped ? now.getTime() + (pasa ? 1 : HORA_MS) : null,
      avisada: estado === 'borrador' ? 0 : 1,
    })
    if (changes !== 1) throw new Error(`the date ${fecha} of the series ${serie.id} was done before`)
    if (stopped && !pasa && !(row?.estado === 'detenida' && row.codigo === codigo))
      eventos.emit({ empresaId: serie.empresa_id, ambiente: serie.ambiente }, [
        {
          evento: 'recurrente.detenida',
          data: () => ({
            ...{ empresa_id: serie.empresa_id, ambiente: serie.ambiente, serie_id: serie.id },
            ...{ nombre: serie.nombre, fecha, code: codigo, mensaje },
          }),
        },
      ])
    log.info('recurrente.hecha', { serie_id: serie.id, fecha, estado, job_id: resultado.job_id })
    return !pasa
  }

  /** The next date of the rule. Whether it was done, or its series was put right; not where it waits for the moment. */
  function onItsDay(serie: SerieRow, fecha: string, now: Date): boolean {
    const next = avance.nextOf(serie.id, reglaOf(serie), serie)
    if (next?.fecha.fecha === fecha) {
      const done = record(serie, next.fecha, next.row, now)
      if (!avance.move(serie, { hecho_hasta: fecha, ranura: next.fecha.ranura })) estados.end(serie, 'regla')
      return done
    }
    // The calendar is another since it was reckoned.
    if (!avance.move(serie, serie)) estados.end(serie, 'regla')
    return next?.fecha.fecha !== serie.proxima
  }

  /** One that stopped, or was moved. */
  function waiting(serie: SerieRow, row: OcurrenciaRow, now: Date): boolean {
    const done = record(serie, row, row, now)
    if (serie.proxima === null && dates.countPending.get(serie.id) === 0) estados.end(serie, 'regla')
    return done
  }

  const doIt = client.transaction((id: string, fecha: string): boolean => {
    const now = clock()
    const serie = sql.find.get(id)
    if (serie?.estado !== 'activa') return false
    const row = dates.find.get(id, fecha)
    if (row && row.pendiente_at !== null) return row.pendiente_at <= now.getTime() && waiting(serie, row, now)
    return serie.proxima === fecha && serie.proxima_at! <= now.getTime() && onItsDay(serie, fecha, now)
  })

  return {
    /** Does what is due of a series, unless it is not by now. Whether anything changed but that it waits for the next look. */
    due: (id: string, fecha: string): boolean => doIt.immediate(id, fecha),

    /** Does the next date of a series at once, in the caller's transaction: the date. Throws INVALID_STATE where there is none. */
    now(serie: SerieRow): string {
      const { proxima, movida } = serie
      const refuse = (message: string): never => {
        throw new AppError('INVALID_STATE', message)
      }
      if (serie.estado !== 'activa') refuse(`La serie está ${serie.estado}`)
      const waits = dates.ahead
        .all(serie.id, serie.hecho_hasta)
        .filter(({ pendiente_at }) => pendiente_at !== null)
        .sort((a, b) => a.pendiente_at! - b.pendiente_at!)[0]
      if (waits && (proxima === null || waits.estado === 'detenida' || movida! < proxima)) {
        waiting(serie, waits, clock())
        return waits.fecha
      }
      if (proxima === null) return refuse('La serie no tiene más fechas')
      onItsDay(serie, proxima, clock())
      return proxima
    },
  }
}
