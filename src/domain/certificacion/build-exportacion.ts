// Requests of the two sets of exports (domain/certificacion §2.2).

import { decimal, jsonOfDecimal, micro, percentOf } from '../decimal'
import { buildAduana, codigoAduanaDe, isServicioSet, monedaDe, numeroDe, valorDe } from './build-aduana'
import type { ContextoSet, LineaPedida, Pedido } from './contexto-set'
import { lineaDe, SIN_PAGO } from './contexto-set'
import { foldClave } from './letras'
import { findPorcentaje } from './numeros'
import type { Bloque, CasoSet } from './set'

/** `IndServicio`: services that customs qualifies, and hotels. */
const SERVICIO = 3
const HOTEL = 4
const ANTICIPO = 32

/** The papers that a case refers to, by their words. */
const PAPELES: readonly (readonly [RegExp, string])[] = [
  [/^DUS\b/, '807'],
  [/^(?:B\/L|BL|CONOCIMIENTO DE EMBARQUE)\b/, '808'],
  [/^(?:AWB|GUIA AEREA)\b/, '809'],
  [/^(?:MIC|MANIFIESTO INTERNACIONAL)\b/, '810'],
  [/^CARTA DE PORTE\b/, '811'],
  [/^RESOLUCION(?: DEL?)? SNA\b/, '812'],
  [/^PASAPORTE\b/, '813'],
]

const isPapel = (answer: string): boolean => /^8\d{2}$/.test(answer)

const isHotel = (caso: CasoSet): boolean => caso.claves.some(({ clave }) => clave === 'NACIONALIDAD')

function referenciasDe(contexto: ContextoSet, caso: CasoSet): LineaPedida[] {
  const { hoy } = contexto
  // One line may name two papers: `DUS, AWB`.
  const own = caso.claves
    .filter(({ clave }) => clave === 'REFERENCIA')
    .flatMap(({ valor, linea }) => valor.split(/ ?[,;] ?| Y /).map((one) => ({ valor: one, linea })))
  const folio = String(caso.numero)
  const papeles = own.map(({ valor, linea }, i) => {
    const known = PAPELES.find(([pattern]) => pattern.test(foldClave(valor)))?.[1]
    const mensaje = `No se conoce el documento de la referencia «${valor}»: diga su código (807 DUS, 809 AWB, 810 MIC, 812 SNA)`
    const tipo = known ?? contexto.ask(caso, `referencia${i + 1}`, linea, mensaje, null, isPapel)
    return { tipo_documento: tipo ?? '807', folio, fecha: hoy, razon: valor.slice(0, 90) }
  })
  if (papeles.length || !isHotel(caso)) return papeles
  const mensaje =
    'Un alojamiento lleva una segunda referencia: 813 pasaporte (la más vista) u 812 resolución SNA'
  const tipo = contexto.ask(caso, 'referencia_hotel', caso.linea, mensaje, '813', isPapel)!
  return [{ tipo_documento: tipo, folio, fecha: hoy, razon: tipo === '813' ? 'PASAPORTE' : 'RESOLUCION SNA' }]
}

/** The lines of an invoice: of a service its price is the amount of the line. */
const linesOf = (contexto: ContextoSet, caso: CasoSet): LineaPedida[] =>
  caso.items.map((item, i) => {
    const service = item.total !== null && item.precio === null
    const whole = service
      ? { ...item, cantidad: item.cantidad ?? '1', precio: item.total, total: null }
      : item
    const line = lineaDe(whole, false)
    if (item.unidad === null || item.unidad.length <= 4) return line
    const mensaje = `La unidad «${item.unidad}» no cabe en cuatro letras: diga cómo se escribe`
    const unidad = contexto.ask(caso, `item${i + 1}.unidad`, item.linea, mensaje, item.unidad.slice(0, 4))
    return { ...line, unidad: unidad!.slice(0, 4) }
  })

/** Freight, insurance and commissions abroad as global surcharges, in the order of the text. */
function recargosDe(contexto: ContextoSet, caso: CasoSet): LineaPedida[] {
  const recargo = (glosa: string, valor: string | undefined): LineaPedida[] =>
    valor === undefined || micro(valor) === 0n
      ? []
      : [{ tipo: 'R', glosa, tipo_valor: '$', valor: jsonOfDecimal(valor), afecta_exento: 1 }]
  return [
    ...recargo('FLETE', numeroDe(contexto, caso, 'FLETE')),
    ...recargo('SEGURO', numeroDe(contexto, caso, 'SEGURO')),
    ...recargo('COMISIONES EN EL EXTRANJERO', comisionDe(contexto, caso)),
  ]
}

