// The worked examples of the books, to the peso: invented folios, sums that the SII's schema and reviews took.

import type { DocumentoGuia } from '../../../src/domain/certificacion/libro-guias'
import type { DocumentoVenta } from '../../../src/domain/certificacion/libro-ventas'
import type { CompraTexto, SeccionSet } from '../../../src/domain/certificacion/set'

export const FECHA = '2026-11-24'
export const PERIODO = '2026-11'

export const seccion = (datos: Partial<SeccionSet> & Pick<SeccionSet, 'clase'>): SeccionSet => ({
  nombre: '',
  atencion: '5123402',
  linea: 40,
  texto: '',
  notas: [],
  casos: [],
  compras: [],
  factor: null,
  observaciones: [],
  ...datos,
})

export const compra = (
  tipoDocumento: number,
  folio: string,
  observacion: string,
  afecto: string | null,
  exento: string | null = null,
): CompraTexto => ({ tipoDocumento, folio, observacion, exento, afecto, linea: 50 })

export const COMPRAS = seccion({
  clase: 'libro_compras',
  factor: '0.60',
  compras: [
    compra(30, '903', 'FACTURA DEL GIRO CON DERECHO A CREDITO', '31482'),
    compra(33, '57', 'FACTURA DEL GIRO CON DERECHO A CREDITO', '8340', '10215'),
    compra(30, '418', 'FACTURA CON IVA USO COMUN', '29960'),
    compra(60, '640', 'NOTA DE CREDITO POR DESCUENTO A FACTURA 903', '2745'),
    compra(33, '88', 'ENTREGA GRATUITA DEL PROVEEDOR', '11900'),
    compra(46, '12', 'COMPRA CON RETENCION TOTAL DEL IVA', '9870'),
    compra(60, '305', 'NOTA DE CREDITO POR DESCUENTO FACTURA ELECTRONICA 57', '6420'),
  ],
})

const venta = (
  tipoDte: number,
  folio: number,
  [exento, neto, iva]: readonly [number, number, number],
): DocumentoVenta => ({
  tipoDte,
  folio,
  fecha: FECHA,
  rutReceptor: '77666555-K',
  razonSocial: `Ferretería Ñuñoa & Hijos ${folio}`,
  exento,
  neto,
  iva,
  total: exento + neto + iva,
})

export const VENTAS: DocumentoVenta[] = [
  venta(33, 1, [0, 500_000, 95_000]),
  venta(33, 2, [0, 1_700_000, 323_000]),
  venta(33, 3, [48_586, 58_000, 11_020]),
  venta(33, 4, [0, 257, 49]),
  venta(61, 1, [0, 0, 0]),
  venta(61, 2, [34_984, 658_568, 125_128]),
  venta(61, 3, [0, 58_000, 11_020]),
  venta(56, 1, [0, 0, 0]),
]

const guia = (caso: number, indTraslado: number, neto: number, iva: number): DocumentoGuia => ({
  caso,
  folio: caso + 10,
  fecha: FECHA,
  rutReceptor: caso === 1 ? '76543210-3' : '77666555-K',
  razonSocial: 'Comercial Ñandú & Cía',
  indTraslado,
  neto,
  iva,
  total: neto + iva,
})

export const GUIAS: DocumentoGuia[] = [
  guia(1, 5, 0, 0),
  guia(2, 1, 1_748_178, 332_154),
  guia(3, 1, 700_000, 133_000),
]

export const LIBRO_GUIAS = seccion({
  clase: 'libro_guias',
  notas: [
    'EL CASO 2 CORRESPONDE A UNA GUIA QUE SE FACTURO EN EL PERIODO',
    'EL CASO 3 CORRESPONDE A UNA GUIA ANULADA',
  ],
})
