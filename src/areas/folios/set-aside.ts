// Folios set aside: no document here will bear them. They are passed over in the order in which they would be taken.

import { and, eq } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { Db } from '../../store/store'
import { caf, folioApartado, folioLibre } from '../../store/tables/folios'

/** The SII's record under the folio: a foreign document, an annulment, or nothing. */
export type EstadoApartado = (typeof folioApartado.$inferSelect)['estado']

export type Apartado = Omit<typeof folioApartado.$inferSelect, 'cafId' | 'createdAt' | 'anuladoEn'>

/** The source for the folio's use. */
type DichoPor = Apartado['dichoPor']

/** The SII's knowledge of a folio. */
export type Visto = 'nada' | 'emitido' | 'anulado'

const SEGUN_SII: Record<Visto, readonly [EstadoApartado, string]> = {
  emitido: ['emitido_fuera', 'El SII ya tenía un documento con este folio que aquí no está'],
  anulado: ['anulado', 'El folio está anulado en el SII'],
  // The SII does not tell a folio of a rejected document, which is used up, from one that it never saw (sii §5.1).
  nada: ['por_anular', 'El SII ya tenía documentos con folios posteriores'],
}

/** The state of a folio set aside, and its reason: the SII may have nothing behind a skipped one. */
export const segunSii = (visto: Visto, skipped = false): readonly [EstadoApartado, string] =>
  skipped && visto === 'nada'
    ? ['por_anular', 'Folio saltado a mano; el SII no tiene un documento con él']
    : SEGUN_SII[visto]

/** Folios in a row that are set aside for one reason, as one. */
export function runsOf(
  folios: readonly number[],
  whyOf: (folio: number) => readonly [EstadoApartado, string],
  dichoOf: (estado: EstadoApartado) => DichoPor = () => 'sii',
): Apartado[] {
  const runs: Apartado[] = []
  for (const folio of folios) {
    const [estado, motivo] = whyOf(folio)
    const last = runs.at(-1)
    if (last?.estado === estado) last.hasta = folio
    else runs.push({ desde: folio, hasta: folio, estado, motivo, dichoPor: dichoOf(estado) })
  }
  return runs
}

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
    /** All that were given back of a range. */
    allFree(cafId: string, estado: EstadoApartado, motivo: string, dichoPor: DichoPor): void {
      const given = db.delete(folioLibre).where(eq(folioLibre.cafId, cafId)).returning().all()
      for (const { folio } of given) add(cafId, { desde: folio, hasta: folio, estado, motivo, dichoPor })
    },
    /** One that was given back; nothing when somebody took it meanwhile. */
    free(
      cafId: string,
      folio: number,
      estado: EstadoApartado,
      motivo: string,
      dichoPor: DichoPor = 'sii',
    ): boolean {
      const given = and(eq(folioLibre.cafId, cafId), eq(folioLibre.folio, folio))
      if (db.delete(folioLibre).where(given).run().changes === 0) return false
      add(cafId, { desde: folio, hasta: folio, estado, motivo, dichoPor })
      return true
    },
  }
}
