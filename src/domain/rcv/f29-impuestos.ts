// Which line of the monthly return each further tax of a document stands on: the last three columns of the register (domain/rcv §6).

import { impuesto } from '../dte/impuestos'
import type { Lado } from './columnas'
import type { Clase } from './f29-clases'
import type { Fuente } from './f29-fuentes'
import type { ClaveLinea } from './f29-lineas'

interface ImpuestoF29 {
  codigo: number
  /** Null where no line takes it: it is warned of. */
  venta: ClaveLinea | null
  compra: ClaveLinea | null
  /** Notes of debit and of credit have lines of their own. */
  bebida?: true
  fuente: Fuente
}

const bebida = (codigo: number, venta: ClaveLinea, compra: ClaveLinea): ImpuestoF29 => ({
  codigo,
  venta,
  compra,
  bebida: true,
  fuente: 'bebidas',
})

export const IMPUESTOS_F29: readonly ImpuestoF29[] = [
  { codigo: 14, venta: 'otros/margen_retenido', compra: null, fuente: 'margen' },
  { codigo: 17, venta: 'otros/anticipo_retenido', compra: 'otros/iva_anticipado', fuente: 'anticipo' },
  { codigo: 18, venta: 'otros/anticipo_retenido', compra: 'otros/iva_anticipado', fuente: 'anticipo' },
  { codigo: 19, venta: 'otros/anticipo_retenido', compra: 'otros/iva_anticipado', fuente: 'anticipo' },
  { codigo: 23, venta: 'otros/suntuarios', compra: 'otros/suntuarios_credito', fuente: 'suntuarios' },
  bebida(24, 'otros/licores', 'otros/licores_credito'),
  bebida(25, 'otros/vinos', 'otros/vinos_credito'),
  bebida(26, 'otros/cervezas', 'otros/cervezas_credito'),
  bebida(27, 'otros/analcoholicas', 'otros/analcoholicas_credito'),
  bebida(271, 'otros/azucaradas', 'otros/azucaradas_credito'),
  { codigo: 28, venta: null, compra: null, fuente: 'diesel' },
  {
    codigo: 44,
    venta: 'otros/suntuarios_primera_venta',
    compra: 'otros/suntuarios_credito',
    fuente: 'suntuarios',
  },
  { codigo: 45, venta: 'otros/pirotecnia', compra: 'otros/suntuarios_credito', fuente: 'suntuarios' },
  { codigo: 53, venta: 'otros/suplementeros', compra: null, fuente: 'renta' },
]
const BY_CODE = new Map(IMPUESTOS_F29.map((row) => [row.codigo, row]))

const NOTAS: Readonly<Record<Lado, { debito: ClaveLinea; credito: ClaveLinea }>> = {
  venta: { debito: 'otros/bebidas_notas_debito', credito: 'otros/bebidas_notas_credito' },
  compra: {
    debito: 'otros/bebidas_notas_debito_recibidas',
    credito: 'otros/bebidas_notas_credito_recibidas',
  },
}

/** Withheld of a factura de compra, or of a note over one: it stands in its own columns. */
export const isRetencion = (codigo: number | null): boolean =>
  codigo === null || impuesto(String(codigo))?.tipo === 'R'

/**
 * Where a tax stands, with its sign; `nada` where the document's other columns tell it already, null where it has no place.
 * `sobreCompra`: the document is a factura de compra, or a note over one.
 */
export function lugarOf(
  lado: Lado,
  clase: Clase,
  codigo: number | null,
  sobreCompra: boolean,
): { linea: ClaveLinea; signo: 1 | -1 } | 'nada' | null {
  if (sobreCompra && isRetencion(codigo)) return 'nada'
  const row = codigo === null ? undefined : BY_CODE.get(codigo)
  const linea = row?.[lado]
  if (!row || !linea) return null
  const nota = clase.startsWith('credito') ? 'credito' : clase.startsWith('debito') ? 'debito' : null
  if (row.bebida && nota) return { linea: NOTAS[lado][nota], signo: 1 }
  return { linea, signo: nota === 'credito' ? -1 : 1 }
}
