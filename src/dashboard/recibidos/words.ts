// The amounts and states of received documents, in words and tones.

import type { DataOf } from '../api/client'
import type { Tone, Word } from '../ui/status'
import { shortName } from '../ui/tipo'

export type Fila = DataOf<'GET /v1/recibidos'>[number]
export type Recibido = DataOf<'GET /v1/recibidos/:id'>

export const FIRMA: Readonly<Record<Fila['firma'], Word>> = {
  valida: ['✓', 'Firma válida', 'bien'],
  invalida: ['✕', 'Firma inválida', 'mal'],
  ausente: ['✕', 'Sin firma', 'mal'],
  certificado_vencido: ['!', 'Certificado vencido', 'aviso'],
}

export const TIMBRE: Readonly<Record<Fila['timbre'], Word>> = {
  valido: ['✓', 'Timbre válido', 'bien'],
  invalido: ['✕', 'Timbre inválido', 'mal'],
  autoridad_desconocida: ['!', 'Timbre de otra autoridad', 'aviso'],
  ausente: ['✕', 'Sin timbre', 'mal'],
}

export const MONTOS: Readonly<Record<Fila['montos'], Word>> = {
  correctos: ['✓', 'Montos correctos', 'bien'],
  incorrectos: ['!', 'Montos que no cuadran', 'aviso'],
  sin_revisar: ['–', 'Montos sin revisar', 'neutro'],
}

const ESTADO_RCV: Readonly<Record<NonNullable<Fila['rcv']>['estado_contable'], Word>> = {
  REGISTRO: ['✓', 'Registrado', 'bien'],
  PENDIENTE: ['◐', 'Pendiente', 'espera'],
  NO_INCLUIR: ['–', 'No incluir', 'neutro'],
  RECLAMADO: ['✕', 'Reclamado', 'mal'],
}

export const ACUSE: Readonly<Record<Fila['acuse']['resultado'], string>> = {
  anulado: 'Anulado por una nota',
  reclamado: 'Reclamado',
  aceptado: 'Aceptado',
  recibido: 'Con recibo otorgado',
  no_aplica: 'No se acepta ni reclama',
  aceptado_tacito: 'Aceptado por el plazo',
  pendiente: 'Sin respuesta',
}

/** The register's state; when it is pending there and answered here, the register is old. */
export function registroOf(
  { estado_contable }: NonNullable<Fila['rcv']>,
  { resultado }: Pick<Fila['acuse'], 'resultado'>,
): Word {
  const answered = resultado === 'reclamado' || resultado === 'aceptado' || resultado === 'recibido'
  return estado_contable === 'PENDIENTE' && answered
    ? ['○', `${ACUSE[resultado]} aquí después de esa lectura`, 'neutro']
    : ESTADO_RCV[estado_contable]
}

export const nameOf = ({ tipo_dte, folio }: Pick<Fila, 'tipo_dte' | 'folio'>): string =>
  `${shortName(tipo_dte)} N° ${folio}`

const HOUR = 3_600_000

/** How long there is to accept or claim, in words and urgency; null where no time runs. */
export function leftOf({ resultado, vence_el }: Fila['acuse'], now: Date): readonly [Tone, string] | null {
  if (resultado !== 'pendiente' || !vence_el) return null
  const hours = Math.floor((Date.parse(vence_el) - now.getTime()) / HOUR)
  if (hours < 0) return null
  const words = hours < 1 ? 'menos de 1 h' : hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} días`
  return [hours <= 24 ? 'mal' : hours <= 72 ? 'aviso' : 'neutro', words]
}
