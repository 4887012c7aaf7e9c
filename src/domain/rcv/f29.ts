// What a month's register comes to for the monthly return, form 29 (domain/rcv §6): information for who files it, never filed here.

import { signoOf, tipoTransaccionOf } from './tipos'

/** What documents of one type and kind of transaction, with the same sorts of VAT, add up to; above zero in notes too. */
export interface SumaF29 {
  lado: 'compra' | 'venta'
  tipoDte: number
  tipoTransaccion: string | null
  documentos: number
  montoExento: number
  montoNeto: number
  montoIva: number
  ivaNoRecuperable: number
  ivaUsoComun: number
  /** Of facturas de compra: what was not withheld of their VAT. */
  ivaNoRetenido: number
}

export interface FilaF29 {
  concepto: string
  /** Lines of the form, checked against a printed one; null where they were not. */
  codigos: { cantidad: number; monto: number } | null
  documentos: number
  neto: number
  iva: number
}

interface Concepto {
  concepto: string
  codigos: FilaF29['codigos']
  /** Whether a sum belongs to it; the first that says so has it. */
  has: (suma: SumaF29) => boolean
  /** What it does to its side's total. */
  signo: 1 | 0 | -1
  /** What stands as its net amount: of what bears no VAT, the exempt one. */
  exento?: true
}

const of =
  (...tipos: number[]) =>
  ({ tipoDte }: SumaF29): boolean =>
    tipos.includes(tipoDte)

const codes = (cantidad: number, monto: number) => ({ cantidad, monto })

const isActivoFijo = ({ lado, tipoTransaccion }: SumaF29): boolean =>
  tipoTransaccionOf(lado, tipoTransaccion) === (lado === 'venta' ? 2 : 4)

/** The one table of codes of the form. */
const VENTAS: readonly Concepto[] = [
  { concepto: 'notas_debito', codigos: codes(512, 513), has: of(55, 56), signo: 1 },
  { concepto: 'notas_credito', codigos: codes(509, 510), has: of(60, 61), signo: -1 },
  { concepto: 'notas_exportacion', codigos: null, has: of(104, 106, 111, 112), signo: 0, exento: true },
  { concepto: 'exentas', codigos: codes(586, 142), has: of(32, 34, 38, 41), signo: 0, exento: true },
  { concepto: 'exportacion', codigos: codes(585, 20), has: of(101, 110), signo: 0, exento: true },
  { concepto: 'liquidacion_factura', codigos: codes(500, 501), has: of(40, 43), signo: 1 },
  { concepto: 'boletas', codigos: codes(110, 111), has: of(35, 39, 48), signo: 1 },
  // Their VAT was withheld by who bought: it is no debit of the seller's.
  { concepto: 'facturas_compra_recibidas', codigos: null, has: of(45, 46), signo: 0 },
  { concepto: 'activo_fijo', codigos: codes(716, 717), has: isActivoFijo, signo: 1 },
  { concepto: 'facturas', codigos: codes(503, 502), has: () => true, signo: 1 },
]

const COMPRAS: readonly Concepto[] = [
  { concepto: 'notas_debito', codigos: null, has: of(55, 56, 104, 111), signo: 1 },
  { concepto: 'notas_credito', codigos: null, has: of(60, 61, 106, 112), signo: -1 },
  { concepto: 'exentas', codigos: null, has: of(32, 34), signo: 0, exento: true },
  { concepto: 'facturas_compra', codigos: null, has: of(45, 46), signo: 1 },
  { concepto: 'activo_fijo', codigos: null, has: isActivoFijo, signo: 1 },
  { concepto: 'del_giro', codigos: null, has: () => true, signo: 1 },
]

export interface F29 {
  debito: FilaF29[]
  credito: FilaF29[]
  retenciones: FilaF29[]
  totales: { debito: number; credito: number; diferencia: number }
}

function rowsOf(conceptos: readonly Concepto[], sumas: readonly SumaF29[]) {
  let total = 0
  const groups = Map.groupBy(sumas, (suma) => conceptos.find(({ has }) => has(suma))!)
  const rows = conceptos.flatMap((concepto) => {
    const own = groups.get(concepto)
    if (!own) return []
    const row = { concepto: concepto.concepto, codigos: concepto.codigos, documentos: 0, neto: 0, iva: 0 }
    for (const suma of own) {
      row.documentos += suma.documentos
      row.neto += concepto.exento ? suma.montoExento : suma.montoNeto
      row.iva += suma.montoIva
    }
    total += concepto.signo * row.iva
    return [row]
  })
  return { rows, total }
}

/** A row of what only some documents have, which no total counts; notes of credit take from it. */
function informative(
  concepto: string,
  sumas: readonly SumaF29[],
  ivaOf: (suma: SumaF29) => number,
): FilaF29[] {
  const own = sumas.filter((suma) => ivaOf(suma) !== 0)
  if (!own.length) return []
  const sum = (value: (suma: SumaF29) => number): number =>
    own.reduce((total, suma) => total + signoOf(suma.tipoDte) * value(suma), 0)
  const documentos = own.reduce((count, suma) => count + suma.documentos, 0)
  const neto = sum((suma) => suma.montoNeto)
  return [{ concepto, codigos: null, documentos, neto, iva: sum(ivaOf) }]
}

/** From the sums of a month: its sales, and of its purchases those that are declared. */
export function computeF29(sumas: readonly SumaF29[]): F29 {
  const side = (lado: SumaF29['lado']) => sumas.filter((suma) => suma.lado === lado && suma.documentos > 0)
  const [ventas, compras] = [side('venta'), side('compra')]
  const debito = rowsOf(VENTAS, ventas)
  const credito = rowsOf(COMPRAS, compras)
  return {
    debito: debito.rows,
    credito: [
      ...credito.rows,
      // How much of it is credit the company's own proportion says.
      ...informative('uso_comun', compras, ({ ivaUsoComun }) => ivaUsoComun),
      ...informative('no_recuperable', compras, ({ ivaNoRecuperable }) => ivaNoRecuperable),
    ],
    retenciones: informative(
      'iva_retenido',
      compras.filter(of(45, 46)),
      (suma) => suma.montoIva - suma.ivaNoRetenido,
    ),
    totales: { debito: debito.total, credito: credito.total, diferencia: debito.total - credito.total },
  }
}
