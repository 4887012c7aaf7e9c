// Everything that was issued, in the words of the request that asked for it (http §10.2): what stands in a block of the
// document stands where a request has it, derived from the document, so that a field it learns shows by itself.

import { camel } from '../../../domain/dte/claves'
import type { Dte } from '../../../domain/dte/dte'
import { findMoneda } from '../../../domain/dte/moneda'
import { BLOQUES } from '../../../domain/dte/nombres'
import { tipoDocumento } from '../../../domain/dte/tipos'
import {
  bloqueToJson,
  type Cifra,
  detalleToJson,
  hijosDe,
  type Json,
  referenciasToJson,
  totalesToJson,
} from './documento-json'
import type { Contenido } from './documento-store'

export const without = (json: Json, ...names: string[]): Json =>
  Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)))

const pick = (json: Json, ...names: string[]): Json =>
  Object.fromEntries(Object.entries(json).filter(([name]) => names.includes(name)))

/** The object, or nothing where it would be empty. */
export const some = (name: string, json: Json): Json => (Object.keys(json).length ? { [name]: json } : {})

const DE_TRASLADO = ['ind_traslado', 'tipo_despacho']
const DE_EXPORTACION = ['forma_pago_exp', 'fecha_cancelacion']
/** Said otherwise by a request, or by the row of the document. */
const DE_OTRO_MODO = ['tipo_dte', 'folio', 'fecha_emision', 'mnt_bruto', 'ind_mnt_neto', 'sin_derecho_rebaja']

/** Fields of one thing, which a request has as an object of that name. */
const GRUPOS = ['cuenta_pago', 'termino_pago']

function grouped(json: Json): Json {
  const out: Json = {}
  for (const [name, value] of Object.entries(json)) {
    const group = GRUPOS.find((prefix) => name.startsWith(`${prefix}_`))
    if (!group) out[name] = value
    else out[group] = { ...(out[group] as Json), [name.slice(group.length + 1)]: value }
  }
  return out
}

/** A boleta says who sold in a reference of its own; others, beside their issuer. */
function venta(dte: Dte, emisor: Json): Json {
  const puesto = dte.referencias.find((one) => 'CodVndor' in one || 'CodCaja' in one) as Json | undefined
  return {
    ...pick(emisor, 'vendedor'),
    ...(puesto?.CodVndor !== undefined && { vendedor: puesto.CodVndor }),
    ...(puesto?.CodCaja !== undefined && { caja: puesto.CodCaja }),
  }
}

const monedaOf = (palabra: string): string => findMoneda(palabra)?.iso ?? palabra

/** The currency in which a document in pesos says its totals too. */
function otraMoneda({ idDoc, otraMoneda: otra }: Dte): Json {
  if (!otra || tipoDocumento(idDoc.tipoDte).monedaExtranjera) return {}
  return { otra_moneda: { moneda: monedaOf(otra.moneda), tipo_cambio: Number(otra.tipoCambio) } }
}

/** How the prices of the request were, where a type leaves a choice. */
function precios({ idDoc }: Dte): Json {
  const { raiz, exento, guia } = tipoDocumento(idDoc.tipoDte)
  if (exento || guia) return {}
  return { precio_incluye_iva: raiz === 'Boleta' ? idDoc.indMntNeto !== 2 : idDoc.mntBruto === 1 }
}

function exportacion(dte: Dte, idDoc: Json, aduana: Json): Json {
  const { monedaExtranjera } = tipoDocumento(dte.idDoc.tipoDte)
  const { moneda } = dte.totales
  return {
    ...(moneda && monedaExtranjera && { moneda: monedaOf(moneda) }),
    ...(dte.otraMoneda && monedaExtranjera && { tipo_cambio: Number(dte.otraMoneda.tipoCambio) }),
    ...pick(aduana, 'tot_bultos', 'cod_pais_recep'),
    ...pick(idDoc, ...DE_EXPORTACION, ...(monedaExtranjera ? ['ind_servicio'] : [])),
    ...some('aduana', without(aduana, 'tot_bultos', 'cod_pais_recep')),
  }
}

/** The one withholding that a purchase was asked to make on all its affected lines. */
function retencion({ totales }: Dte): Json {
  const [only, ...others] = totales.impuestos ?? []
  if (!only || others.length) return {}
  const { codigo, tasa } = only
  return { retencion: { codigo: Number(codigo), ...(tasa !== undefined && { tasa: Number(tasa) }) } }
}

