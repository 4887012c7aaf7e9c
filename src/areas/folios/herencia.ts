// The folios of a company that was deleted and made anew in the same account. The SII knows one taxpayer and one range, so the
// range itself moves to the new row, with its count: whatever the former row took is never taken again, and what it left or
// gave back unseen is the new one's.

import type { Store } from '../../store/store'
import { type Caf, readCaf } from '../../xml/caf'
import { placeOf } from './llavero'
import type { RangoCargado, Titular } from './rango'

interface Row extends Omit<RangoCargado, 'libres' | 'primerLibre' | 'heredadoHasta'> {
  xml: Uint8Array
}

/** Gives a CAF to its company's new row. Null when it is not one that a deleted row of the same account left. */
export type InheritCaf = (caf: Caf, titular: Titular) => RangoCargado | null

/** The result runs inside an immediate transaction of the caller's. */
export function createInheritCaf({ client, secrets }: Store): InheritCaf {
  // Exactly that range of the same RUT: what overlaps otherwise is another file.
  const left = client.prepare<[object], Row>(
    `SELECT caf.id, caf.tipo_dte AS tipoDte, desde, hasta, siguiente, fecha_autorizacion AS fechaAutorizacion,
       vence_el AS venceEl, origen, xml_cifrado AS xml
     FROM caf JOIN empresa anterior ON anterior.id = caf.empresa_id JOIN empresa nueva ON nueva.id = @empresaId
     WHERE caf.rut_emisor = @rutEmisor AND caf.ambiente = @ambiente AND caf.tipo_dte = @tipoDte AND desde = @desde
       AND hasta = @hasta AND anterior.deleted_at IS NOT NULL AND anterior.cuenta_id = nueva.cuenta_id`,
  )
  const move = client.prepare(
    'UPDATE caf SET empresa_id = @empresaId, heredado_hasta = siguiente - 1 WHERE id = @id',
  )
  const moveFreed = client.prepare('UPDATE folio_libre SET empresa_id = @empresaId WHERE caf_id = @id')
  const freed = client.prepare<[string], { libres: number; primerLibre: number | null }>(
    'SELECT count(*) AS libres, min(folio) AS primerLibre FROM folio_libre WHERE caf_id = ?',
  )

  return ({ rutEmisor, tipoDte, desde, hasta, cafXml }, { empresaId, ambiente }) => {
    const row = left.get({ rutEmisor, ambiente, tipoDte, desde, hasta, empresaId })
    if (!row) return null
    const { xml, ...rango } = row
    // The same file, not another one of the same numbers: documents were stamped with that key.
    if (readCaf(secrets.open(placeOf(rango.id), xml)).cafXml !== cafXml) return null
    move.run({ empresaId, id: rango.id })
    moveFreed.run({ empresaId, id: rango.id })
    return { ...rango, ...freed.get(rango.id)!, heredadoHasta: rango.siguiente - 1 }
  }
}
