// From a checked request to the document: defaults, line numbers, amounts. Source: contract §1, formato-dte.md §2.

import { decimal, type Micro, micro, ONE } from '../../decimal'
import { RUT_CONSUMIDOR_FINAL } from '../../rut'
import type { Dte, Emisor, IdDoc, LineaDetalle, Receptor, Totales } from '../dte'
import { TASA_IVA } from '../impuestos'
import { type TipoDocumento, tipoDocumento } from '../tipos'
import { computeLinea, computeTotales, hasEffect } from '../totales'
import { MONTO_MAX } from './lectores'
import type { Lectura } from './lectura'
import type { Solicitud } from './leer'
import { isTurista } from './reglas-receptor'

/** Builds the document of a faultless request, folio 0 until one is taken; notes what its amounts break. */
export function buildDte(s: Solicitud, emisor: Emisor, hoy: string, l: Lectura): Dte {
  const tipo = tipoDocumento(s.tipoDte)
  const brutos = s.precioIncluyeIva ?? tipo.preciosBrutos
  const detalle = s.detalle!.map((linea, i) => buildLinea(linea, i + 1))
  const dscRcgGlobal = (s.dscRcgGlobal ?? []).map((d, i) => ({ ...d, linea: i + 1 }))
  for (const [i, linea] of dscRcgGlobal.entries()) {
    if (hasEffect(tipo, linea, detalle)) continue
    const remedy =
      tipo.exento && linea.afectaExento === undefined ? '; en un documento exento indique IndExeDR 1' : ''
    l.warn('NO_EFFECT', `DscRcgGlobal[${i}]`, `DscRcgGlobal[${i}] no actúa sobre ninguna línea${remedy}`)
  }
  const totales = computeTotales(tipo, detalle, dscRcgGlobal, {
    preciosBrutos: brutos,
    tasaIva: TASA_IVA,
    ...(s.impuestos && { impuestosInformados: s.impuestos }),
    ...(s.tasaCreditoEmpresaConstructora && { tasaCredEc: s.tasaCreditoEmpresaConstructora }),
    ...(s.saldoAnterior !== undefined && { saldoAnterior: s.saldoAnterior }),
  })
  checkMontos(detalle, totales, l)
  // `TotalPeriodo` of a boleta has no sign, unlike `MontoPeriodo` (EnvioBOLETA_v11).
  if (tipo.raiz === 'Boleta' && micro(totales.montoPeriodo) < 0n) {
    l.fault('detalle', 'negativo', `Lo no facturable deja el total de la boleta en ${totales.montoPeriodo}`)
  }
  if (s.referencias?.some((r) => r.codigo === 2) && micro(totales.montoTotal) !== 0n) {
    l.warn(
      'TEXT_CORRECTION_WITH_AMOUNTS',
      'detalle',
      'Una corrección de texto (codigo 2) no debería llevar montos',
    )
  }
  return {
    idDoc: buildIdDoc(s, tipo, brutos, hoy),
    emisor,
    receptor: buildReceptor(s, tipo),
    totales,
    detalle,
    dscRcgGlobal,
    referencias: (s.referencias ?? []).map((r, i) => ({
      ...r,
      linea: i + 1,
      ...(r.global && { folio: '0' }),
    })),
  }
}

function buildIdDoc(s: Solicitud, tipo: TipoDocumento, brutos: boolean, hoy: string): IdDoc {
  const boleta = tipo.raiz === 'Boleta'
  // Notes say how the note is settled only when told; the others always (formato-dte.md §1.4).
  const formaPago = s.formaPago ?? (tipo.nota ? undefined : 1)
  return {
    tipoDte: s.tipoDte,
    folio: 0,
    fechaEmision: s.fechaEmision ?? hoy,
    ...(s.sinDerechoRebaja && { sinDerechoRebaja: 1 as const }),
    ...((s.indServicio ?? (boleta ? 3 : undefined)) && { indServicio: s.indServicio ?? 3 }),
    ...(brutos && !boleta && !tipo.exento && { mntBruto: 1 as const }),
    ...(!brutos && tipo.codigo === 39 && { indMntNeto: 2 as const }),
    ...(formaPago && { formaPago }),
    ...(s.pagos?.length && { pagos: s.pagos }),
    ...(s.periodoDesde && { periodoDesde: s.periodoDesde }),
    ...(s.periodoHasta && { periodoHasta: s.periodoHasta }),
    ...(s.fechaVencimiento && { fechaVencimiento: s.fechaVencimiento }),
    ...(isTurista(s) && { tipoFactEsp: 1 as const }),
  }
}

function buildReceptor(s: Solicitud, tipo: TipoDocumento): Receptor {
  if (tipo.raiz === 'Boleta') return { ...s.receptor, rut: s.receptor?.rut ?? RUT_CONSUMIDOR_FINAL }
  return {
    ...s.receptor!,
    ...(isTurista(s) && { razonSocial: s.receptor!.razonSocial ?? 'Extranjero sin RUT' }),
  }
}

function buildLinea(source: LineaDetalle, linea: number): LineaDetalle {
  const {
    exento,
    descuentoPct,
    descuentoMonto: _d,
    recargoPct,
    recargoMonto: _r,
    precio,
    cantidad,
    monto: _m,
    ...rest
  } = source
  const { monto, descuentoMonto, recargoMonto } = computeLinea(source)
  // Zero is no value for a price: the tag is left out and the line amounts to nothing (§2.0).
  const priced = precio !== undefined && micro(precio) !== 0n
  return {
    ...rest,
    linea,
    ...(exento && { exento }),
    ...(cantidad !== undefined ? { cantidad } : priced && { cantidad: '1' }),
    ...(priced && { precio }),
    // A percentage that comes to nothing cannot be written without its amount (§2.2).
    ...(descuentoMonto && { ...(descuentoPct && { descuentoPct }), descuentoMonto }),
    ...(recargoMonto && { ...(recargoPct && { recargoPct }), recargoMonto }),
    monto: decimal(micro(monto)),
  }
}

/** Amounts that a JSON number could no longer tell exactly, and those that global discounts push below zero. */
function checkMontos(detalle: readonly LineaDetalle[], totales: Totales, l: Lectura): void {
  const tooLarge = (amount: Micro): boolean => (amount < 0n ? -amount : amount) > BigInt(MONTO_MAX) * ONE
  for (const [i, { monto }] of detalle.entries()) {
    if (tooLarge(micro(monto)))
      l.fault(`detalle[${i}]`, 'maximo', `El monto de detalle[${i}] es demasiado grande`)
  }
  if (l.faults.length) return
  for (const key of ['montoNeto', 'montoExento', 'montoTotal'] as const) {
    if (micro(totales[key]) >= 0n) continue
    l.fault('DscRcgGlobal', 'negativo', `Los descuentos globales dejan el documento en ${totales[key]}`)
    return
  }
  const { montoTotal, montoPeriodo, valorPagar } = totales
  if ([montoTotal, montoPeriodo, valorPagar].some((amount) => tooLarge(micro(amount)))) {
    l.fault('detalle', 'maximo', 'El monto del documento es demasiado grande')
  }
}