const compra = (dte: Dte, comisiones: Json | undefined): Json => ({
  ...(tipoDocumento(dte.idDoc.tipoDte).delComprador && {
    ...(dte.idDoc.tipoTransaccionCompra !== undefined && {
      tipo_transaccion: dte.idDoc.tipoTransaccionCompra,
    }),
    ...retencion(dte),
  }),
  ...comisiones,
})

/** Blocks that a request has under names of their own, told above or by the answer's `detalle`, `totales`, `referencias`. */
const TOLD = [
  'idDoc',
  'emisor',
  'receptor',
  'transporte',
  'totales',
  'otraMoneda',
  'detalle',
  'referencias',
  'comisiones',
]

/** The other blocks of a document, each under its name in a request. */
function otros(dte: Dte, cifra: Cifra): Json {
  const names = new Map(Object.entries(BLOQUES).map(([name, tag]) => [camel(name), [name, tag] as const]))
  const entries = Object.entries(dte).filter(([key]) => !TOLD.includes(key))
  return Object.fromEntries(
    entries.map(([key, bloque]) => {
      const [name, tag] = names.get(key) ?? [key, key]
      const found = hijosDe(dte, tag)
      const hijos = found.length ? found : hijosDe(dte, `Encabezado/${tag}`)
      const show = (one: unknown) =>
        typeof one === 'object' && one !== null ? bloqueToJson(hijos, one, cifra) : one
      return [name, Array.isArray(bloque) ? bloque.map(show) : show(bloque)]
    }),
  )
}

/** All that a document says, and what is printed beside it. Keys absent when they do not apply. */
export function emitidoToJson(
  { dte, impresion, valores }: Pick<Contenido, 'dte' | 'impresion' | 'valores'>,
  cifra: Cifra = Number,
) {
  const { raiz, monedaExtranjera } = tipoDocumento(dte.idDoc.tipoDte)
  const show = (ruta: string, bloque: object): Json => bloqueToJson(hijosDe(dte, ruta), bloque, cifra)
  const idDoc = show('Encabezado/IdDoc', dte.idDoc)
  const emisor = show('Encabezado/Emisor', dte.emisor)
  const transporte = show('Encabezado/Transporte', dte.transporte ?? {})
  const exporta = exportacion(dte, idDoc, (transporte.aduana ?? {}) as Json)
  const comisiones = dte.comisiones && {
    comisiones: dte.comisiones.map((one) => show('Comisiones', one)),
  }
  const { observaciones, ...impreso } = impresion
  const enExportacion = monedaExtranjera ? ['ind_servicio'] : []
  return {
    ...grouped(without(idDoc, ...DE_OTRO_MODO, ...DE_TRASLADO, ...DE_EXPORTACION, ...enExportacion)),
    ...venta(dte, emisor),
    ...otraMoneda(dte),
    ...precios(dte),
    ...(dte.idDoc.sinDerechoRebaja && { sin_derecho_rebaja: true }),
    ...(dte.totales.saldoAnterior !== undefined && { saldo_anterior: Number(dte.totales.saldoAnterior) }),
    ...(dte.totales.ivaTerceros !== undefined && { iva_terceros: Number(dte.totales.ivaTerceros) }),
    emisor: without(emisor, 'guia_exportacion', 'vendedor'),
    receptor: show('Encabezado/Receptor', dte.receptor),
    ...some('traslado', {
      ...pick(idDoc, ...DE_TRASLADO),
      ...without(transporte, 'aduana', 'chofer_parcial'),
      ...(dte.transporte?.choferParcial && { chofer: dte.transporte.choferParcial }),
      ...pick(emisor, 'guia_exportacion'),
    }),
    ...some('exportacion', exporta),
    ...(raiz === 'Liquidacion' && comisiones && { liquidacion: comisiones }),
    ...(raiz !== 'Liquidacion' && some('compra', compra(dte, comisiones))),
    ...otros(dte, cifra),
    ...some('impresion', impreso as Json),
    ...(observaciones && { observaciones }),
    ...(valores?.length && { valores }),
    totales: totalesToJson(dte),
    detalle: detalleToJson(dte, cifra),
    referencias: referenciasToJson(dte),
  }
}
