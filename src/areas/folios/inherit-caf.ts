// The folios of a company that was deleted and made anew in the same account. The SII knows one taxpayer and one range, so the
// range itself moves to the new row, with its count: whatever the former row took is never taken again, and what it left or
// gave back unseen is the new one's.

import { and, count, eq, isNotNull, min } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { empresa } from '../../store/tables/empresa'
import { caf, folioLibre } from '../../store/tables/folios'
import { type Caf, readCaf } from '../../xml/caf'
import { placeOf } from './caf-of'
import type { RangoCargado } from './rango'

/** Gives a CAF to its company's new row. Null when it is not one that a deleted row of the same account left. */
type InheritCaf = (caf: Caf, titular: Titular) => RangoCargado | null

/** The result runs inside an immediate transaction of the caller's. */
export function createInheritCaf({ db, secrets }: Store): InheritCaf {
  const anterior = alias(empresa, 'anterior')
  const nueva = alias(empresa, 'nueva')

  /** Exactly that range of the same RUT: what overlaps otherwise is another file. */
  const left = ({ rutEmisor, tipoDte, desde, hasta }: Caf, { empresaId, ambiente }: Titular) =>
    db
      .select({
        id: caf.id,
        tipoDte: caf.tipoDte,
        desde: caf.desde,
        hasta: caf.hasta,
        siguiente: caf.siguiente,
        fechaAutorizacion: caf.fechaAutorizacion,
        venceEl: caf.venceEl,
        origen: caf.origen,
        marks: caf.porConciliar,
        xml: caf.xmlCifrado,
      })
      .from(caf)
      .innerJoin(anterior, eq(anterior.id, caf.empresaId))
      .innerJoin(nueva, eq(nueva.id, empresaId))
      .where(
        and(
          eq(caf.rutEmisor, rutEmisor),
          eq(caf.ambiente, ambiente),
          eq(caf.tipoDte, tipoDte),
          eq(caf.desde, desde),
          eq(caf.hasta, hasta),
          isNotNull(anterior.deletedAt),
          // A company that moved has its range in another server (areas/exportaciones §5).
          eq(anterior.mudada, false),
          eq(anterior.cuentaId, nueva.cuentaId),
        ),
      )
      .get()

  return (given, titular) => {
    const row = left(given, titular)
    if (!row) return null
    const { xml, marks, ...rango } = row
    // The same file, not another one of the same numbers: documents were stamped with that key.
    if (readCaf(secrets.open(placeOf(rango.id), xml)).cafXml !== given.cafXml) return null
    const { empresaId } = titular
    const heredadoHasta = rango.siguiente - 1
    db.update(caf).set({ empresaId, heredadoHasta }).where(eq(caf.id, rango.id)).run()
    const ofRange = eq(folioLibre.cafId, rango.id)
    db.update(folioLibre).set({ empresaId }).where(ofRange).run()
    const freed = db
      .select({ libres: count(), firstFree: min(folioLibre.folio) })
      .from(folioLibre)
      .where(ofRange)
      .get()!
    return { ...rango, ...freed, heredadoHasta, porConciliar: marks > 0 }
  }
}
