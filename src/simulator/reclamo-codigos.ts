// The words of WSRegistroReclamo: actions, events, answer codes and the matrix of what follows what (sii §7.2 to
// §7.4, after the SII's manual v1.2 of 07-08-2017; code 27 and event PAG are known from third parties only).

import { TIPOS } from '../domain/dte/tipos'

/** A receiver's acts: acceptance of the content, receipt of the goods, and the three claims. */
export const ACCIONES = ['ACD', 'ERM', 'RCD', 'RFP', 'RFT'] as const
export type Accion = (typeof ACCIONES)[number]

export const EVENTOS = {
  ACD: 'Acepta contenido del documento',
  ERM: 'Otorga recibo de mercaderías o servicios',
  RCD: 'Reclamo al contenido del documento',
  RFP: 'Reclamo por falta parcial de mercaderías',
  RFT: 'Reclamo por falta total de mercaderías',
  NCA: 'Recepción de nota de crédito que anula el documento',
  ENC: 'Recepción de nota de crédito distinta de anulación',
  PAG: 'Documento pagado al contado',
} as const
export type CodigoEvento = keyof typeof EVENTOS

/** `codResp` and its text, of our wording and never longer than 70 characters. */
export const RESPUESTAS = {
  '-1': 'Error interno, reintente más tarde',
  0: 'Acción completada',
  1: 'RUT del emisor incorrecto',
  2: 'Folio incorrecto',
  3: 'Tipo de documento no atendido por este servicio',
  4: 'Acción no válida',
  6: 'No puede dar recibo: el documento fue reclamado antes',
  7: 'El evento ya fue registrado',
  8: 'Pasaron más de 8 días desde la recepción en el SII',
  10: 'Documento no emitido ni recibido en el SII desde el 14-01-2017',
  11: 'No puede reclamar: el documento fue aceptado antes',
  12: 'No puede aceptar: el documento fue reclamado antes',
  13: 'No puede reclamar: se dio recibo de mercaderías o servicios antes',
  14: 'Sólo el receptor o el emisor pueden consultar el documento',
  15: 'Listado de eventos del documento',
  16: 'El documento no tiene eventos',
  17: 'Sólo el receptor puede registrar eventos del documento',
  18: 'El documento no ha sido recibido en el SII',
  20: 'El tipo de documento no es cedible',
  21: 'No cedible: anulado por nota de crédito dentro de los 8 días',
  22: 'Sin registro de reclamo ni de recibo',
  23: 'Cedible, sin reclamos',
  24: 'No cedible: reclamado por el receptor',
  25: 'Cedible: pasaron 8 días y se presume el recibo',
  27: 'No puede registrar: documento pagado al contado o gratuito',
} as const
export type CodResp = keyof typeof RESPUESTAS

/** Eight calendar days from the instant of reception; that they are 192 hours to the second is our reading (sii §9.7). */
export const PLAZO_MS = 192 * 3_600_000

/** Types whose events the service keeps. */
export const ATENDIDOS: readonly number[] = TIPOS.filter(({ reclamable }) => reclamable).map(
  ({ codigo }) => codigo,
)
/** Types that can be ceded (pdf §3); a guide is ceded with its invoice only. */
export const CEDIBLES: readonly number[] = TIPOS.filter(({ cedible, guia }) => cedible && !guia).map(
  ({ codigo }) => codigo,
)

export const isReclamo = (codigo: CodigoEvento): boolean => ['RCD', 'RFP', 'RFT'].includes(codigo)

/**
 * The SII's answer to an act on a document with these earlier events (sii §7.4). With ACD and ERM both, a
 * claim is 11.
 */
export function followsFrom(earlier: readonly CodigoEvento[], accion: Accion): 0 | 6 | 7 | 11 | 12 | 13 {
  const has = (codigo: CodigoEvento) => earlier.includes(codigo)
  if (!isReclamo(accion)) {
    if (has(accion)) return 7
    if (!earlier.some(isReclamo)) return 0
    return accion === 'ACD' ? 12 : 6
  }
  if (has('ACD')) return 11
  if (has('ERM')) return 13
  return has(accion) ? 7 : 0
}