/** The commission: a percentage of the total of the clause, to two decimals. */
function comisionDe(contexto: ContextoSet, caso: CasoSet): string | undefined {
  const found = valorDe(contexto, caso, 'COMISIONES EN EL EXTRANJERO')
  if (!found) return undefined
  const pct = findPorcentaje(foldClave(found.valor))
  const base = numeroDe(contexto, caso, 'TOTAL CLAUSULA DE VENTA')
  const isMonto = (text: string): boolean => /^\d{1,12}(?:\.\d{1,2})?$/.test(text)
  if (pct && base && /CLAUSULA/.test(pct.resto)) return decimal(percentOf(micro(base), micro(pct.pct), 2))
  if (isMonto(found.valor)) return found.valor
  const mensaje = `No se sabe de qué es la comisión «${found.valor}»: diga su monto, en la moneda del documento`
  return contexto.ask(caso, 'comisiones_en_el_extranjero', found.linea, mensaje, null, isMonto) ?? undefined
}

function tipoCambio(contexto: ContextoSet, caso: CasoSet): string {
  const { ajustes, seccion } = contexto
  const isTipo = (text: string): boolean => /^\d{1,6}(?:\.\d{1,4})?$/.test(text) && micro(text) > 0n
  const own = contexto.respuesta(`${seccion.clase}.${caso.numero}.tipo_cambio`) ?? ajustes.tipoCambio
  if (own && isTipo(own)) return own
  const mensaje =
    'El set no trae el tipo de cambio: diga cuántos pesos vale la moneda (cualquiera que sea coherente sirve)'
  return contexto.ask(null, 'tipo_cambio', seccion.linea, mensaje, null, isTipo) ?? '1'
}

interface ExportacionSet {
  detalle: LineaPedida[]
  bloque: Record<string, unknown>
  referencias: LineaPedida[]
  receptor: Bloque | undefined
}

/** An invoice of an export. */
export function buildExportacion(
  contexto: ContextoSet,
  caso: CasoSet,
  receptor: Bloque | undefined,
): ExportacionSet {
  const { aduana, pais, bultos } = buildAduana(contexto, caso)
  const hotel = isHotel(caso)
  const service = isServicioSet(caso)
  const nacionalidad = codigoAduanaDe(contexto, caso, 'NACIONALIDAD', 'pais') ?? pais
  const formaPago = codigoAduanaDe(contexto, caso, 'FORMA DE PAGO EXPORTACION', 'formaPago')
  const moneda = monedaDe(contexto, caso)
  const globales = recargosDe(contexto, caso)
  const exportacion = {
    ...(moneda && { moneda }),
    tipo_cambio: jsonOfDecimal(tipoCambio(contexto, caso)),
    ...(bultos !== undefined && { tot_bultos: bultos }),
    ...(pais !== undefined && { cod_pais_recep: pais }),
    ...(formaPago !== undefined && { forma_pago_exp: formaPago }),
    ...(service && { ind_servicio: hotel ? HOTEL : SERVICIO }),
    ...(formaPago === ANTICIPO && { fecha_cancelacion: contexto.hoy }),
    ...(Object.keys(aduana).length > 0 && { aduana }),
  }
  return {
    detalle: linesOf(contexto, caso),
    bloque: { exportacion, ...(globales.length > 0 && { DscRcgGlobal: globales }) },
    referencias: referenciasDe(contexto, caso),
    receptor: receptor && withNacionalidad(receptor, nacionalidad),
  }
}

/** The receiver is of the country that the case names. */
const withNacionalidad = (receptor: Bloque, codigo: number | undefined): Bloque =>
  codigo === undefined
    ? receptor
    : {
        ...receptor,
        extranjero: { ...(receptor.extranjero as Bloque | undefined), nacionalidad: String(codigo) },
      }

/**
 * The blocks of a note: currency and countries of its invoice; what annuls it whole takes its surcharges,
 * too.
 */
export function blocksOfNota(referido: Pedido, anula: boolean): Record<string, unknown> {
  const { exportacion, DscRcgGlobal } = referido.solicitud as { exportacion: Bloque; DscRcgGlobal?: unknown }
  const { moneda, tipo_cambio, cod_pais_recep, forma_pago_exp, aduana } = exportacion
  const { cod_pais_destin } = (aduana ?? {}) as Bloque
  const nota = {
    ...optional('moneda', moneda),
    ...optional('tipo_cambio', tipo_cambio),
    ...optional('cod_pais_recep', cod_pais_recep),
    // Nothing is due of a note over what is not paid either.
    ...(forma_pago_exp === SIN_PAGO && { forma_pago_exp }),
    ...(cod_pais_destin !== undefined && { aduana: { cod_pais_destin } }),
  }
  return { exportacion: nota, ...(anula && DscRcgGlobal !== undefined && { DscRcgGlobal }) }
}

const optional = (key: string, value: unknown): Record<string, unknown> =>
  value === undefined ? {} : { [key]: value }
