// The rules of the law and the format for a request's fields together: domain/dte §3.1, §2.2, §1.2, §6, §9,
// and http §1. Each rule notes its fault with the field's path; nothing is repaired silently.

import { micro, ONE } from '../../decimal'
import { daysBetween } from '../../fecha'
import type { Emisor, LineaDetalle } from '../dte'
import { admits } from '../esquema'
import { CODIGOS_INFORMADOS, impuesto } from '../impuestos'
import { decimalesDe } from '../moneda'
import { FACTURA, type TipoDocumento, tipoDocumento } from '../tipos'
import type { MontosLinea } from '../totales'
import { checkComercial } from './comercial'
import { checkCompra } from './compra'
import { checkEspectaculos } from './espectaculo'
import { checkExportacion } from './exportacion'
import { MONTO_EXTRANJERO_MAX, MONTO_MAX } from './lectores'
import type { Lectura } from './lectura'
import { checkReceptor } from './reglas-receptor'
import { checkReferencias } from './reglas-referencias'
import type { Solicitud } from './solicitud'
import { checkTraslado } from './traslado'

/** Holds a request, whose lines come to `montos`, against every rule that needs no database. `hoy` is Chile's date. */
export function checkSolicitud(
  s: Solicitud,
  montos: readonly MontosLinea[],
  emisor: Emisor,
  hoy: string,
  l: Lectura,
): void {
  const tipo = tipoDocumento(s.tipoDte)
  const emision = s.fechaEmision ?? hoy
  checkFechas(s, emision, hoy, l)
  checkPago(s, tipo, l)
  checkComercial(s, tipo, l)
  if (s.receptor || tipo.raiz === 'Boleta') checkReceptor(s, tipo, emisor, l)
  for (const [i, linea] of (s.detalle ?? []).entries()) {
    // A line with an unreadable field would only earn faults that follow from it.
    const at = `detalle[${i}]`
    if (!l.hasFault(at)) checkLinea(linea, montos[i]!, at, tipo, s.exportacion?.moneda, l)
  }
  if (tipo.raiz === 'Boleta') checkEspectaculos(s, l)
  if (s.detalle) checkLineas(s, tipo, s.detalle, l)
  checkGlobales(s, tipo, l)
  checkReferencias(s, tipo, emisor, emision, l)
  checkCompra(s, tipo, emision, l)
  if (s.traslado) checkTraslado(s, s.traslado, tipo, emisor, hoy, l)
  if (tipo.bloques.exportacion) checkExportacion(s, tipo, l)
}

function checkFechas(s: Solicitud, emision: string, hoy: string, l: Lectura): void {
  if (emision > hoy) {
    const reloj = `${hoy} en Chile, según el reloj de este servidor`
    l.fault('fecha_emision', 'futura', `fecha_emision no puede ser posterior a hoy (${reloj})`)
  } else if (daysBetween(emision, hoy) > 3) {
    // Never forbidden: an invoice for guides may carry a date of the closed month until the 10th (http §1).
    l.warn(
      'OLD_DATE',
      'fecha_emision',
      `fecha_emision es de hace ${daysBetween(emision, hoy)} días; el SII puede objetarla`,
    )
  }
  if (s.fechaVencimiento && s.fechaVencimiento < emision) {
    l.fault('fecha_vencimiento', 'orden', 'fecha_vencimiento no puede ser anterior a fecha_emision')
  }
  if (s.periodoDesde && s.periodoHasta && s.periodoHasta < s.periodoDesde) {
    l.fault('periodo_hasta', 'orden', 'periodo_hasta no puede ser anterior a periodo_desde')
  }
}

function checkPago(s: Solicitud, tipo: TipoDocumento, l: Lectura): void {
  if (s.pagos?.length && s.formaPago !== 2) {
    l.fault('pagos', 'forma_pago', 'pagos describe cuotas y requiere forma_pago 2 (crédito)')
  }
  if (s.precioIncluyeIva && tipo.raiz !== 'Boleta') {
    const taxed = s.impuestos?.length || s.detalle?.some((d) => d.impuestoAdicional?.length)
    if (taxed) {
      l.fault(
        'precio_incluye_iva',
        'impuestos',
        'precio_incluye_iva no puede ir junto con impuestos adicionales',
      )
    }
  }
  if (s.precioIncluyeIva && tipo.raiz !== 'Boleta' && !admits(tipo, 'Encabezado/IdDoc/MntBruto')) {
    l.fault('precio_incluye_iva', 'tipo', `precio_incluye_iva no va en un documento tipo ${tipo.codigo}`)
  }
  for (const [i, { codigo }] of (s.impuestos ?? []).entries()) {
    if (codigo !== undefined && !impuesto(codigo)?.tipos.includes(tipo.codigo)) {
      l.fault(
        `impuestos[${i}].codigo`,
        'impuesto',
        `El impuesto ${codigo} no va en un documento tipo ${tipo.codigo}`,
      )
    }
    if (s.impuestos!.findIndex((x) => x.codigo === codigo) !== i) {
      l.fault(`impuestos[${i}].codigo`, 'repetido', `El impuesto ${codigo} está informado dos veces`)
    }
  }
}

/** So many characters are no amount that is too large. */
const SHORT = 10
const MAX = BigInt(MONTO_MAX) * ONE
const MAX_EXTRANJERO = BigInt(MONTO_EXTRANJERO_MAX) * ONE

function isTooLarge(montos: MontosLinea, { monedaExtranjera }: TipoDocumento): boolean {
  const max = monedaExtranjera ? MAX_EXTRANJERO : MAX
  const exceeds = (monto: string | undefined): boolean =>
    monto !== undefined && monto.length > SHORT && micro(monto.replace('-', '')) > max
  return exceeds(montos.monto) || exceeds(montos.descuentoMonto) || exceeds(montos.recargoMonto)
}

