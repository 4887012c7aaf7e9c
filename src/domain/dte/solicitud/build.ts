// From a checked request to the document: defaults, line numbers, amounts. Source: http §1, domain/dte §6.

import { decimal, micro, ONE } from '../../decimal'
import type { Dte, Emisor, LineaDetalle, Totales, Transporte } from '../dte'
import { codigoObligacion, nodo } from '../esquema'
import { enPesos } from '../moneda'
import { type TipoDocumento, tipoDocumento } from '../tipos'
import { computeTotales, hasEffect, type MontosLinea } from '../totales'
import { withDeclaracion } from '../transporte'
import { buildEmisor, buildIdDoc, buildReceptor, buildReferencias, isSinPago } from './build-encabezado'
import { EQUIVALENTE_MAX, MONTO_EXTRANJERO_MAX, MONTO_MAX } from './lectores'
import type { Lectura } from './lectura'
import { computeComisiones } from './liquidacion'
import { buildOtraMoneda } from './otra-moneda'
import { globalesExportacion } from './recargos'
import { checkTextoConMontos, warnTextoCallado } from './reglas-referencias'
import type { Solicitud } from './solicitud'
import { type Ahora, buildTransporte } from './transporte'

/** The lines of a document and what they come to. */
export type Montos = Pick<Dte, 'detalle' | 'dscRcgGlobal' | 'comisiones' | 'totales' | 'otraMoneda'>

/**
 * Computes the amounts of a request whose amounts have no fault, from those of its lines, at the rates of `fecha`; notes what
 * they break together.
 */
export function buildMontos(s: Solicitud, lineas: readonly MontosLinea[], fecha: string, l: Lectura): Montos {
  const tipo = tipoDocumento(s.tipoDte)
  const brutos = s.precioIncluyeIva ?? tipo.preciosBrutos
  const detalle = s.detalle!.map((linea, i) => buildLinea(linea, lineas[i]!, i + 1, tipo))
  const globales = tipo.monedaExtranjera ? globalesExportacion(s) : (s.dscRcgGlobal ?? [])
  const dscRcgGlobal = globales.map((d, i) => ({ ...d, linea: i + 1 }))
  for (const [i, linea] of dscRcgGlobal.entries()) {
    if (hasEffect(tipo, linea, detalle)) continue
    const remedy =
      tipo.exento && linea.afectaExento === undefined ? '; en un documento exento indique IndExeDR 1' : ''
    l.warn('NO_EFFECT', `DscRcgGlobal[${i}]`, `DscRcgGlobal[${i}] no actúa sobre ninguna línea${remedy}`)
  }
  const comisiones = computeComisiones(s, fecha, l)
  const totales = computeTotales(tipo, detalle, dscRcgGlobal, {
    preciosBrutos: brutos,
    fecha,
    ...(s.impuestos && { impuestosInformados: s.impuestos }),
    ...(s.tasaCreditoEmpresaConstructora && { tasaCredEc: s.tasaCreditoEmpresaConstructora }),
    ...(s.saldoAnterior !== undefined && { saldoAnterior: s.saldoAnterior }),
    ...(tipo.monedaExtranjera && { moneda: s.exportacion!.moneda!, sinPago: isSinPago(s) }),
    ...(comisiones && { comisiones: comisiones.totales }),
    ...(s.ivaTerceros !== undefined && { ivaTerceros: s.ivaTerceros }),
  })
  checkTotales(s, tipo, totales, l)
  const otraMoneda = buildOtraMoneda(s, tipo, totales, l)
  return {
    detalle,
    dscRcgGlobal,
    totales,
    ...(comisiones && { comisiones: comisiones.lineas }),
    ...(otraMoneda && { otraMoneda }),
  }
}

/** Builds the document of a faultless request, folio 0 until one is taken; notes what its amounts break. */
export function buildDte(
  s: Solicitud,
  lineas: readonly MontosLinea[],
  emisor: Emisor,
  ahora: Ahora,
  l: Lectura,
): Dte {
  const tipo = tipoDocumento(s.tipoDte)
  const { exportacion, traslado } = s
  const idDoc = buildIdDoc(s, tipo, s.precioIncluyeIva ?? tipo.preciosBrutos, ahora.hoy)
  const { dscRcgGlobal, comisiones, totales, otraMoneda, ...montos } = buildMontos(
    s,
    lineas,
    idDoc.fechaEmision,
    l,
  )
  const subtotales = s.subtotales?.map((sub, i) => ({ ...sub, linea: i + 1, orden: sub.orden ?? i + 1 }))
  const receptor = buildReceptor(s, tipo)
  const aduana = exportacion && {
    ...exportacion.aduana,
    ...(exportacion.totBultos && { totBultos: exportacion.totBultos }),
    ...(exportacion.codPaisRecep && { codPaisRecep: exportacion.codPaisRecep }),
  }
  const transporte = {
    ...(traslado && buildTransporte({ s, t: traslado, tipo, emisor, ahora })),
    ...(aduana && Object.keys(aduana).length > 0 && { aduana }),
  }
  return {
    idDoc,
    emisor: buildEmisor(s, tipo, emisor),
    ...(s.rutMandante && { rutMandante: s.rutMandante }),
    receptor,
    ...(s.rutSolicita && { rutSolicita: s.rutSolicita }),
    ...(Object.keys(transporte).length > 0 && { transporte }),
    totales,
    ...(otraMoneda && { otraMoneda }),
    detalle: declare(montos.detalle, transporte),
    ...(subtotales?.length && { subtotales }),
    dscRcgGlobal,
    referencias: buildReferencias(s, tipo),
    ...(s.georeferencia && { georeferencia: s.georeferencia }),
    ...(s.madera && { madera: s.madera }),
    ...(comisiones && { comisiones }),
  }
}

