// The cedible copy: which documents have one, and the words of its receipt (pdf §3).
import type { Dte } from '../domain/dte/dte'
import { tipoDocumento } from '../domain/dte/tipos'
import { traslado } from '../domain/dte/traslado'

/** Law 19.983's declaration, letter by letter the fixed value of `Declaracion` in the SII's Recibos_v10.xsd. */
export const DECLARACION =
  'El acuse de recibo que se declara en este acto, de acuerdo a lo dispuesto en la letra b) del Art. 4, y la letra c) ' +
  'del Art. 5 de la Ley 19.983, acredita que la entrega de mercaderias o servicio(s) prestado(s) ha(n) sido recibido(s).'

/** The fields that the receiver fills in by hand, two to a row. */
export const CAMPOS_ACUSE = [['Nombre'], ['R.U.T.', 'Fecha'], ['Recinto', 'Firma']] as const

/** The word at the lower right of the cedible copy; '' for a document that has none, as a guide that is no sale. */
export function palabraCedible({ idDoc: { tipoDte, indTraslado } }: Dte): string {
  if (!tipoDocumento(tipoDte).cedible) return ''
  if (indTraslado === undefined) return 'CEDIBLE'
  return traslado(indTraslado).constituyeVenta ? 'CEDIBLE CON SU FACTURA' : ''
}

/** The copies of a print. Where only the cedible one is asked for and the document has none, it is printed once all the same. */
export function copiasDe(dte: Dte, { cedible, copias = 1 }: { cedible: boolean; copias?: number }) {
  const acuse = cedible && palabraCedible(dte) !== ''
  return { originales: acuse ? copias : Math.max(copias, 1), acuse }
}
