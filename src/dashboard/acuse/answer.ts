// The answers that received documents admit, in words, and the time left for them (http §27).

import type { AccionAcuse } from '../../domain/acuse'
import type { BodyOf, DataOf } from '../api/client'
import { plural } from '../ui/format'

export type Pendiente = DataOf<'GET /v1/dte/acuse/pendientes'>[number]
type Llave = BodyOf<'POST /v1/dte/acuse/lote'>['documentos'][number]

export const ACCIONES: readonly (readonly [accion: AccionAcuse, words: string])[] = [
  ['ERM', 'Dar recibo de mercaderías o servicios'],
  ['ACD', 'Aceptar el contenido'],
  ['RCD', 'Reclamar el contenido'],
  ['RFP', 'Reclamar falta parcial de mercaderías'],
  ['RFT', 'Reclamar falta total de mercaderías'],
]

/** The consequence of an answer, told before it is given. */
export const consecuencia = (accion: AccionAcuse): string =>
  accion === 'ERM' || accion === 'ACD'
    ? 'No se deshace, y después ya no se puede reclamar.'
    : 'Queda en el SII a la vista del emisor, y después ya no se puede aceptar.'

/** As the address of the list names it, too. */
export const keyOf = ({ rut_emisor, tipo_dte, folio }: Pendiente): string =>
  `${rut_emisor}_${tipo_dte}_${folio}`
export const llaveOf = ({ rut_emisor, tipo_dte, folio }: Pendiente): Llave => ({
  rut_emisor,
  tipo_dte,
  folio,
})

/** `25 h`, `7 días`; less than an hour is said so. */
export function leftOf({ horas_restantes }: Pick<Pendiente, 'horas_restantes'>): string {
  if (horas_restantes < 1) return 'menos de 1 h'
  return horas_restantes < 48 ? `${horas_restantes} h` : plural(Math.floor(horas_restantes / 24), 'día')
}

/** How much it hurries, by the marks at which the API tells too. */
export const urgencyOf = ({
  horas_restantes,
}: Pick<Pendiente, 'horas_restantes'>): 'mal' | 'aviso' | 'neutro' =>
  horas_restantes <= 24 ? 'mal' : horas_restantes <= 72 ? 'aviso' : 'neutro'
