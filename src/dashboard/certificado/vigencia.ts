// How a certificate stands: days left, and how much they press (dashboard §10).

import type { DataOf } from '../api/client'
import { plural } from '../ui/format'
import type { Tone } from '../ui/status'

export type Certificado = DataOf<'GET /v1/empresa/:id/certificado'>

const DAY_MS = 86_400_000

export interface Vigencia {
  tone: Tone
  icon: string
  words: string
  /** Days of its whole term, and how many of them have passed. */
  dias: number
  pasados: number
}

/** `dias_restantes` are whole days, negative once it expired. */
export function vigenciaOf({
  valido_desde,
  valido_hasta,
  dias_restantes,
}: Pick<Certificado, 'valido_desde' | 'valido_hasta' | 'dias_restantes'>): Vigencia {
  const dias = Math.max(1, Math.round((Date.parse(valido_hasta) - Date.parse(valido_desde)) / DAY_MS))
  const pasados = Math.max(0, Math.min(dias, dias - dias_restantes))
  return { ...stateOf(dias_restantes), dias, pasados }
}

function stateOf(left: number): Pick<Vigencia, 'tone' | 'icon' | 'words'> {
  if (left < 0) return { tone: 'mal', icon: '✕', words: 'Vencido' }
  const words = left === 0 ? 'Vence hoy' : left === 1 ? 'Vence mañana' : `Quedan ${plural(left, 'día')}`
  if (left <= 7) return { tone: 'mal', icon: '!', words }
  if (left <= 30) return { tone: 'aviso', icon: '!', words }
  return { tone: 'bien', icon: '✓', words }
}
