// The totals as printed: each amount by its name, taxes by name and rate, then what is left to pay (formato-dte.md §2.6).
import type { Decimal, DscRcgGlobal } from '../domain/dte/dte'
import { tipoDocumento } from '../domain/dte/tipos'
import { formatNumero, formatResta, formatTasa } from './formato'
import { glosaImpuesto, isRetencion } from './glosas'
import type { Impreso } from './impreso'

/** A row of the totals; `total` is the document's total, `final` the last word when there is more to pay than it. */
export interface FilaTotal {
  etiqueta: string
  valor: string
  clase: 'ajuste' | 'normal' | 'total' | 'final'
}

const SOBRE = { 1: ' sobre exento', 2: ' sobre no facturable' } as const

function ajusteGlobal({ tipo, glosa, tipoValor, valor, afectaExento }: DscRcgGlobal): FilaTotal {
  const nombre = `${tipo === 'D' ? 'Descuento' : 'Recargo'} global${afectaExento ? SOBRE[afectaExento] : ''}`
  const monto = tipoValor === '%' ? formatTasa(valor) : formatNumero(valor)
  return {
    etiqueta: glosa ? `${nombre}: ${glosa}` : nombre,
    valor: `${tipo === 'D' ? '-' : '+'}${monto}`,
    clase: 'ajuste',
  }
}

/** The rows of the totals, global discounts and surcharges first. */
export function filasTotales({ dte }: Impreso): FilaTotal[] {
  const { totales, idDoc, dscRcgGlobal } = dte
  const { exento } = tipoDocumento(idDoc.tipoDte)
  const filas = dscRcgGlobal.map(ajusteGlobal)
  const put = (etiqueta: string, monto: Decimal | undefined, format = formatNumero, zero = false): void => {
    if (monto === undefined || (monto === '0' && !zero)) return
    filas.push({ etiqueta, valor: format(monto), clase: 'normal' })
  }
  put('Monto neto', totales.montoNeto, formatNumero, true)
  put('Monto exento', totales.montoExento, formatNumero, exento)
  put('Base de faena', totales.baseFaena)
  put('Margen de comercialización', totales.margenComercial)
  put(totales.tasaIva ? `IVA ${formatTasa(totales.tasaIva)}` : 'IVA', totales.montoIva, formatNumero, true)
  for (const { codigo, tasa, monto } of totales.impuestos ?? []) {
    const nombre = glosaImpuesto(codigo)
    put(
      tasa ? `${nombre} ${formatTasa(tasa)}` : nombre,
      monto,
      isRetencion(codigo) ? formatResta : formatNumero,
    )
  }
  put('IVA no retenido', totales.ivaNoRetenido)
  put('Crédito empresa constructora', totales.creditoEmpresaConstructora, formatResta)
  put('Garantía por envases', totales.garantiaEnvases)
  filas.push({ etiqueta: 'TOTAL', valor: `$ ${formatNumero(totales.montoTotal)}`, clase: 'total' })
  put('Monto no facturable', totales.montoNoFacturable)
  put('Monto del período', totales.montoPeriodo)
  put('Saldo anterior', totales.saldoAnterior)
  if (totales.valorPagar !== undefined) {
    filas.push({ etiqueta: 'VALOR A PAGAR', valor: `$ ${formatNumero(totales.valorPagar)}`, clase: 'final' })
  }
  return filas
}
