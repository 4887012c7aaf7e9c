// Notes of credit as neighbours write them over their invoices (simulator §21.3).

import type { Borrador, ReferenciaVecino } from './documento'
import type { FacturaLeida } from './statements'

type Clase = 'anula' | 'parte' | 'texto' | 'global' | 'papel'

const RAZONES: Readonly<Record<Clase, string>> = {
  anula: 'Anula factura',
  parte: 'Devuelve parte de la mercadería',
  texto: 'Corrige giro del receptor',
  global: 'Devolución de mercadería',
  papel: 'Descuento sobre factura en papel',
}
/** A fifth of an invoice is given back. */
const PARTE = 5

/** The draft of a note over these invoices, the newest first. */
export function draftNota(
  clase: Clase,
  facturas: readonly FacturaLeida[],
  fecha: string,
): Pick<Borrador, 'fecha' | 'formaPago' | 'lineas' | 'referencias'> {
  const razon = RAZONES[clase]
  const neto = facturas.reduce((sum, one) => sum + one.neto, 0)
  const precio =
    clase === 'texto' ? 0 : clase === 'anula' || clase === 'global' ? neto : Math.ceil(neto / PARTE)
  const codigo = clase === 'anula' ? 1 : clase === 'texto' ? 2 : 3
  const refer = (one: FacturaLeida): ReferenciaVecino => ({ ...one, codigo, razon })
  const referencias: ReferenciaVecino[] =
    clase === 'papel'
      ? [{ tipoDte: 30, folio: 4711, fecha, codigo, razon }]
      : clase === 'global'
        ? [{ ...refer(facturas[0]!), global: true }]
        : // As they were issued, the oldest first.
          facturas.map(refer).reverse()
  return {
    fecha,
    formaPago: null,
    lineas: [{ nombre: razon, cantidad: 1, precio, exento: false }],
    referencias,
  }
}