function checkLinea(
  linea: LineaDetalle,
  montos: MontosLinea,
  at: string,
  tipo: TipoDocumento,
  moneda: string | undefined,
  l: Lectura,
): void {
  if (linea.descuentoPct && linea.descuentoMonto) {
    l.fault(`${at}.descuento_monto`, 'excluyente', `En ${at} va descuento_pct o descuento_monto, no ambos`)
  }
  if (linea.recargoPct && linea.recargoMonto) {
    l.fault(`${at}.recargo_monto`, 'excluyente', `En ${at} va recargo_pct o recargo_monto, no ambos`)
  }
  const adjusted = linea.descuentoPct ?? linea.descuentoMonto ?? linea.recargoPct ?? linea.recargoMonto
  if (linea.precio === undefined && adjusted && (linea.monto === undefined || tipo.conSigno)) {
    const base = tipo.conSigno ? 'precio' : 'precio o monto'
    l.fault(`${at}.precio`, 'requerido', `En ${at} un descuento o recargo necesita ${base}`)
  }
  const decimales = tipo.monedaExtranjera ? decimalesDe(moneda) : 0
  const { monto } = montos
  if (isTooLarge(montos, tipo)) {
    l.fault(at, 'maximo', `El monto de ${at} es demasiado grande`)
  }
  if (decimales === 0 && linea.monto?.includes('.')) {
    l.fault(`${at}.monto`, 'entero', `${at}.monto está en pesos y no admite decimales`)
  }
  if (micro(monto) < 0n && !tipo.conSigno) {
    l.fault(`${at}.descuento_monto`, 'maximo', `El descuento de ${at} es mayor que la línea`)
  }
  if (linea.precio !== undefined && linea.monto !== undefined && linea.monto !== monto) {
    l.fault(
      `${at}.monto`,
      'monto',
      `${at}.monto es ${linea.monto} y la línea suma ${monto}`,
      'AMOUNT_MISMATCH',
    )
  }
  if ((linea.exento === 4 || linea.exento === 5) && micro(monto) !== 0n) {
    l.fault(`${at}.precio`, 'sin_monto', `Con exento ${linea.exento} el monto de ${at} debe ser 0`)
  }
  if (linea.impuestoAdicional?.includes('17') && linea.retenedor?.baseFaena === undefined) {
    l.fault(
      `${at}.retenedor.base_faena`,
      'requerido',
      `El impuesto 17 de ${at} necesita retenedor.base_faena`,
    )
  }
  const exempt = tipo.exento || linea.exento
  if (linea.impuestoAdicional?.length && exempt) {
    l.fault(`${at}.impuesto_adicional`, 'exento', `${at} es exenta y no puede llevar impuesto adicional`)
  }
}

/** Global discounts and surcharges by themselves; what they do to the totals is seen once those are known. */
function checkGlobales(s: Solicitud, tipo: TipoDocumento, l: Lectura): void {
  const enPesos = decimalesDe(tipo.monedaExtranjera ? s.exportacion?.moneda : undefined) === 0
  for (const [i, { tipo: mueve, tipoValor, valor }] of (s.dscRcgGlobal ?? []).entries()) {
    const at = `DscRcgGlobal[${i}].valor`
    if (tipoValor === '$' && enPesos && valor?.includes('.')) {
      l.fault(at, 'entero', `${at} está en pesos y no admite decimales`)
    }
    if (mueve === 'D' && tipoValor === '%' && micro(valor) > 100n * ONE) {
      l.fault(at, 'maximo', `${at} descuenta más que el 100 %`)
    }
  }
}

function checkLineas(s: Solicitud, tipo: TipoDocumento, lineas: readonly LineaDetalle[], l: Lectura): void {
  if (tipo.codigo === FACTURA && lineas.every(({ exento }) => exento)) {
    l.fault(
      'detalle',
      'sin_afecto',
      'Una factura 33 necesita al menos una línea afecta; si todo es exento use tipo 34',
    )
  }
  // A program that lost its prices sends a document of $0 that nobody meant.
  const unpriced = lineas.every(({ precio, monto }) => precio === undefined && monto === undefined)
  if (unpriced && !tipo.nota && !tipo.montosOpcionales && !l.hasFault('detalle')) {
    l.fault('detalle', 'sin_precio', 'Ninguna línea trae precio ni monto')
  }
  // Beside lines that have one it was forgotten, as likely as not. Of what 4 and 5 mark nothing is charged.
  if (!unpriced && !tipo.montosOpcionales)
    for (const [i, { precio, monto, exento }] of lineas.entries())
      if (precio === undefined && monto === undefined && exento !== 4 && exento !== 5)
        l.warn(
          'LINE_WITHOUT_AMOUNT',
          `detalle[${i}].precio`,
          `La línea ${i + 1} no trae precio ni monto: cuenta $0`,
        )
  const codes = new Set(lineas.flatMap((d) => d.impuestoAdicional ?? []))
  for (const code of codes) {
    if (CODIGOS_INFORMADOS.has(code) && !s.impuestos?.some(({ codigo }) => codigo === code)) {
      l.fault(
        'impuestos',
        'requerido',
        `El monto del impuesto ${code} lo informa el emisor: agréguelo en impuestos`,
      )
    }
  }
  if (codes.size > 1) {
    s.dscRcgGlobal?.forEach((d, i) => {
      if (d.tipoValor === '$' && d.afectaExento === undefined) {
        l.fault(
          `DscRcgGlobal[${i}].tipo_valor`,
          'porcentaje',
          'Con líneas de distintos impuestos adicionales el descuento o recargo global debe ser en %',
        )
      }
    })
  }
}
