// The totals as printed: each amount by its name, taxes by name and rate, then what is left to pay (domain/dte §6.7).
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

const SUBTOTAL = [
  ['neto', 'neto'],
  ['iva', 'IVA'],
  ['adicional', 'impuesto adicional'],
  ['exento', 'exento'],
  ['valor', ''],
] as const

/** Subtotals that only inform, in the order that they ask for. */
const subtotales = ({ subtotales = [], totales }: Dte): FilaTotal[] =>
  subtotales
    .toSorted((a, b) => a.orden - b.orden)
    .flatMap((sub) =>
      SUBTOTAL.flatMap(([key, nombre]): FilaTotal[] => {
        const valor = sub[key]
        return valor
          ? [
              {
                etiqueta: joined([sub.glosa, nombre]),
                valor: formatMonto(valor, totales.moneda),
                clase: 'ajuste',
              },
            ]
          : []
      }),
    )

/** The totals again in another currency: an export's in pesos, by the rate of the day. */
function enOtraMoneda({ otraMoneda }: Dte): FilaTotal[] {
  if (!otraMoneda) return []
  const { moneda } = otraMoneda
  const nombre = moneda === PESO_CHILENO ? 'pesos chilenos' : moneda
  const fila = (etiqueta: string, monto: Decimal | undefined): FilaTotal[] =>
    monto === undefined
      ? []
      : [
          {
            etiqueta: `${etiqueta} en ${nombre}`,
            valor: `${simboloMoneda(moneda)} ${formatMonto(monto, moneda)}`,
            clase: 'normal',
          },
        ]
  return [
    ...fila('Neto', otraMoneda.montoNeto),
    ...fila('Exento', otraMoneda.montoExento),
    ...fila('Base de faena', otraMoneda.baseFaena),
    ...fila('Margen de comercialización', otraMoneda.margenComercial),
    ...fila('IVA', otraMoneda.montoIva),
    ...(otraMoneda.impuestos ?? []).flatMap(({ codigo, monto }) => fila(glosaImpuesto(codigo), monto)),
    ...fila('IVA no retenido', otraMoneda.ivaNoRetenido),
    ...fila('Total', otraMoneda.montoTotal),
  ]
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
