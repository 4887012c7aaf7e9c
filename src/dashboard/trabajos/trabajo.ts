// The name of an emission job and the actions on it, from the API's answer (http §6, §7).

import { RUT_CONSUMIDOR_FINAL } from '../../domain/rut'
import type { DataOf } from '../api/client'
import { formatPesos, formatRut } from '../ui/format'
import type { Word } from '../ui/status'
import { shortName } from '../ui/tipo'

/** As the list tells it; one by itself has `result` besides. */
export type Trabajo = DataOf<'GET /v1/dte/emision'>[number]

/** `Factura N° 12`; before it has a folio, `Factura sin folio`. */
export const nameOf = ({ tipo_dte, folio }: Pick<Trabajo, 'tipo_dte' | 'folio'>): string =>
  folio === null ? `${shortName(tipo_dte)} sin folio` : `${shortName(tipo_dte)} N° ${folio}`

/** Whom it is for and what it comes to, in pesos. */
export const deQuien = ({
  rut_receptor,
  razon_social_receptor,
  monto_total,
}: Pick<Trabajo, 'rut_receptor' | 'razon_social_receptor' | 'monto_total'>): string => {
  const quien = rut_receptor === RUT_CONSUMIDOR_FINAL ? 'Sin identificar' : formatRut(rut_receptor)
  return `${razon_social_receptor ?? quien} · ${formatPesos(monto_total)}`
}

/** Waits for a person: it failed, or the SII refused its whole envelope afterwards. */
export const needsPerson = ({ estado, error }: Pick<Trabajo, 'estado' | 'error'>): boolean =>
  estado === 'failed' || estado === 'dlq' || (estado === 'completed' && error !== null)

export const isMoving = ({ estado }: Pick<Trabajo, 'estado'>): boolean =>
  estado === 'pending' || estado === 'processing' || estado === 'reserved'

export const mayDiscard = (trabajo: Pick<Trabajo, 'estado' | 'error'>): boolean =>
  needsPerson(trabajo) || trabajo.estado === 'scheduled'

const ESTADO: Readonly<Record<Trabajo['estado'], Word>> = {
  reserved: ['◐', 'En cola', 'espera'],
  pending: ['◐', 'En cola', 'espera'],
  scheduled: ['○', 'Programado', 'neutro'],
  processing: ['◐', 'En curso', 'espera'],
  // Received is not accepted: that is the document's own state.
  completed: ['✓', 'El SII lo recibió', 'bien'],
  failed: ['✕', 'Detenido', 'mal'],
  dlq: ['✕', 'Detenido: se agotaron los intentos', 'mal'],
  discarded: ['⊘', 'Descartado', 'neutro'],
}

export function estadoOf({ estado, error, proximo_intento }: Trabajo): Word {
  if (estado === 'completed' && error) return ['✕', 'El SII rechazó su envío', 'mal']
  if (estado === 'pending' && proximo_intento && error) return ['◐', 'Espera otro intento', 'espera']
  return ESTADO[estado]
}

/** The fate of the folio; null when none was taken. */
export function folioOf({ folio, folio_estado }: Pick<Trabajo, 'folio' | 'folio_estado'>): string | null {
  if (folio === null || folio_estado === null) return null
  const state = {
    tomado: 'es de este documento',
    usado: 'se usó',
    retenido: 'queda reservado para este documento mientras se decide',
    libre: 'quedó libre: lo toma el próximo documento',
    por_anular: 'no se usará: hay que anularlo en el SII',
  }
  return `El folio ${folio} ${state[folio_estado]}.`
}

/** The expected fate of its folio, told before it is discarded. */
export const beforeDiscard = ({
  folio,
  estado,
  error,
}: Pick<Trabajo, 'folio' | 'estado' | 'error'>): string =>
  folio === null
    ? 'No se emitirá. Aún no tenía folio.'
    : estado === 'completed' && error
      ? `El documento queda rechazado y el folio ${folio}, por anular en el SII.`
      : `No se emitirá. Si el SII nunca vio el documento, el folio ${folio} queda libre para el próximo; si pudo verlo, queda por anular en el SII.`
