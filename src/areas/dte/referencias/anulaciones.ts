// Which notes void which documents, and whether they stand: a void may itself be voided (61 over 33, 56 over 61, …), and
// until the SII has judged it nobody knows.

import { tipoDocumento } from '../../../domain/dte/tipos'
import type { Store } from '../../../store/store'
import { type DocumentoRow, type Documentos, isAceptado, isMuerto } from '../documento/documento-store'
import { prepareAnulaciones } from './statements'

export type Anulaciones = ReturnType<typeof createAnulaciones>

export function createAnulaciones({ client }: Store, documentos: Documentos) {
  const { voiders, voided } = prepareAnulaciones(client)

  /** The accepted note that voids a document beyond doubt. */
  const anuladoPor = (id: string): DocumentoRow | undefined =>
    voiders.all(id).find((nota) => isAceptado(nota) && !enCurso(nota.id))

  /** The note that voids a document or may come to. */
  const enCurso = (id: string): DocumentoRow | undefined =>
    voiders.all(id).find((nota) => !isMuerto(nota) && !anuladoPor(nota.id))

  return {
    anuladoPor,
    enCurso,
    /** The invoices whose voiding a note decides: what it voids, or what the note voided by it had voided, and so on. */
    facturasBehind(notaId: string): DocumentoRow[] {
      const facturas: DocumentoRow[] = []
      let next = voided.all(notaId)
      while (next.length) {
        const rows = next.map((id) => documentos.byId(id)!)
        facturas.push(...rows.filter(({ tipo_dte }) => tipoDocumento(tipo_dte).cobra))
        next = rows.flatMap(({ id }) => voided.all(id))
      }
      return facturas
    },
  }
}
