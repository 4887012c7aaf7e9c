// The rows of the monthly return, and which documents belong into each (domain/rcv §6).

import type { SumaF29 } from './f29-suma'
import { tipoTransaccionOf } from './tipos'

export interface Concepto {
  concepto: string
  codigos: { cantidad: number; monto: number } | null
  /** Whether a sum belongs to it; the first that says so has it. */
  has: (suma: SumaF29) => boolean
  /** What it does to its side's total. */
  signo: 1 | 0 | -1
  /** What stands as its net amount: of what bears no VAT, the exempt one. */
  exento?: true
  /** Its documents may be fixed assets in part. */
  porPartes?: true
}

const of =
  (...tipos: number[]) =>
  ({ tipoDte }: SumaF29): boolean =>
    tipos.includes(tipoDte)

const codes = (cantidad: number, monto: number) => ({ cantidad, monto })

const isActivoFijo = ({ lado, tipoTransaccion, esActivo }: SumaF29): boolean =>
  esActivo ?? tipoTransaccionOf(lado, tipoTransaccion) === (lado === 'venta' ? 2 : 4)

/** The one table of codes of the form, with that of purchases. */
export const VENTAS: readonly Concepto[] = [
  // Their VAT was withheld by who bought: it is no debit of the seller's, nor do notes over them take from one.
  { concepto: 'facturas_compra_recibidas', codigos: null, has: of(45, 46), signo: 0 },
  {
    concepto: 'notas_facturas_compra_recibidas',
    codigos: null,
    has: ({ sobreFacturaCompra }) => sobreFacturaCompra,
    signo: 0,
  },
  { concepto: 'notas_debito', codigos: codes(512, 513), has: of(55, 56), signo: 1 },
  { concepto: 'notas_credito', codigos: codes(509, 510), has: of(60, 61), signo: -1 },
  { concepto: 'notas_exportacion', codigos: null, has: of(104, 106, 111, 112), signo: 0, exento: true },
  { concepto: 'exentas', codigos: codes(586, 142), has: of(32, 34, 38, 41), signo: 0, exento: true },
  { concepto: 'exportacion', codigos: codes(585, 20), has: of(101, 110), signo: 0, exento: true },
  { concepto: 'liquidacion_factura', codigos: codes(500, 501), has: of(40, 43), signo: 1 },
  { concepto: 'boletas', codigos: codes(110, 111), has: of(35, 39, 48), signo: 1 },
  { concepto: 'activo_fijo', codigos: codes(716, 717), has: isActivoFijo, signo: 1 },
  { concepto: 'facturas', codigos: codes(503, 502), has: () => true, signo: 1 },
]

export const COMPRAS: readonly Concepto[] = [
  { concepto: 'notas_debito', codigos: null, has: of(55, 56, 104, 111), signo: 1 },
  { concepto: 'notas_credito', codigos: null, has: of(60, 61, 106, 112), signo: -1 },
  { concepto: 'exentas', codigos: null, has: of(32, 34), signo: 0, exento: true },
  { concepto: 'facturas_compra', codigos: null, has: of(45, 46), signo: 1 },
  { concepto: 'activo_fijo', codigos: null, has: isActivoFijo, signo: 1, porPartes: true },
  { concepto: 'del_giro', codigos: null, has: () => true, signo: 1, porPartes: true },
]
