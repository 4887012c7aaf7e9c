// Which types a person should see to: none left, few left, or folios about to expire unused (contract §18).

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../domain/ambiente'
import { addDays, chileDate } from '../../domain/fecha'
import type { Alertas } from './alertas'
import type { Disponibles } from './disponibles'
import type { Titular } from './rango'

export type EstadoFolios = 'agotados' | 'bajos' | 'por_vencer'

export interface FoliosPorAtender {
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

interface Row {
  tipo_dte: number
  vence_el: string | null
  en_uso: 0 | 1
}

export function createFoliosPorAtender({
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
  // By the company's RUT, because that is what the index of the ranges begins with.
  const types = client.prepare<[Titular & { hoy: string; desde: string }], Row>(
    `SELECT tipo_dte,
       min(CASE WHEN vence_el >= @hoy AND (siguiente <= hasta OR EXISTS (SELECT 1 FROM folio_libre libre
         WHERE libre.empresa_id = caf.empresa_id AND libre.ambiente = caf.ambiente AND libre.tipo_dte = caf.tipo_dte
           AND libre.caf_id = caf.id)) THEN vence_el END) AS vence_el,
       EXISTS (SELECT 1 FROM documento_dia dia WHERE dia.empresa_id = @empresaId AND dia.ambiente = @ambiente
         AND dia.fecha_emision >= @desde AND dia.tipo_dte = caf.tipo_dte AND dia.documentos > 0) AS en_uso
     FROM caf WHERE rut_emisor = (SELECT rut FROM empresa WHERE id = @empresaId) AND ambiente = @ambiente
       AND empresa_id = @empresaId GROUP BY tipo_dte ORDER BY tipo_dte`,
  )

  /** One of each type at most, the worst. */
  return ({ empresaId, ambiente }: Titular): FoliosPorAtender[] => {
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
