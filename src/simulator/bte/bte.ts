// A boleta of third parties as the simulated SII keeps it (simulator §15): its number, its barcode, and what became of it.

import { createHash } from 'node:crypto'
import { addMonths, chileDate } from '../../domain/fecha'
import { splitRut } from '../../domain/rut'
import type { Sim } from '../sim'
import type { Bte } from './statements'

/** The content of a draft, with the amounts of its page. */
export type BorradorBte = Pick<
  Bte,
  | 'rut'
  | 'dueno'
  | 'persona'
  | 'fecha'
  | 'beneficiario'
  | 'nombre'
  | 'direccion'
  | 'comuna'
  | 'bruto'
  | 'retencion'
> & { lineas: readonly (readonly [descripcion: string, monto: number])[] }

/** Issues a boleta under the next number of its payer. */
export function issueBte({ db, sql: { bte }, now }: Sim, { lineas, ...borrador }: BorradorBte): Bte {
  return db.transaction(() => {
    const { rut, dueno } = borrador
    const folio = (bte.last.get(rut) ?? 0) + 1
    bte.insert.run({
      ...borrador,
      folio,
      lineas: JSON.stringify(lineas),
      codigo: barcodeOf(rut, folio),
      emitidaAt: now().getTime(),
    })
    return bte.find.get(rut, folio, dueno)!
  })()
}

/** `C`, number of the RUT, folio, and five hexadecimal digits that follow from them, so that two runs print the same. */
const barcodeOf = (rut: string, folio: number): string => {
  const digits = createHash('sha256').update(`${rut} ${folio}`).digest('hex').slice(0, 5).toUpperCase()
  return `C${splitRut(rut).numero}${folio}${digits}`
}

export const linesOf = ({ lineas }: Pick<Bte, 'lineas'>): [descripcion: string, monto: number][] =>
  JSON.parse(lineas)

type EstadoBte = 'vigente' | 'anulacion_solicitada' | 'anulada'

export const estadoOf = ({ anulacionAt, anuladaAt }: Bte): EstadoBte =>
  anuladaAt !== null ? 'anulada' : anulacionAt !== null ? 'anulacion_solicitada' : 'vigente'

/** The last day on which a boleta is annulled at once: the tenth of the month after its own (ours). */
const lastDayOf = ({ fecha }: Bte): string => `${addMonths(`${fecha.slice(0, 7)}-01`, 1).slice(0, 7)}-10`

/** Annuls a boleta, or notes that somebody asked for it when its time is over; which of both. */
export function annulBte({ sql, now }: Sim, boleta: Bte, causa: string): EstadoBte {
  const at = now()
  const late = chileDate(at) > lastDayOf(boleta)
  const { rut, folio } = boleta
  const anulacionAt = at.getTime()
  sql.bte.annul.run({ rut, folio, anulacionAt, anuladaAt: late ? null : anulacionAt, causa })
  return late ? 'anulacion_solicitada' : 'anulada'
}
