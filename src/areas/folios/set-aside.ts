// Folios set aside: no document here will bear them. They are passed over in the order in which they would be taken.

import { and, eq } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { Db } from '../../store/store'
import { caf, folioApartado, folioLibre } from '../../store/tables/folios'

/** What stands at the SII under the folio: a document that is not here, an annulment, nothing that it tells of. */
export type EstadoApartado = (typeof folioApartado.$inferSelect)['estado']

export type Apartado = Omit<typeof folioApartado.$inferSelect, 'cafId' | 'createdAt' | 'anuladoEn'>

/** All run inside the caller's transaction. */
export function createSetAside(db: Db, clock: Clock) {
  const add = (cafId: string, apartado: Apartado): void => {
    const at = clock().toISOString()
    const anuladoEn = apartado.estado === 'anulado' ? at : null
    db.insert(folioApartado)
      .values({ ...apartado, cafId, createdAt: at, anuladoEn })
      .run()
  }

  return {
    /** The next of a range, given in order without a gap. False, nothing written, when somebody took them meanwhile. */
    next(cafId: string, apartados: readonly Apartado[]): boolean {
      const [first, last] = [apartados[0]!, apartados.at(-1)!]
      const untouched = and(eq(caf.id, cafId), eq(caf.siguiente, first.desde))
      const { changes } = db
        .update(caf)
        .set({ siguiente: last.hasta + 1 })
        .where(untouched)
        .run()
      if (changes === 0) return false
      for (const apartado of apartados) add(cafId, apartado)
      return true
    },
    /** One that was given back; nothing when somebody took it meanwhile. */
    free(cafId: string, folio: number, estado: EstadoApartado, motivo: string): boolean {
      const given = and(eq(folioLibre.cafId, cafId), eq(folioLibre.folio, folio))
      if (db.delete(folioLibre).where(given).run().changes === 0) return false
      add(cafId, { desde: folio, hasta: folio, estado, motivo })
      return true
    },
  }
}