/** The lines with what the server says of the transport, at the end of the first. */
function declare([first, ...rest]: LineaDetalle[], { declaracion }: Transporte): LineaDetalle[] {
  if (!declaracion) return [first!, ...rest]
  return [{ ...first!, descripcion: withDeclaracion(first!.descripcion, declaracion) }, ...rest]
}

/** Amounts that a JSON number could no longer tell exactly, and those that global discounts push below zero. */
function checkTotales(s: Solicitud, tipo: TipoDocumento, totales: Totales, l: Lectura): void {
  const { montoTotal, montoPeriodo, valorPagar } = totales
  const exceeds = (amount: string | undefined, max: number): boolean =>
    micro(amount?.replace('-', '')) > BigInt(max) * ONE
  for (const key of ['montoNeto', 'montoExento', 'montoTotal'] as const) {
    if (tipo.conSigno || micro(totales[key]) >= 0n) continue
    const cobrado = totales.comisiones && key === 'montoTotal'
    const [campo, que] = cobrado
      ? ['compra.comisiones', 'Las comisiones']
      : ['DscRcgGlobal', 'Los descuentos globales']
    l.fault(campo, 'negativo', `${que} dejan el documento en ${totales[key]}`)
    break
  }
  const tooLarge = tipo.monedaExtranjera
    ? [montoTotal, totales.montoExento].some(
        (amount) =>
          exceeds(amount, MONTO_EXTRANJERO_MAX) ||
          exceeds(enPesos(amount!, s.exportacion!.tipoCambio!), EQUIVALENTE_MAX),
      )
    : [montoTotal, montoPeriodo, valorPagar].some((amount) => exceeds(amount, MONTO_MAX))
  const { montoIva, ivaPropio } = totales
  if (s.ivaTerceros !== undefined && (montoIva === undefined || (!tipo.conSigno && micro(ivaPropio) <= 0n))) {
    l.fault(
      'iva_terceros',
      'maximo',
      `iva_terceros debe ser menor que el IVA del documento, ${montoIva ?? 0}`,
    )
  }
  if (tooLarge) l.fault('detalle', 'maximo', 'El monto del documento es demasiado grande')
  // `TotalPeriodo` of a boleta has no sign, unlike `MontoPeriodo` (EnvioBOLETA_v11).
  if (tipo.raiz === 'Boleta' && micro(totales.montoPeriodo) < 0n) {
    l.fault('detalle', 'negativo', `Lo no facturable deja el total de la boleta en ${totales.montoPeriodo}`)
  }
  if (micro(montoTotal) !== 0n) checkTextoConMontos(s, tipo, l)
  if (tipo.nota) warnTextoCallado(s, l)
}

/** Whether the SII wants an element always, also in a line without price: quantity and unit of a guide. */
const isDue = ({ raiz, codigo }: TipoDocumento, ruta: string): boolean =>
  codigoObligacion(nodo(raiz, ruta)!, codigo) === 1

function buildLinea(
  source: LineaDetalle,
  { monto, descuentoMonto, recargoMonto }: MontosLinea,
  linea: number,
  tipo: TipoDocumento,
): LineaDetalle {
  const {
    exento: given,
    descuentoPct,
    descuentoMonto: _d,
    recargoPct,
    recargoMonto: _r,
    precio,
    cantidad,
    monto: _m,
    ...rest
  } = source
  // Zero is no value for a price: the tag is left out and the line amounts to nothing (domain/dte §6.1).
  const priced = precio !== undefined && micro(precio) !== 0n
  const exento = tipo.monedaExtranjera ? 1 : given
  return {
    ...rest,
    linea,
    ...(exento && { exento }),
    ...(cantidad !== undefined
      ? { cantidad }
      : (priced || isDue(tipo, 'Detalle/QtyItem')) && { cantidad: '1' }),
    ...(priced && { precio }),
    // A percentage that comes to nothing cannot be written without its amount (domain/dte §6.2).
    ...(descuentoMonto && { ...(descuentoPct && { descuentoPct }), descuentoMonto }),
    ...(recargoMonto && { ...(recargoPct && { recargoPct }), recargoMonto }),
    ...(rest.unidad === undefined && isDue(tipo, 'Detalle/UnmdItem') && { unidad: 'UN' }),
    monto: decimal(micro(monto)),
  }
}
