// The totals as printed: each amount by its name, taxes by name and rate, then what is left to pay (formato-dte.md §2.6).
import type { Decimal, DscRcgGlobal, Dte } from '../domain/dte/dte'
import { PESO_CHILENO } from '../domain/dte/moneda'
import { tipoDocumento } from '../domain/dte/tipos'
import { joined, tagText } from './campo'
import { isSinValores } from './contenido-detalle'
import { formatMonto, formatNumero, formatResta, formatTasa, simboloMoneda } from './formato'
import { glosaImpuesto, isRetencion } from './glosas'
import type { Impreso } from './impreso'

/** A row of the totals; `total` is the document's total, `final` the last word when there is more to pay than it. */
export interface FilaTotal {
  etiqueta: string
  valor: string
  clase: 'ajuste' | 'normal' | 'total' | 'final'
}

const SIN_VALORES = 'Sin valores'

/** The total in a line of text: `$119.000`, `USD 1.250,00`, or that the document has none. */
export function totalEscrito(dte: Dte): string {
  if (isSinValores(dte)) return SIN_VALORES
  const { montoTotal, moneda } = dte.totales
  const simbolo = simboloMoneda(moneda)
  return `${simbolo}${simbolo === '$' ? '' : ' '}${formatMonto(montoTotal, moneda)}`
}

const SOBRE = { 1: ' sobre exento', 2: ' sobre no facturable' } as const

function ajusteGlobal(ajuste: DscRcgGlobal, moneda: string | undefined): FilaTotal {
  const { tipo, glosa, tipoValor, valor, afectaExento } = ajuste
  const nombre = `${tipo === 'D' ? 'Descuento' : 'Recargo'} global${afectaExento ? SOBRE[afectaExento] : ''}`
  const monto = tipoValor === '%' ? formatTasa(valor) : formatMonto(valor, moneda)
  const otra = tagText(ajuste, 'ValorDROtrMnda')
  return {
    etiqueta: glosa ? `${nombre}: ${glosa}` : nombre,
    valor: `${tipo === 'D' ? '-' : '+'}${monto}${otra && ` (${formatNumero(otra)} en otra moneda)`}`,
    clase: 'ajuste',
  }
}

const SUBTOTAL: [tag: string, nombre: string][] = [
  ['SubTotNetoSTI', 'neto'],
  ['SubTotIVASTI', 'IVA'],
  ['SubTotAdicSTI', 'impuesto adicional'],
  ['SubTotExeSTI', 'exento'],
  ['ValSubtotSTI', ''],
]

/** Subtotals that only inform (`SubTotInfo`). */
const subtotales = (dte: Dte): FilaTotal[] =>
  ((dte.SubTotInfo ?? []) as unknown[]).flatMap((sub) =>
    SUBTOTAL.flatMap(([tag, nombre]): FilaTotal[] => {
      const valor = tagText(sub, tag)
      const etiqueta = joined([tagText(sub, 'GlosaSTI') || 'Subtotal', nombre])
      return valor ? [{ etiqueta, valor: formatNumero(valor), clase: 'ajuste' }] : []
    }),
  )

/** The totals of an export again in pesos, by the rate of the day. */
function enOtraMoneda({ otraMoneda }: Dte): FilaTotal[] {
  if (!otraMoneda) return []
  const { moneda, montoExento, montoTotal } = otraMoneda
  const nombre = moneda === PESO_CHILENO ? 'pesos chilenos' : moneda
  const fila = (etiqueta: string, monto: Decimal | undefined): FilaTotal[] =>
    monto === undefined
      ? []
      : [{ etiqueta, valor: `${simboloMoneda(moneda)} ${formatMonto(monto, moneda)}`, clase: 'normal' }]
  return [...fila(`Exento en ${nombre}`, montoExento), ...fila(`Total en ${nombre}`, montoTotal)]
}

/** The rows of the totals, global discounts and surcharges first. */
export function filasTotales({ dte }: Impreso): FilaTotal[] {
  const { totales, idDoc, dscRcgGlobal } = dte
  const { exento } = tipoDocumento(idDoc.tipoDte)
  const { moneda, comisiones } = totales
  if (isSinValores(dte)) return [{ etiqueta: 'TOTAL', valor: SIN_VALORES, clase: 'total' }]

  const format = (value: Decimal) => formatMonto(value, moneda)
  const filas = [...subtotales(dte), ...dscRcgGlobal.map((ajuste) => ajusteGlobal(ajuste, moneda))]
  const put = (etiqueta: string, monto: Decimal | undefined, as = format, zero = false): void => {
    if (monto === undefined || (monto === '0' && !zero)) return
    filas.push({ etiqueta, valor: as(monto), clase: 'normal' })
  }
  put('Monto neto', totales.montoNeto, format, true)
  put('Monto exento', totales.montoExento, format, exento)
  put('Base de faena', totales.baseFaena)
  put('Margen de comercialización', totales.margenComercial)
  put(totales.tasaIva ? `IVA ${formatTasa(totales.tasaIva)}` : 'IVA', totales.montoIva, format, true)
  for (const { codigo, tasa, monto } of totales.impuestos ?? []) {
    const nombre = glosaImpuesto(codigo)
    put(tasa ? `${nombre} ${formatTasa(tasa)}` : nombre, monto, isRetencion(codigo) ? formatResta : format)
  }
  put('IVA no retenido', totales.ivaNoRetenido)
  put('Crédito empresa constructora', totales.creditoEmpresaConstructora, formatResta)
  put('Garantía por envases', totales.garantiaEnvases)
  put('Comisiones, neto', comisiones?.valorNeto, formatResta)
  put('Comisiones, exento', comisiones?.valorExento, formatResta)
  put('Comisiones, IVA', comisiones?.iva, formatResta)
  const conSimbolo = (value: Decimal) => `${simboloMoneda(moneda)} ${format(value)}`
  filas.push({ etiqueta: 'TOTAL', valor: conSimbolo(totales.montoTotal), clase: 'total' })
  filas.push(...enOtraMoneda(dte))
  put('Monto no facturable', totales.montoNoFacturable)
  put('Monto del período', totales.montoPeriodo)
  put('Saldo anterior', totales.saldoAnterior)
  if (totales.valorPagar !== undefined) {
    filas.push({ etiqueta: 'VALOR A PAGAR', valor: conSimbolo(totales.valorPagar), clase: 'final' })
  }
  return filas
}
