// Documents that have no effect, or are losing it: what their paper and their public page must not hide.

import { tipoDocumento } from '../../../domain/dte/tipos'
import type { Marca } from '../../../pdf'
import { type DocumentoRow, type Documentos, isAceptado, isDescartado } from '../documento/documento-store'

export type SinEfecto =
  | { clase: 'rechazado' | 'descartado' }
  /** `nota` is the note that voids it, null for a guide that its issuer voided by itself. */
  | { clase: 'anulado'; nota: DocumentoRow | null }

/** Why a document has no effect, null while it may have one. */
export function sinEfecto(documentos: Pick<Documentos, 'byId'>, row: DocumentoRow): SinEfecto | null {
  if (row.estado_sii === 'rechazado') return { clase: 'rechazado' }
  if (row.anulado_por) {
    const nota = row.anulado_por === row.id ? null : documentos.byId(row.anulado_por)!
    return { clase: 'anulado', nota }
  }
  // Given up when it may have reached the SII already: what the SII says of it since counts for more.
  return row.estado_sii === 'no_enviado' && isDescartado(row) ? { clase: 'descartado' } : null
}

/** The note that voids a document, in words, and that the SII has yet to take it. */
export const nombreNota = (nota: DocumentoRow): string =>
  `${tipoDocumento(nota.tipo_dte).nombre} N° ${nota.folio}`

/** The mark across its paper. */
export function marcaDe(documentos: Pick<Documentos, 'byId'>, row: DocumentoRow): Marca | null {
  const causa = sinEfecto(documentos, row)
  if (causa?.clase === 'rechazado')
    return { palabra: 'RECHAZADO', texto: 'RECHAZADO POR EL SII · SIN VALIDEZ TRIBUTARIA' }
  if (causa?.clase === 'descartado') return { palabra: 'DESCARTADO', texto: 'DESCARTADO POR SU EMISOR' }
  if (!causa) return null
  const { nota } = causa as Extract<SinEfecto, { clase: 'anulado' }>
  if (!nota) return { palabra: 'ANULADO', texto: 'ANULADO POR SU EMISOR' }
  const espera = isAceptado(nota) ? '' : ' (el SII aún no la acepta)'
  return { palabra: 'ANULADO', texto: `ANULADO por la ${nombreNota(nota)}${espera}` }
}
