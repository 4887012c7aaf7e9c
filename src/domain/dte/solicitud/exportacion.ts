// `exportacion`: currency, exchange rate and customs data of an export or of a guide that moves goods to one
// (http §2; domain/dte §2.2, §6.11).

import { isContenedor } from '../aduana'
import { snake } from '../claves'
import type { Aduana } from '../dte'
import { admits, nodo } from '../esquema'
import { PESO_CHILENO } from '../moneda'
import type { TipoDocumento } from '../tipos'
import { traslado } from '../traslado'
import { camposDe, codigoAduana } from './campos'
import { moneda, tipoCambio } from './comercial'
import { entero, fecha, numero } from './lectores'
import type { Lector, Lectura } from './lectura'
import { type Campo, objeto } from './objeto'
import { recargosDe } from './recargos'
import type { Solicitud, SolicitudExportacion } from './solicitud'

/** Freight and insurance are also written as global surcharges, which have two decimals (domain/dte §6.4). */
const recargo = numero({ decimales: 2, enteros: 14, desde: '0', mayorQue: true })

/** The reader of the block: a guide has its customs side alone. */
export function lectorExportacion(tipo: TipoDocumento): Lector<SolicitudExportacion> {
  const field = (
    nombre: string,
    tag: string,
    key: string,
    lector: Lector<unknown>,
    requerido = false,
  ): Campo => ({
    nombre,
    tag,
    key,
    lector,
    requerido,
  })
  const extranjera = tipo.monedaExtranjera
  const at = 'Encabezado/IdDoc'
  const ind = nodo(tipo.raiz, `${at}/IndServicio`)!.valores!.map(Number)
  const aduana = camposDe(
    nodo(tipo.raiz, 'Encabezado/Transporte/Aduana')!,
    tipo.codigo,
    extranjera ? { montoFlete: recargo, montoSeguro: recargo } : {},
  ).filter(({ key }) => key !== 'totBultos' && key !== 'codPaisRecep')
  return objeto([
    ...(extranjera ? [field('moneda', 'TpoMoneda', 'moneda', moneda, true)] : []),
    ...(extranjera ? [field('tipo_cambio', 'TpoCambio', 'tipoCambio', tipoCambio, true)] : []),
    field('tot_bultos', 'TotBultos', 'totBultos', entero({ desde: 1 })),
    field('cod_pais_recep', 'CodPaisRecep', 'codPaisRecep', codigoAduana('pais')),
    ...(admits(tipo, `${at}/FmaPagExp`)
      ? [field('forma_pago_exp', 'FmaPagExp', 'formaPagoExp', codigoAduana('formaPago'))]
      : []),
    ...(extranjera
      ? [
          field('ind_servicio', 'IndServicio', 'indServicio', entero({ valores: ind })),
          field('fecha_cancelacion', 'FchCancel', 'fechaCancelacion', fecha),
        ]
      : []),
    field('aduana', 'Aduana', 'aduana', objeto(aduana)),
  ])
}

/** A code of services: they have no packages, no weight and no clause of sale (domain/dte §2.2). */
const isServicio = (s: Solicitud): boolean => (s.exportacion?.indServicio ?? s.indServicio) !== undefined

/** The rules of the block, for the types that have it. */
export function checkExportacion(s: Solicitud, tipo: TipoDocumento, l: Lectura): void {
  const e = s.exportacion
  if (!tipo.monedaExtranjera) {
    checkGuia(s, l)
    return
  }
  if (!e) return
  const demand = (key: keyof SolicitudExportacion): void => {
    if (e[key] === undefined) l.missing(`exportacion.${snake(key)}`)
  }
  if (!tipo.nota) {
    if (!isServicio(s)) demand('totBultos')
    demand('codPaisRecep')
  }
  if (e.moneda === PESO_CHILENO && e.tipoCambio !== undefined && e.tipoCambio !== '1') {
    l.fault('exportacion.tipo_cambio', 'moneda', 'Un documento en pesos chilenos lleva tipo_cambio 1')
  }
  // They become global surcharges of the document.
  for (const key of ['montoFlete', 'montoSeguro'] as const) {
    const campo = `exportacion.aduana.${snake(key)}`
    if (e.moneda === PESO_CHILENO && e.aduana?.[key]?.includes('.'))
      l.fault(campo, 'entero', `${campo} está en pesos y no admite decimales`)
  }
  if (e.indServicio !== undefined && s.indServicio !== undefined && e.indServicio !== s.indServicio) {
    l.fault(
      'exportacion.ind_servicio',
      'alias',
      'ind_servicio y exportacion.ind_servicio traen valores distintos',
    )
  }
  if (recargosDe(s).length + (s.dscRcgGlobal?.length ?? 0) > 20) {
    l.fault('DscRcgGlobal', 'cantidad_max', 'Con flete y seguro DscRcgGlobal pasa de 20 líneas')
  }
  if (s.formaPago !== undefined && s.formaPago !== 3 && e.formaPagoExp === undefined) {
    const mensaje = 'Una exportación no dice forma_pago; indique exportacion.forma_pago_exp'
    l.warn('NO_EFFECT', 'forma_pago', mensaje)
  }
  warnAduana(tipo.nota ? [] : esperados(e.indServicio ?? s.indServicio), e, l)
}

