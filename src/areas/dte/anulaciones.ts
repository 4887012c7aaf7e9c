// Which notes void which documents, and whether they stand: a void may itself be voided (61 over 33, 56 over 61, …), and
// until the SII has judged it nobody knows.

import { COBRAN } from '../../domain/dte/tipos'
import type { Store } from '../../store/store'
import { type DocumentoRow, type Documentos, isAceptado, isMuerto } from './documento-store'

export type Anulaciones = ReturnType<typeof createAnulaciones>

export function createAnulaciones({ client }: Store, documentos: Documentos) {
  const voidersOf = client.prepare(
    `SELECT d.* FROM documento_referencia r JOIN documento d ON d.id = r.documento_id
     WHERE r.referido_id = ? AND r.codigo = 1 ORDER BY d.created_at, d.rowid`,
  )
  const voidedBy = client
    .prepare<[string], string>(
      'SELECT referido_id FROM documento_referencia WHERE documento_id = ? AND codigo = 1',
    )
    .pluck()
  const voiders = (id: string) => voidersOf.all(id) as DocumentoRow[]

  /** The accepted note that voids a document beyond doubt. */
  const anuladoPor = (id: string): DocumentoRow | undefined =>
    voiders(id).find((nota) => isAceptado(nota) && !enCurso(nota.id))

  /** The note that voids a document or may come to. */
  const enCurso = (id: string): DocumentoRow | undefined =>
    voiders(id).find((nota) => !isMuerto(nota) && !anuladoPor(nota.id))

  return {
    anuladoPor,
    enCurso,
    /** The invoices whose voiding a note decides: what it voids, or what the note voided by it had voided, and so on. */
    facturasBehind(notaId: string): DocumentoRow[] {
      const facturas: DocumentoRow[] = []
      let next = voidedBy.all(notaId)
      while (next.length) {
        const rows = next.map((id) => documentos.byId(id)!)
        facturas.push(...rows.filter(({ tipo_dte }) => COBRAN.has(tipo_dte)))
        next = rows.flatMap(({ id }) => voidedBy.all(id))
      }
      return facturas
    },
  }
}
