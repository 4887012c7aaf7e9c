// What the documents of a company add up to, from counters that triggers keep (migration 0031_resumen).

import type { Static } from '@sinclair/typebox'
import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'
import type { EstadoSii } from '../../domain/dte/estados'
import type { Cifra } from './resumen.schema'

/** Dates of issue, both included. */
export interface Periodo {
  desde: string
  hasta: string
}

interface De {
  empresaId: string
  ambiente: Ambiente
}

export type Cifras = ReturnType<typeof createCifras>

export function createCifras(client: Database) {
  const within = `FROM documento_dia WHERE empresa_id = @empresaId AND ambiente = @ambiente
    AND fecha_emision BETWEEN @desde AND @hasta AND documentos > 0`
  const days = client.prepare<[De & Periodo], Static<typeof Cifra>>(
    `SELECT fecha_emision AS fecha, tipo_dte, estado_sii, documentos, monto_neto, monto_exento, monto_iva, monto_total
     ${within} ORDER BY fecha_emision, tipo_dte, estado_sii`,
  )
  const types = client.prepare<
    [De & Periodo & { estado: EstadoSii }],
    { tipo_dte: number; cantidad: number }
  >(
    `SELECT tipo_dte, sum(documentos) AS cantidad ${within} AND estado_sii = @estado GROUP BY tipo_dte ORDER BY tipo_dte`,
  )
  const count = client
    .prepare<[De & Periodo], number>(`SELECT coalesce(sum(documentos), 0) ${within}`)
    .pluck()
  return {
    /** By day, type and verdict. */
    dias: (de: De, periodo: Periodo) => days.all({ ...de, ...periodo }),
    /** How many of each type have that verdict. */
    tipos: (de: De, periodo: Periodo, estado: EstadoSii) => types.all({ ...de, ...periodo, estado }),
    documentos: (de: De, periodo: Periodo): number => count.get({ ...de, ...periodo })!,
  }
}
