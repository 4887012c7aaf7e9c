// Which types a person should see to: none left, few left, less than a week of them, or folios about to expire unused (http §18).

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../base/clock'
import { addDays, chileDate, daysBetween } from '../../domain/fecha'
import { isApurado } from '../../domain/folios/pronostico'
import type { Titular } from '../../domain/titular'
import type { Alertas } from './alertas'
import type { Disponibles } from './disponibles'
import type { Forecasts } from './forecasts'
import { prepareAttention } from './statements'

type EstadoFolios = 'agotados' | 'bajos' | 'por_agotarse' | 'por_vencer'

interface FoliosAttention {
  tipoDte: number
  estado: EstadoFolios
  disponibles: number
  umbral: number | null
  /** Whole days that they last; null without use. */
  diasEstimados: number | null
  /** The next Chile date after which folios that are left cannot be used. */
  venceEl: string | null
}

/** A type that was not issued for so long is not missed when it runs out. */
const DIAS_EN_USO = 90
const DIAS_VENCE = 15

export function createFoliosAttention({
  client,
  clock,
  disponibles,
  alertas,
  forecasts,
}: {
  client: Database
  clock: Clock
  disponibles: Disponibles
  alertas: Pick<Alertas, 'get'>
  forecasts: Forecasts['forecasts']
}) {
  const types = prepareAttention(client)

  /** One of each type at most, the worst. */
  return ({ empresaId, ambiente }: Titular): FoliosAttention[] => {
    const hoy = chileDate(clock())
    const limite = addDays(hoy, DIAS_VENCE)
    const rows = types.all({ empresaId, ambiente, hoy, desde: addDays(hoy, -DIAS_EN_USO) })
    if (rows.length === 0) return []
    const pronosticos = forecasts({ empresaId, ambiente })
    return rows.flatMap(({ tipo_dte: tipoDte, vence_el: venceEl, en_uso }) => {
      const left = disponibles({ empresaId, ambiente }, tipoDte)
      const { umbral } = alertas.get({ empresaId, ambiente }, tipoDte)
      const pronostico = pronosticos.find((one) => one.tipoDte === tipoDte)!
      const { sePerderan, seAgotaEl } = pronostico
      const low = left === 0 ? 'agotados' : umbral !== null && left <= umbral ? 'bajos' : null
      const short = low ?? (isApurado(pronostico, null, hoy) ? 'por_agotarse' : null)
      const lost = venceEl !== null && venceEl <= limite && sePerderan > 0
      const estado: EstadoFolios | null = en_uso && short ? short : lost ? 'por_vencer' : null
      if (!estado) return []
      const diasEstimados = seAgotaEl === null ? null : daysBetween(hoy, seAgotaEl)
      return [{ tipoDte, estado, disponibles: left, umbral, diasEstimados, venceEl }]
    })
  }
}
