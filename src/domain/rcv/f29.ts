// What a month's register comes to for the monthly return, form 29 (domain/rcv §6): information for who files it, never filed here.

import { COMPRAS, type Concepto, VENTAS } from './f29-conceptos'
import type { SumaF29 } from './f29-suma'
import { signoOf } from './tipos'

export interface FilaF29 {
  concepto: string
  /** Lines of the form, checked against a printed one; null where they were not. */
  codigos: { cantidad: number; monto: number } | null
  documentos: number
  neto: number
  iva: number
}

export interface F29 {
  debito: FilaF29[]
  credito: FilaF29[]
  retenciones: FilaF29[]
  totales: { debito: number; credito: number; diferencia: number }
}

const conceptoOf = (conceptos: readonly Concepto[], suma: SumaF29): Concepto =>
  conceptos.find(({ has }) => has(suma))!

/** What is a fixed asset of an invoice that is one in part stands apart from the rest; the document counts on both lines. */
function splitActivo(conceptos: readonly Concepto[], suma: SumaF29): SumaF29[] {
  const { activoNeto, activoIva } = suma
  if ((!activoNeto && !activoIva) || !conceptoOf(conceptos, suma).porPartes) return [suma]
  const rest = {
    ...suma,
    esActivo: false,
    montoNeto: suma.montoNeto - activoNeto,
    montoIva: suma.montoIva - activoIva,
  }
  const activo = { ...suma, esActivo: true, montoNeto: activoNeto, montoIva: activoIva, montoExento: 0 }
  return rest.montoNeto || rest.montoIva || rest.montoExento ? [activo, rest] : [activo]
}

function rowsOf(conceptos: readonly Concepto[], sumas: readonly SumaF29[]) {
  let total = 0
  const parts = sumas.flatMap((suma) => splitActivo(conceptos, suma))
  const groups = Map.groupBy(parts, (suma) => conceptoOf(conceptos, suma))
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

const zero = (): number => 0

/** A row of what only some documents have, which no total counts; notes of credit take from it. */
function informative(
  concepto: string,
  sumas: readonly SumaF29[],
  ivaOf: (suma: SumaF29) => number,
  netoOf = ({ montoNeto }: SumaF29): number => montoNeto,
): FilaF29[] {
  const own = sumas.filter((suma) => (ivaOf === zero ? netoOf(suma) : ivaOf(suma)) !== 0)
  if (!own.length) return []
  const sum = (value: (suma: SumaF29) => number): number =>
    own.reduce((total, suma) => total + signoOf(suma.tipoDte) * value(suma), 0)
  const documentos = own.reduce((count, suma) => count + suma.documentos, 0)
  return [{ concepto, codigos: null, documentos, neto: sum(netoOf), iva: sum(ivaOf) }]
}

/** The exempt part of documents whose own row tells of what bears VAT. */
const otrosExentos = (conceptos: readonly Concepto[], sumas: readonly SumaF29[]): FilaF29[] =>
  informative(
    'otros_exentos',
    sumas.filter((suma) => !conceptoOf(conceptos, suma).exento),
    zero,
    ({ montoExento }) => montoExento,
  )

/** Of a month's sales, and of its purchases those that are declared. */
export function computeF29(sumas: readonly SumaF29[]): F29 {
  const side = (lado: SumaF29['lado']) => sumas.filter((suma) => suma.lado === lado && suma.documentos > 0)
  const [ventas, compras] = [side('venta'), side('compra')]
  const debito = rowsOf(VENTAS, ventas)
  const credito = rowsOf(COMPRAS, compras)
  return {
    debito: [...debito.rows, ...otrosExentos(VENTAS, ventas)],
    credito: [
      ...credito.rows,
      ...otrosExentos(COMPRAS, compras),
      // How much of it is credit the company's own proportion says.
      ...informative('uso_comun', compras, ({ ivaUsoComun }) => ivaUsoComun),
      ...informative('no_recuperable', compras, ({ ivaNoRecuperable }) => ivaNoRecuperable),
    ],
    retenciones: informative('iva_retenido', compras, ({ ivaRetenido }) => ivaRetenido),
    totales: { debito: debito.total, credito: credito.total, diferencia: debito.total - credito.total },
  }
}
