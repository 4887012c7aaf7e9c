// The head of a document from a checked request: what it is, who issues and who receives it (http §1;
// domain/dte §3.1, §2.2).

import type { Emisor, IdDoc, Receptor, Referencia } from '../dte'
import { admits, codigoObligacion, nodo } from '../esquema'
import type { TipoDocumento } from '../tipos'
import { isTurista, NOMBRE_TURISTA } from './reglas-receptor'
import type { Solicitud } from './solicitud'

/** Customs' way of payment that pays nothing; `forma_pago` 3 means the same (domain/dte §6.11). */
const SIN_PAGO = 21

const formaPagoExp = (s: Solicitud): number | undefined =>
  s.exportacion?.formaPagoExp ?? (s.formaPago === 3 ? SIN_PAGO : undefined)

/** Whether an export is never paid, so that it totals 0. */
export const isSinPago = (s: Solicitud): boolean => formaPagoExp(s) === SIN_PAGO

/** `IdDoc`, folio 0. */
export function buildIdDoc(s: Solicitud, tipo: TipoDocumento, brutos: boolean, hoy: string): IdDoc {
  const boleta = tipo.raiz === 'Boleta'
  const { exportacion, traslado, compra } = s
  const extranjera = tipo.monedaExtranjera
  const tipoCompra = s.tipoTransaccionCompra ?? compra?.tipoTransaccion
  const indServicio = s.indServicio ?? exportacion?.indServicio ?? (boleta ? 3 : undefined)
  const formaPago = extranjera ? undefined : (s.formaPago ?? formaPagoPorOmision(tipo))
  const pagoExp = extranjera ? formaPagoExp(s) : exportacion?.formaPagoExp
  return {
    tipoDte: s.tipoDte,
    folio: 0,
    fechaEmision: s.fechaEmision ?? hoy,
    ...(s.sinDerechoRebaja && { sinDerechoRebaja: 1 as const }),
    ...(traslado?.tipoDespacho && { tipoDespacho: traslado.tipoDespacho }),
    ...(traslado?.indTraslado && { indTraslado: traslado.indTraslado }),
    ...(indServicio && { indServicio }),
    ...(brutos && !boleta && !tipo.exento && { mntBruto: 1 as const }),
    ...(!brutos && tipo.raiz === 'Boleta' && !tipo.exento && { indMntNeto: 2 as const }),
    ...(tipoCompra && { tipoTransaccionCompra: tipoCompra }),
    // Optional, and "compulsory in its use": absent means 1, so it is said (domain/dte §2.4).
    ...(admits(tipo, 'Encabezado/IdDoc/TpoTranVenta') && {
      tipoTransaccionVenta: s.tipoTransaccionVenta ?? 1,
    }),
    ...(formaPago && { formaPago }),
    ...(pagoExp && { formaPagoExp: pagoExp }),
    ...(exportacion?.fechaCancelacion && { fechaCancelacion: exportacion.fechaCancelacion }),
    ...(s.pagos?.length && { pagos: s.pagos }),
    ...(s.periodoDesde && { periodoDesde: s.periodoDesde }),
    ...(s.periodoHasta && { periodoHasta: s.periodoHasta }),
    ...buildPago(s),
    ...(s.fechaVencimiento && { fechaVencimiento: s.fechaVencimiento }),
    ...(isTurista(s) && { tipoFactEsp: 1 as const }),
  }
}

/** How, where and on what terms it is paid. */
function buildPago({ medioPago, cuentaPago, terminoPago }: Solicitud): Partial<IdDoc> {
  const { tipo, numero, banco } = cuentaPago ?? {}
  const { codigo, glosa, dias } = terminoPago ?? {}
  return {
    ...(medioPago !== undefined && { medioPago }),
    ...(tipo && { cuentaPagoTipo: tipo }),
    ...(numero && { cuentaPagoNumero: numero }),
    ...(banco && { cuentaPagoBanco: banco }),
    ...(codigo && { terminoPagoCodigo: codigo }),
    ...(glosa && { terminoPagoGlosa: glosa }),
    ...(dias && { terminoPagoDias: dias }),
  }
}

/** Cash, unless the document is a note or may go without: those say how they are settled only when told (domain/dte §2.2). */
function formaPagoPorOmision({ raiz, codigo, nota }: TipoDocumento): 1 | undefined {
  const n = nodo(raiz, 'Encabezado/IdDoc/FmaPago')
  return nota || (n && codigoObligacion(n, codigo) === 3) ? undefined : 1
}

/** The issuer with its export permit; the city, where the type asks for one and the company has none, is its comuna. */
export function buildEmisor(s: Solicitud, tipo: TipoDocumento, emisor: Emisor): Emisor {
  const ciudad = nodo(tipo.raiz, 'Encabezado/Emisor/CiudadOrigen')
  const due = ciudad && codigoObligacion(ciudad, tipo.codigo) === 1
  const guia = s.traslado?.guiaExportacion
  return {
    ...emisor,
    ...(due && !emisor.ciudad && emisor.comuna && { ciudad: emisor.comuna }),
    ...(guia && { guiaExportacion: guia }),
    ...(s.vendedor && tipo.raiz !== 'Boleta' && { vendedor: s.vendedor }),
  }
}

export function buildReceptor(s: Solicitud, tipo: TipoDocumento): Receptor {
  const rut = s.receptor?.rut ?? tipo.rutPorOmision
  return {
    ...s.receptor!,
    ...(rut && { rut }),
    ...(isTurista(s) && { razonSocial: NOMBRE_TURISTA }),
  }
}

/**
 * The references, numbered; who sold and where in a boleta stand in one of their own, since it has no other place (domain/dte
 * §1.2).
 */
export function buildReferencias(
  { referencias = [], vendedor, caja }: Solicitud,
  { raiz }: TipoDocumento,
): Referencia[] {
  const del = raiz === 'Boleta' && (vendedor ?? caja) !== undefined
  const puesto = { linea: 0, ...(vendedor && { CodVndor: vendedor }), ...(caja && { CodCaja: caja }) }
  return [...referencias, ...(del ? [puesto] : [])].map((r: Referencia, i) => ({
    ...r,
    linea: i + 1,
    ...(r.global && { folio: '0' }),
  }))
}
