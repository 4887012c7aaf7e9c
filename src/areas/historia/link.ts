// The last step of an import: notes find what they are about and invoices their guides, by date, type and folio (areas/historia §4).

import type { Clock } from '../../base/clock'
import { nextTurn } from '../../base/turn'
import { filaDe, tipoDocumento } from '../../domain/dte/tipos'
import type { TitularDeCuenta } from '../../domain/titular'
import type { Store } from '../../store/store'
import { unsynced } from '../../store/unsynced'
import type { DocumentoRow, Documentos, Enlace, Guias } from '../dte'
import type { prepareDocumentos, prepareImportaciones, prepareLineas } from './statements'

const LINEAS = 200
const PASO_MS = 4

export function createLink({
  store: { client },
  clock,
  documentos,
  enlace,
  guias,
  importaciones,
  lineas,
  sql,
}: {
  store: Pick<Store, 'client'>
  clock: Clock
  documentos: Documentos
  enlace: Enlace
  guias: Guias
  importaciones: ReturnType<typeof prepareImportaciones>
  lineas: ReturnType<typeof prepareLineas>
  sql: ReturnType<typeof prepareDocumentos>
}) {
  /** Guides that an invoice names and that no other covers. */
  function coverGuides(titular: TitularDeCuenta, row: DocumentoRow): void {
    for (const { tipoDocumento: tipo, folio, global } of documentos.contenido(row).dte.referencias) {
      if (!filaDe(tipo)?.guia || global) continue
      const guia = guias.byFolio(titular, Number(folio))
      if (!guia || guias.coveredBy(guia.id).length) continue
      guias.cover(guia.id, row.id, clock().toISOString())
    }
  }

  /** The document that a note is about, where this import brought another of its type and folio than the one here. */
  const disputedOf = (importId: string, row: DocumentoRow): string | null => {
    for (const { tipoDocumento: tipo, folio } of documentos.contenido(row).dte.referencias) {
      const codigo = filaDe(tipo)?.codigo
      if (codigo && lineas.isDisputed.get(importId, codigo, Number(folio))) return `${codigo} folio ${folio}`
    }
    return null
  }

  function linkOne(titular: TitularDeCuenta, importId: string, n: number, id: string): void {
    const row = documentos.byId(id)!
    const { nota, cobra } = tipoDocumento(row.tipo_dte)
    // It is about the other one, and moves no sum of this.
    const disputed = nota ? disputedOf(importId, row) : null
    if (disputed !== null)
      lineas.say.run(
        `Es sobre el documento tipo ${disputed}, que está en conflicto: no se enlaza`,
        importId,
        n,
      )
    else if (nota) sql.exceed.run(enlace.link(id) ? 1 : 0, id)
    for (const notaId of enlace.linkOnto(id)) sql.exceed.run(1, notaId)
    if (cobra) coverGuides(titular, row)
    if (nota) guias.settled(id)
  }

  async function linkAll(titular: TitularDeCuenta, id: string, more: () => boolean): Promise<boolean> {
    for (;;) {
      const some = lineas.unlinked.all(id, LINEAS)
      if (!some.length) return true
      while (some.length) {
        unsynced(client, () => {
          const began = performance.now()
          while (some.length && performance.now() - began < PASO_MS) {
            const { documento_id, n } = some.shift()!
            if (documento_id) linkOne(titular, id, n, documento_id)
            lineas.linked.run(id, n)
          }
        })
        await nextTurn()
      }
      if (!more()) return false
    }
  }

  /**
   * Links on from where an import is, and what those that stopped had written, which the later one found as repeated; `more` tells whether
   * it may go on. Returns whether nothing is left.
   */
  return async (titular: TitularDeCuenta, id: string, more: () => boolean): Promise<boolean> => {
    const { empresaId, ambiente } = titular
    for (const one of [id, ...importaciones.stopped.all({ empresaId, ambiente })])
      if (!(await linkAll(titular, one, more))) return false
    return true
  }
}
