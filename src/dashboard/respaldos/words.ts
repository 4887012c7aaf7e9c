// Copies in a person's words.

import type { DataOf } from '../api/client'
import { plural } from '../ui/format'

type Motivo = DataOf<'GET /v1/respaldos'>['problemas'][number]['motivo']

export const MOTIVO: Record<Motivo, string> = {
  fallido: 'Las copias fallan',
  atrasado: 'Falta la última copia',
  ensayo_fallido: 'El ensayo de una copia falló',
  ensayo_atrasado: 'Ninguna copia se ha ensayado',
}

/** `1,6 MB` */
export const megabytes = (bytes: number): string =>
  `${(bytes / 1e6).toLocaleString('es-CL', { maximumFractionDigits: bytes < 1e7 ? 1 : 0 })} MB`

const SPANS = [
  ['día', 'días'],
  ['semana', 'semanas'],
  ['mes', 'meses'],
  ['año', 'años'],
]

/** `7/5/12/6` as `La última de cada uno de 7 días, 5 semanas, 12 meses y 6 años`. */
export function retentionWords(conservar: string): string {
  const counts = conservar.split('/').map(Number)
  const said = SPANS.flatMap(([one, many], i) => (counts[i] ? [plural(counts[i], one!, many)] : []))
  const last = said.pop()
  return `La última de cada uno de ${said.length ? `${said.join(', ')} y ${last}` : last}`
}
