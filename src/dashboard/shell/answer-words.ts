// The words and tones of answers between taxpayers, sent and received (areas/recibidos/intercambio §1, §4).

import type { ClaseRespuesta } from '../../domain/intercambio'
import type { DataOf } from '../api/client'
import type { Word } from '../ui/status'

type Firma = DataOf<'GET /v1/recibidos/respuestas/recibidas'>[number]['firma']

export const CLASE: Readonly<Record<ClaseRespuesta | 'sii', string>> = {
  recepcion: 'Recepción',
  resultado: 'Resultado',
  recibo: 'Recibo de mercaderías',
  sii: 'Correo del SII',
}

const RESULTADO: readonly Word[] = [
  ['✓', 'Aceptado', 'bien'],
  ['!', 'Aceptado con discrepancias', 'aviso'],
  ['✕', 'Rechazado', 'mal'],
]

/** The statement of an answer about a document. `codigo` is that of its class. */
export function saidOf(clase: ClaseRespuesta | 'sii', codigo: number | null): Word {
  if (clase === 'sii') return ['·', 'Sobre un envío', 'neutro']
  if (clase === 'recibo') return ['✓', 'Mercadería recibida', 'bien']
  if (clase === 'recepcion')
    return codigo === 0 ? ['✓', 'Archivo recibido', 'bien'] : ['✕', 'No recibido', 'mal']
  return RESULTADO[codigo ?? -1] ?? ['?', `Código ${codigo ?? 'desconocido'}`, 'neutro']
}

/** The same of somebody else: what is not well signed is told, and coloured by nobody's word. */
export function cameOf(clase: ClaseRespuesta | 'sii', codigo: number | null, firma: Firma): Word {
  const [icon, word, tone] = saidOf(clase, codigo)
  return firma === 'valida' || clase === 'sii'
    ? [icon, word, tone]
    : ['?', `Dice: ${word.toLowerCase()}`, 'neutro']
}

export const FIRMA: Readonly<Record<Firma, Word>> = {
  valida: ['✓', 'Firma válida', 'bien'],
  invalida: ['✕', 'Firma inválida', 'mal'],
  ausente: ['✕', 'Sin firma', 'mal'],
  certificado_vencido: ['!', 'Certificado vencido', 'aviso'],
}
