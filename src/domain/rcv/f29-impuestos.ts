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
  /**
   * The code of a drink tax, whose notes have lines of their own: it holds what may be used of the tax that
   * purchases bore.
   */
  imputable?: number
  /** The warning about it in purchases, beside its amount. */
  aviso?: string
  fuente: Fuente
}

const bebida = (codigo: number, venta: ClaveLinea, compra: ClaveLinea, imputable: number): ImpuestoF29 => ({
  codigo,
  venta,
  compra,
  imputable,
  aviso: `el código ${imputable}, lo imputable, es todo, o sólo una proporción si la empresa vende al consumidor final: no está calculado`,
  fuente: 'bebidas',
})

export const IMPUESTOS_F29: readonly ImpuestoF29[] = [
  { codigo: 14, venta: 'otros/margen_retenido', compra: null, fuente: 'margen' },
  { codigo: 17, venta: 'otros/anticipo_retenido', compra: 'otros/iva_anticipado', fuente: 'anticipo' },
  { codigo: 18, venta: 'otros/anticipo_retenido', compra: 'otros/iva_anticipado', fuente: 'anticipo' },
  { codigo: 19, venta: 'otros/anticipo_retenido', compra: 'otros/iva_anticipado', fuente: 'anticipo' },
  { codigo: 23, venta: 'otros/suntuarios', compra: 'otros/suntuarios_credito', fuente: 'suntuarios' },
  bebida(24, 'otros/licores', 'otros/licores_credito', 576),
  bebida(25, 'otros/vinos', 'otros/vinos_credito', 33),
  bebida(26, 'otros/cervezas', 'otros/cervezas_credito', 149),
  bebida(27, 'otros/analcoholicas', 'otros/analcoholicas_credito', 85),
  bebida(271, 'otros/azucaradas', 'otros/azucaradas_credito', 754),
  {
    codigo: 28,
    venta: null,
    compra: null,
    aviso:
      'lo que se recupera va en el código 127, o una parte en el 544 si la empresa es transportista de carga, con sus metros cúbicos en 730 o 729, que el registro no tiene',
    fuente: 'diesel',
  },
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

interface LugarF29 {
  /** Null where no line takes it. */
  linea: ClaveLinea | null
  signo: 1 | -1
  aviso?: string
}

/**
 * Where a tax stands, with its sign; `nada` where the document's other columns tell it already.
 * `sobreCompra`: the document is a factura de compra, or a note over one.
 */
export function lugarOf(
  lado: Lado,
  clase: Clase,
  codigo: number | null,
  sobreCompra: boolean,
): LugarF29 | 'nada' {
  if (sobreCompra && isRetencion(codigo)) return 'nada'
  const row = codigo === null ? undefined : BY_CODE.get(codigo)
  const nota = clase.startsWith('credito') ? 'credito' : clase.startsWith('debito') ? 'debito' : null
  if (row?.imputable && nota) return { linea: NOTAS[lado][nota], signo: 1 }
  const aviso = lado === 'compra' ? row?.aviso : undefined
  return { linea: row?.[lado] ?? null, signo: nota === 'credito' ? -1 : 1, ...(aviso && { aviso }) }
}
