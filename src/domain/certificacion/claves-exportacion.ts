// The `KEY: value` lines of an export (domain/certificacion §2.2), by whichever of their names.

import { type Linea, quote } from './apuntes'
import type { ClaveValor, Lectura } from './lectura-caso'
import { matchesPerdida } from './letras'
import { readFila } from './tabla'

const CLAVES = [
  'MONEDA DE LA OPERACION',
  'FORMA DE PAGO EXPORTACION',
  'MODALIDAD DE VENTA',
  'CLAUSULA DE VENTA DE EXPORTACION',
  'TOTAL CLAUSULA DE VENTA',
  'VIA DE TRANSPORTE',
  'PUERTO DE EMBARQUE',
  'PUERTO DE DESEMBARQUE',
  'UNIDAD DE MEDIDA DE TARA',
  'UNIDAD PESO BRUTO',
  'UNIDAD PESO NETO',
  'TIPO DE BULTO',
  'TOTAL BULTOS',
  'FLETE',
  'SEGURO',
  'PAIS RECEPTOR Y PAIS DESTINO',
  'NACIONALIDAD',
  'COMISIONES EN EL EXTRANJERO',
] as const

type ClaveExportacion = (typeof CLAVES)[number]

const OTROS_NOMBRES: Readonly<Record<string, ClaveExportacion>> = {
  MONEDA: 'MONEDA DE LA OPERACION',
  'MONEDA DE OPERACION': 'MONEDA DE LA OPERACION',
  'FORMA DE PAGO': 'FORMA DE PAGO EXPORTACION',
  'FORMA DE PAGO DE EXPORTACION': 'FORMA DE PAGO EXPORTACION',
  'CLAUSULA DE VENTA': 'CLAUSULA DE VENTA DE EXPORTACION',
  'CLAUSULA DE VENTA EXPORTACION': 'CLAUSULA DE VENTA DE EXPORTACION',
  'TOTAL CLAUSULA DE VENTA DE EXPORTACION': 'TOTAL CLAUSULA DE VENTA',
  'TOTAL CLAUSULA VENTA': 'TOTAL CLAUSULA DE VENTA',
  'UNIDAD DE MEDIDA TARA': 'UNIDAD DE MEDIDA DE TARA',
  'UNIDAD MEDIDA TARA': 'UNIDAD DE MEDIDA DE TARA',
  'UNIDAD MEDIDA DE TARA': 'UNIDAD DE MEDIDA DE TARA',
  'UNIDAD TARA': 'UNIDAD DE MEDIDA DE TARA',
  'UNIDAD DE PESO BRUTO': 'UNIDAD PESO BRUTO',
  'UNIDAD DE MEDIDA PESO BRUTO': 'UNIDAD PESO BRUTO',
  'UNIDAD DE PESO NETO': 'UNIDAD PESO NETO',
  'UNIDAD DE MEDIDA PESO NETO': 'UNIDAD PESO NETO',
  'TIPO DE BULTOS': 'TIPO DE BULTO',
  'TIPO BULTO': 'TIPO DE BULTO',
  'TOTAL DE BULTOS': 'TOTAL BULTOS',
  'PAIS RECEPTOR Y DESTINO': 'PAIS RECEPTOR Y PAIS DESTINO',
  'PAIS RECEPTOR Y PAIS DE DESTINO': 'PAIS RECEPTOR Y PAIS DESTINO',
  'PAIS RECEPTOR': 'PAIS RECEPTOR Y PAIS DESTINO',
  'COMISION EN EL EXTRANJERO': 'COMISIONES EN EL EXTRANJERO',
  'COMISIONES EN EL EXTERIOR': 'COMISIONES EN EL EXTRANJERO',
}

/** The key without its mark `(**)` and what it says in brackets. */
function canonical(clave: string): ClaveExportacion | undefined {
  const plain = clave.replace(/ ?\([^()]*\)/g, '').trim()
  return (
    OTROS_NOMBRES[plain] ??
    CLAVES.find((known) => matchesPerdida(plain, known)) ??
    Object.entries(OTROS_NOMBRES).find(([known]) => matchesPerdida(plain, known))?.[1]
  )
}

/**
 * Reads a line with a key of an export; false when it has none. What fits the table is a row: an item may
 * be named as a key is.
 */
export function readClave(l: Lectura, line: Linea, cuts: readonly ClaveValor[]): boolean {
  if (!l.cabeza.clase.startsWith('exportacion')) return false
  const { n, raw } = line
  if (l.tabla && !raw.includes(':') && !('falta' in readFila(line, l.tabla, true))) return false
  for (const { clave, valor } of cuts) {
    const known = canonical(clave)
    if (!known) continue
    l.tabla = null
    l.cerrado = false
    if (!valor) noteSinValor(l, n, known)
    else if (l.caso.claves.some((one) => one.clave === known))
      l.apuntes.falta(n, 'repetido', `El caso ${l.cabeza.numero} repite ${quote(known)}`)
    else l.caso.claves.push({ clave: known, valor, linea: n })
    return true
  }
  return false
}

/** The key of a datum's doubt and answer: `exportacion_1.1.puerto_de_embarque`. */
export const slugClave = (clave: string): string => clave.toLowerCase().replace(/ /g, '_')

export const SIN_VALOR = 'sin valor'

function noteSinValor(
  { cabeza: { clase, numero }, apuntes }: Lectura,
  linea: number,
  clave: ClaveExportacion,
): void {
  apuntes.duda({
    clave: `${clase}.${numero}.${slugClave(clave)}`,
    clase,
    caso: numero,
    linea,
    mensaje: `${clave} viene sin valor: confirme que no lo tiene, o diga cuál es`,
    propuesta: SIN_VALOR,
  })
}
