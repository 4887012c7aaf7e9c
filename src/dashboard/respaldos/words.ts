// Copies in a person's words.

import { plural } from '../ui/format'

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
