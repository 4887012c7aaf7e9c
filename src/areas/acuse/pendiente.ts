// A received document that waits for its acceptance: what is asked for, its row, and as clients see it (http §27.4).

import type { Static } from '@sinclair/typebox'
import { PLAZO_ACUSE_MS } from '../../domain/acuse'
import type { Ambiente } from '../../domain/ambiente'
import type { PendienteJson } from './acuse-json'

/** Received at `desde` or later and before `antes`; what came here did so at `llegado` or later. As the register writes instants. */
export type Plazo = Record<'desde' | 'antes' | 'llegado', string>

/** `rut` null: of whomever. */
export type FiltroPendientes = Plazo & { empresa_id: string; ambiente: Ambiente; rut: string | null }

/** `rcv_id` and `periodo` of what the register has, `recibido_id` where its file is here; `plazo_estimado` 1: counted from the mail that brought it. */
export interface PendienteRow {
  empresa_id: string
  ambiente: Ambiente
  rcv_id: string | null
  recibido_id: string | null
  periodo: string | null
  rut: string
  razon_social: string | null
  tipo_dte: number
  folio: number
  fecha_emision: string
  monto_total: number
  fecha_recepcion: string
  plazo_estimado: 0 | 1
}

export const endOf = ({ fecha_recepcion }: PendienteRow): Date =>
  new Date(Date.parse(fecha_recepcion) + PLAZO_ACUSE_MS)

export function pendienteToJson(row: PendienteRow, now: Date): Static<typeof PendienteJson> {
  const { rcv_id, recibido_id, periodo, rut, razon_social, tipo_dte, folio, fecha_emision, monto_total } = row
  const vence = endOf(row)
  return {
    ...{
      rcv_id,
      recibido_id,
      periodo,
      rut_emisor: rut,
      razon_social,
      tipo_dte,
      folio,
      fecha_emision,
      monto_total,
    },
    recibido_sii: row.fecha_recepcion,
    plazo_estimado: row.plazo_estimado === 1,
    vence_el: vence.toISOString().replace('.000Z', 'Z'),
    horas_restantes: Math.max(0, Math.floor((vence.getTime() - now.getTime()) / 3_600_000)),
  }
}
