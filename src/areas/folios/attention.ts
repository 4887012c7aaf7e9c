// Which types a person should see to: none left, few left, or folios about to expire unused (http §18).

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../base/clock'
import { addDays, chileDate } from '../../domain/fecha'
import type { Alertas } from './alertas'
import type { Disponibles } from './disponibles'
import type { Titular } from './rango'
import { prepareAttention } from './statements'

type EstadoFolios = 'agotados' | 'bajos' | 'por_vencer'

interface FoliosAttention {
  tipoDte: number
  estado: EstadoFolios
  disponibles: number
  umbral: number | null
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
}: {
  client: Database
  clock: Clock
  disponibles: Disponibles
  alertas: Pick<Alertas, 'get'>
}) {
  const types = prepareAttention(client)

  /** One of each type at most, the worst. */
  return ({ empresaId, ambiente }: Titular): FoliosAttention[] => {
    const hoy = chileDate(clock())
    const limite = addDays(hoy, DIAS_VENCE)
    const rows = types.all({ empresaId, ambiente, hoy, desde: addDays(hoy, -DIAS_EN_USO) })
    return rows.flatMap(({ tipo_dte: tipoDte, vence_el: venceEl, en_uso }) => {
      const left = disponibles(empresaId, ambiente, tipoDte)
      const { umbral } = alertas.get({ empresaId, ambiente }, tipoDte)
      const low = left === 0 ? 'agotados' : umbral !== null && left <= umbral ? 'bajos' : null
      const estado = en_uso && low ? low : venceEl !== null && venceEl <= limite ? 'por_vencer' : null
      return estado ? [{ tipoDte, estado, disponibles: left, umbral, venceEl }] : []
    })
  }
}