const PESOS = [
  ['tara', 'codUnidMedTara'],
  ['pesoBruto', 'codUnidPesoBruto'],
  ['pesoNeto', 'codUnidPesoNeto'],
] as const

/**
 * Warns of the data that customs expects of goods. All of it may be left out (http §2), so its gaps are told
 * and do not refuse.
 */
function warnAduana(
  due: readonly (keyof Aduana & string)[],
  { aduana = {}, ...e }: SolicitudExportacion,
  l: Lectura,
): void {
  const isAbsent = (value: unknown) => value === undefined || (Array.isArray(value) && !value.length)
  const missing = due.filter((key) => isAbsent(aduana[key])).map(snake)
  // A weight says nothing without its unit.
  for (const [peso, unidad] of PESOS)
    if (aduana[peso] !== undefined && aduana[unidad] === undefined) missing.push(snake(unidad))
  aduana.tipoBultos?.forEach((bulto, i) => {
    const parts = ['idContainer', 'sello', 'emisorSello']
    // The three of a container together, or the SII objects (HED-2-804, domain/dte §4.3).
    const isOne = isContenedor(bulto.codTpoBultos) || parts.some((key) => bulto[key] !== undefined)
    const container = isOne ? parts : []
    for (const key of ['marcas', ...container])
      if (bulto[key] === undefined) missing.push(`tipo_bultos[${i}].${snake(key)}`)
  })
  if (missing.length) {
    const mensaje = `Aduana espera además exportacion.aduana: ${[...new Set(missing)].join(', ')}`
    l.warn('CUSTOMS_INCOMPLETE', 'exportacion.aduana', mensaje)
  }
  if (e.formaPagoExp === 32 && e.fechaCancelacion === undefined) {
    const campo = 'exportacion.fecha_cancelacion'
    l.warn('CUSTOMS_INCOMPLETE', campo, `Un pago anticipado (forma_pago_exp 32) lleva ${campo}`)
  }
}

/**
 * The data that a document of sale gives about its goods; services have no weight and no clause of sale
 * (domain/dte §2.2).
 */
function esperados(service: number | undefined): (keyof Aduana & string)[] {
  if (service === undefined) {
    const venta = ['codModVenta', 'codClauVenta', 'totClauVenta', 'codViaTransp']
    return [...venta, 'tara', 'pesoBruto', 'pesoNeto', 'tipoBultos']
  }
  return service === 3 || service === 5 ? ['codViaTransp'] : []
}

/** Guides 8 and 9 count their packages and describe their load; no other has the block (domain/dte §2.2; http §3). */
function checkGuia(s: Solicitud, l: Lectura): void {
  const ind = s.traslado?.indTraslado
  if (ind === undefined) return
  if (!traslado(ind).requiereGuiaExport) {
    if (s.exportacion) l.fault('exportacion', 'traslado', 'exportacion va sólo con ind_traslado 8 o 9')
    return
  }
  if (s.exportacion?.totBultos === undefined)
    l.missing('exportacion.tot_bultos', ': lo necesita una guía de exportación')
  warnAduana(['codPtoEmbarque', 'codPtoDesemb', 'pesoBruto', 'tipoBultos'], s.exportacion ?? {}, l)
}
