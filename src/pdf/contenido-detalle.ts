// A line of the detail as it is printed, in words and formatted numbers (pdf §1.1, columns I and P).
import { CPCS, findProducto } from '../domain/dte/cpcs'
import type { Dte, LineaDetalle } from '../domain/dte/dte'
import { tipoDocumento } from '../domain/dte/tipos'
import { foldText } from '../domain/texto'
import { joined, tagText } from './campo'
import { formatFecha, formatMonto, formatNumero, formatResta, formatTasa } from './formato'
import { glosaImpuesto, glosaLiquidado, IND_EXE } from './glosas'
import { type Impreso, plantillaDe } from './impreso'

/** One line of the detail. Absent numbers are empty texts. */
export interface LineaImpresa {
  /** Its number, when the template shows it. */
  linea: string
  codigo: string
  nombre: string
  /** The text below the name, in smaller letters. */
  detalles: string[]
  cantidad: string
  unidad: string
  precio: string
  /** Discount and surcharge, each with its sign and, when given so, its rate. */
  ajustes: string[]
  valor: string
}

/** A ticket to a show bears its event on paper (boleta format, `InfoTicket`). */
function ticket({ ticket: t }: LineaDetalle): string {
  if (!t) return ''
  return joined(
    [
      t.evento,
      `Ticket ${t.tipo}`,
      `N° ${t.folio}`,
      `Evento ${t.codigoEvento}`,
      `Lugar ${t.lugar}`,
      `Ubicación ${t.ubicacion}`,
      t.fila && `Fila ${t.fila}`,
      t.asiento && `Asiento ${t.asiento}`,
      `${formatFecha(t.fechaEvento)} ${t.fechaEvento.slice(11, 16)}`,
    ],
    ' · ',
  )
}

/** The product for which the issuer withholds, unless the line names it already (domain/dte §6.6). */
function producto({ retenedor, codigo = [], nombre, descripcion = '' }: LineaDetalle): string {
  const [first] = codigo
  const product = retenedor && first?.tipo === CPCS ? findProducto(first.valor) : undefined
  if (!product || foldText(`${nombre} ${descripcion}`).includes(foldText(product.nombre))) return ''
  return `${product.regimen}: ${product.nombre}`
}

function ajustes(linea: LineaDetalle): string[] {
  const { descuentoMonto, descuentoPct, recargoMonto, recargoPct } = linea
  const out: string[] = []
  if (descuentoMonto && descuentoMonto !== '0') out.push(formatResta(descuentoMonto))
  if (descuentoPct && descuentoPct !== '0') out.push(`(-${formatTasa(descuentoPct)})`)
  if (recargoMonto && recargoMonto !== '0') out.push(`+${formatNumero(recargoMonto)}`)
  if (recargoPct && recargoPct !== '0') out.push(`(+${formatTasa(recargoPct)})`)
  return out
}

function detalles(linea: LineaDetalle, mixto: boolean): string[] {
  const { descripcion, exento, impuestoAdicional = [], retenedor } = linea
  const otraMoneda = (linea as { OtrMnda?: unknown }).OtrMnda
  const montoOtraMoneda = tagText(otraMoneda, 'MontoItemOtrMnda')
  const liquida = linea.tipoDocLiq && `Liquida: ${glosaLiquidado(linea.tipoDocLiq)}`
  const indExe = exento && (mixto || exento > 1) ? IND_EXE[exento] : ''
  const bases = [
    retenedor?.baseFaena && `Base faena: ${formatNumero(retenedor.baseFaena)}`,
    retenedor?.margenComercial && `Margen de comercialización: ${formatNumero(retenedor.margenComercial)}`,
    retenedor?.precioConsumidor && `Precio a consumidor: ${formatNumero(retenedor.precioConsumidor)}`,
  ]
  return [
    liquida && joined([liquida, indExe], ' · '),
    descripcion,
    ticket(linea),
    producto(linea),
    !liquida && indExe,
    impuestoAdicional.map(glosaImpuesto).join(' · '),
    bases.filter(Boolean).join(' · '),
    montoOtraMoneda && `Valor en ${tagText(otraMoneda, 'Moneda')}: ${formatNumero(montoOtraMoneda)}`,
  ].filter((text): text is string => Boolean(text))
}

/** Whether a document that may go without amounts has none: a guide that only moves goods (domain/dte §6.10). */
export const isSinValores = ({ idDoc, totales, detalle }: Dte): boolean =>
  tipoDocumento(idDoc.tipoDte).montosOpcionales &&
  totales.montoTotal === '0' &&
  detalle.every(({ monto }) => monto === '0')

/** The lines of the detail. In a type that is exempt as a whole, only what departs from it is said. */
export function lineasDetalle(impreso: Impreso): LineaImpresa[] {
  const { dte } = impreso
  const { columnas } = plantillaDe(impreso)
  const mixto = !tipoDocumento(dte.idDoc.tipoDte).exento
  const { moneda } = dte.totales
  const conValores = !isSinValores(dte)
  return dte.detalle.map((linea) => ({
    linea: columnas.linea ? String(linea.linea) : '',
    codigo: (columnas.codigo ? (linea.codigo ?? []) : []).map(({ valor }) => valor).join(' / '),
    nombre: linea.nombre,
    detalles: detalles(linea, mixto),
    cantidad: linea.cantidad ? formatNumero(linea.cantidad) : '',
    unidad: linea.unidad ?? '',
    precio: linea.precio ? formatMonto(linea.precio, moneda) : '',
    ajustes: ajustes(linea),
    valor: conValores ? formatMonto(linea.monto, moneda) : '',
  }))
}

/** Said below the detail when its prices already carry the tax. */
export function avisoPrecios({ dte: { idDoc } }: Impreso): string {
  const tipo = tipoDocumento(idDoc.tipoDte)
  if (tipo.exento) return ''
  if (idDoc.mntBruto === 1 || (tipo.raiz === 'Boleta' && idDoc.indMntNeto !== 2)) {
    return 'Los precios y valores del detalle incluyen IVA.'
  }
  return tipo.raiz === 'Boleta' ? 'Los precios y valores del detalle no incluyen IVA.' : ''
}
