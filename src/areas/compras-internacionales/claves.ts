// By what two writings of one supplier, and two purchases that are one, are known (areas/compras-internacionales §1).

import type { PropuestaCompra } from '../../domain/compra-internacional'
import { foldText } from '../../domain/texto'
import { exactDecimal } from '../tipos-cambio'

/** Kinds of company, which one paper names and another does not. */
const FORMA =
  /(?:[\s,]+(?:llc|l\.l\.c|inc|incorporated|corp|corporation|ltd|limited|llp|plc|gmbh|ag|s\.?l|s\.?a|s\.?a\.?s|b\.?v|n\.?v|spa|s\.?r\.?l|ltda|limitada|e\.?i\.?r\.?l|ab|as|oy|aps|sarl|pty|pte|k\.?k|co|company)\.?)+$/
/** A company by its name, however it is spelt. */
export const squeezeName = (text: string): string =>
  squeeze(foldText(text).replace(FORMA, '')) || squeeze(text)
export const squeeze = (text: string): string => foldText(text).replace(/[^a-z0-9]+/g, '')

/** The keys that make two purchases one: supplier, number and amount, however spelt. */
export function clavesOf({ proveedor, numero, monto }: PropuestaCompra) {
  const amount = monto === null ? null : exactDecimal(monto)
  const rest = numero !== null && amount !== null ? `${squeeze(numero)} ${amount}` : null
  const clave = (who: string | null) => (who && rest !== null ? `${who} ${rest}` : null)
  return {
    clave_nombre: clave(proveedor.nombre && squeezeName(proveedor.nombre)),
    clave_tax_id: clave(proveedor.taxId && squeeze(proveedor.taxId)),
  }
}
