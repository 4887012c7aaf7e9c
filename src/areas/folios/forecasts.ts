// Forecasts of a company's folios, and what those that ask for themselves by them do (http §18).

import type { Clock } from '../../base/clock'
import { AppError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import { forecast, isApurado, type Pronostico, pedidoDe } from '../../domain/folios/pronostico'
import type { Titular } from '../../domain/titular'
import type { Alertas } from './alertas'
import type { Stock } from './stock'

type DeTipo = Pronostico & { tipoDte: number }

export type Forecasts = ReturnType<typeof createForecasts>

export function createForecasts({
  clock,
  stock,
  alertas,
}: {
  clock: Clock
  stock: Stock
  alertas: Pick<Alertas, 'get' | 'isLow'>
}) {
  /** The forecast of every type for which the company ever had a range. */
  const forecasts = (titular: Titular): DeTipo[] =>
    stock(titular).map(({ tipoDte, rangos, usados }) => ({
      tipoDte,
      ...forecast(tipoDte, rangos, usados, chileDate(clock())),
    }))

  const of = (titular: Titular, tipoDte: number): DeTipo | undefined =>
    forecasts(titular).find((one) => one.tipoDte === tipoDte)

  return {
    forecasts,

    /** Whether a type that is set to ask by itself should ask now. */
    needsMore(titular: Titular, tipoDte: number): boolean {
      const { umbral, cantidad } = alertas.get(titular, tipoDte)
      if (cantidad !== 'pronostico') return alertas.isLow(titular, tipoDte)
      const pronostico = of(titular, tipoDte)
      return pronostico !== undefined && isApurado(pronostico, umbral, chileDate(clock()))
    },

    /** How many it asks for. */
    amountOf(titular: Titular, tipoDte: number): number | 'max' {
      const { umbral, cantidad } = alertas.get(titular, tipoDte)
      if (cantidad !== 'pronostico') return cantidad
      const pronostico = of(titular, tipoDte)
      return pronostico ? pedidoDe(pronostico, umbral) : 1
    },

    /** How many a person who asks by the forecast gets. Throws INVALID_STATE when it suggests none. */
    suggested(titular: Titular, tipoDte: number): number {
      const pronostico = of(titular, tipoDte)
      if (pronostico && pronostico.sugerida > 0) return pronostico.sugerida
      const why = pronostico?.motivo ?? 'Sin uso: no hay con qué pronosticar'
      throw new AppError('INVALID_STATE', `${why}; indique cuántos`)
    },
  }
}
