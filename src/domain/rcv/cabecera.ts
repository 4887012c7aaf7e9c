// Which of the page's files a header is of, and what is wrong with one that is almost one (domain/rcv §2).

import { FORMAS, type Forma } from './columnas'

export const findForma = (names: readonly string[]): Forma | undefined =>
  FORMAS.find(
    ({ columnas }) => columnas.length === names.length && columnas.every((c, i) => c.nombre === names[i]),
  )

/** Fewer columns in common, and it is no register at all. */
const COMUNES_MIN = 5

/** Which file it may have been meant to be, and the first column in which it differs. */
export function explainHeader(names: readonly string[]): string {
  const same = ({ columnas }: Forma): number => columnas.filter((c) => names.includes(c.nombre)).length
  // The share of columns that both have: the columns of a shorter file all stand in a longer one.
  const likeness = (forma: Forma): number =>
    same(forma) / (forma.columnas.length + names.length - same(forma))
  const near = [...FORMAS].sort((a, b) => likeness(b) - likeness(a))[0]!
  const file = near.lado === 'venta' ? 'ventas' : `compras ${near.estado}`
  const sums = names.includes('Tipo Documento') && names.includes('Total Documentos')
  if (sums || names.some((name) => /^Total\s+Oper/i.test(name)))
    return names.some((name) => /^IVA (?:No )?Rec/i.test(name))
      ? 'El archivo es el resumen de las compras, con un total por tipo: importe el archivo de detalle del mes, que trae todo lo que ese resumen suma'
      : 'El archivo parece un resumen del registro, y su cabecera no es la del SII: Tipo Documento;Total Documentos;Monto Exento;Monto Neto;Monto IVA;Monto Total'
  if (same(near) < COMUNES_MIN)
    return 'La primera línea no es la cabecera de un archivo del Registro de Compras y Ventas del SII'
  const at = near.columnas.findIndex((c, i) => c.nombre !== names[i])
  const [want, got] = [near.columnas[at]?.nombre, names[at < 0 ? near.columnas.length : at]]
  return `La cabecera es casi la de ${file}: ${
    want === undefined
      ? `sobra la columna «${got}»`
      : `en la columna ${at + 1} va «${want}» y viene «${got ?? ''}»`
  }`
}
