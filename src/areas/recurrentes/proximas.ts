// The dates to come of a series, each as it will be issued (areas/recurrentes §3).

import { pauses } from '../../base/turn'
import { addDays, chileDate } from '../../domain/fecha'
import type { Titular } from '../../domain/titular'
import { type Avance, reglaOf } from './avance'
import type { SeriesDeps } from './deps'
import type { ProximaJson } from './ocurrencia.schema'
import type { Ocurrencias } from './ocurrencias'
import type { Series } from './series'
import type { SerieRow } from './statements'
import type { Writing } from './writing'

interface Deps extends Pick<SeriesDeps, 'clock'> {
  avance: Avance
  writing: Writing
  series: Pick<Series, 'open'>
  ocurrencias: Pick<Ocurrencias, 'openOwn' | 'ahead'>
}

/** Where a paused series would go on. */
function placeOf(serie: SerieRow, avance: Avance, now: Date) {
  const { hecho_hasta, ranura, pausada_hasta } = serie
  if (serie.estado !== 'pausada') return { hecho_hasta, ranura }
  const past = pausada_hasta
    ? addDays(pausada_hasta, -1)
    : avance.pastAt(reglaOf(serie), now, addDays(chileDate(now), -1))
  return { hecho_hasta: past > hecho_hasta ? past : hecho_hasta, ranura }
}

export const createProximas =
  ({ clock, avance, writing, series, ocurrencias }: Deps) =>
  /** In the order of the rule; those that a person leaves out are among them. None of an ended series. */
  async (titular: Titular, serie: SerieRow, count: number): Promise<ProximaJson[]> => {
    if (serie.estado === 'terminada') return []
    const regla = reglaOf(serie)
    const place = placeOf(serie, avance, clock())
    const said = ocurrencias.ahead.all(serie.id, place.hecho_hasta)
    // Moved ones whose own day is past wait still.
    const chosen: { fecha: string; n: number; row: (typeof said)[number] | null }[] = said
      .filter(({ fecha, estado }) => fecha <= place.hecho_hasta && estado === 'cambiada')
      .map((row) => ({ fecha: row.fecha, n: row.n, row }))
    for (const { fecha, row } of avance.ahead(regla, place, said)) {
      if (chosen.length >= count) break
      chosen.push({ ...fecha, row })
    }
    const solicitud = series.open(serie)
    const hoy = chileDate(clock())
    const duena = { ...titular, cuentaId: serie.cuenta_id }
    const pause = pauses()
    const proximas: ProximaJson[] = []
    for (const { fecha, n, row } of chosen.slice(0, count)) {
      await pause()
      const dia = row?.mover_a ?? fecha
      const emision = dia < hoy ? hoy : dia
      const omitida = row?.estado === 'omitida'
      const own = row?.propia ? ocurrencias.openOwn(serie.id, row.fecha) : null
      proximas.push({
        ...{ fecha, n, estado: omitida ? 'omitida' : row ? 'cambiada' : 'prevista' },
        ...{ propia: own !== null, fecha_emision: emision },
        ...(omitida
          ? { solicitud: null, juicio: null, estimado: false }
          : writing.judge(duena, own ?? solicitud, { regla, fecha, n, emision })),
      } as ProximaJson)
    }
    return proximas
  }
