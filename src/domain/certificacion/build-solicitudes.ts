// The requests of a set's cases as the API takes them (domain/certificacion §2.2), what each must come to,
// and what a person has to say first.

import { jsonOfDecimal } from '../decimal'
import { tasaIva } from '../dte/impuestos'
import { FACTURA_COMPRA, GUIA, type TipoDte, tipoDocumento } from '../dte/tipos'
import { blocksOfNota, buildExportacion } from './build-exportacion'
import { buildTrasladoSet } from './build-guia'
import { buildLiquidacion } from './build-liquidacion'
import { codigoDe, linesOfNota } from './build-notas'
import { type CodigoNota, ContextoSet, lineaDe, type Pedido } from './contexto-set'
import { answerSeccion } from './respuestas'
import type { AjustesSet, Bloque, CasoSet, DudaSet, SeccionSet, SolicitudCaso } from './set'
import { computeEsperados } from './totales-esperados'

/** Total retention of the IVA. */
const RETENCION_TOTAL = 15

type Parte = Partial<Pick<Pedido, 'receptor'>> & {
  detalle: Pedido['detalle']
  bloque: Record<string, unknown>
  referencias?: Record<string, unknown>[]
}

/** The cases of a section that Timbre can build: none of a book. `hoy` is Chile's date, that of issue. */
export function buildSolicitudes(
  seccion: SeccionSet,
  ajustes: AjustesSet,
  hoy: string,
): { solicitudes: SolicitudCaso[]; dudas: DudaSet[] } {
  const contexto = new ContextoSet(answerSeccion(seccion, ajustes.respuestas), ajustes, hoy)
  const solicitudes: SolicitudCaso[] = []
  for (const caso of contexto.seccion.casos) {
    const pedido = buildPedido(contexto, caso)
    if (!pedido) continue
    contexto.pedidos.push(pedido)
    const { solicitud } = pedido
    const { totales, mitad } = computeEsperados(solicitud as never, tasaIva(hoy))
    if (mitad) {
      const mensaje =
        'Un monto cae en medio peso exacto, y no se sabe cómo lo redondea el SII: se redondea hacia arriba'
      contexto.ask(caso, 'medio_peso', caso.linea, mensaje, 'arriba')
    }
    solicitudes.push({ caso: caso.numero, solicitud, totales })
  }
  return { solicitudes, dudas: contexto.dudas }
}

/** A case's request; null for a note whose document could not be built. */
function buildPedido(contexto: ContextoSet, caso: CasoSet): Pedido | null {
  const { seccion, hoy } = contexto
  const { clase, atencion } = seccion
  const referido = caso.referencia ? contexto.pedidoDe(caso.referencia.caso) : undefined
  if (caso.referencia && !referido) return null
  const codigo = referido ? codigoDe(contexto, caso) : null
  const parte = referido ? partOfNota(contexto, caso, codigo!, referido) : partOf(contexto, caso)
  const receptor = parte.receptor ?? referido?.receptor
  const set =
    clase === 'boleta'
      ? { codigo: 'SET', razon: `CASO-${caso.numero}` }
      : {
          tipo_documento: 'SET',
          folio: String(caso.numero),
          fecha: hoy,
          razon: `CASO ${atencion}-${caso.numero}`,
        }
  const referencias = [
    set,
    ...(parte.referencias ?? []),
    ...(referido ? [{ caso: referido.caso.numero, codigo, razon: caso.razon!.slice(0, 90) }] : []),
  ]
  const solicitud = {
    tipo_dte: caso.tipoDte,
    ...(clase !== 'boleta' && { fecha_emision: hoy }),
    ...(receptor && { receptor }),
    detalle: parte.detalle,
    ...parte.bloque,
    referencias,
  }
  return { caso, solicitud, detalle: parte.detalle, receptor, codigo }
}

/** A document that acts on no other. */
function partOf(contexto: ContextoSet, caso: CasoSet): Parte {
  const { clase } = contexto.seccion
  const tipo = tipoDocumento(caso.tipoDte as TipoDte)
  if (clase === 'boleta') return { detalle: linesOf(contexto, caso), bloque: {} }
  if (tipo.monedaExtranjera) {
    return buildExportacion(
      contexto,
      caso,
      receptorDe(contexto, contexto.ajustes.receptoresExtranjeros, caso),
    )
  }
  if (clase === 'liquidacion') {
    const { detalle, bloque } = buildLiquidacion(contexto, caso)
    return {
      detalle,
      bloque: { ...bloque },
      receptor: receptorDe(contexto, contexto.ajustes.receptores, caso),
    }
  }
  if (caso.tipoDte === GUIA) return partOfGuia(contexto, caso)
  const detalle = linesOf(contexto, caso)
  const receptor = receptorDe(contexto, contexto.ajustes.receptores, caso)
  if (caso.tipoDte === FACTURA_COMPRA) {
    const retencion = { codigo: RETENCION_TOTAL, tasa: jsonOfDecimal(tasaIva(contexto.hoy)) }
    return { detalle, bloque: { compra: { tipo_transaccion: 1, retencion } }, receptor }
  }
  return { detalle, bloque: globalOf(caso), receptor }
}

function partOfGuia(contexto: ContextoSet, caso: CasoSet): Parte {
  const { traslado, interno } = buildTrasladoSet(contexto, caso)
  const detalle = caso.items.map((item) => lineaDe({ ...item, unidad: item.unidad ?? 'UN' }, item.exento))
  const receptor = interno
    ? ownReceptor(contexto, caso)
    : receptorDe(contexto, contexto.ajustes.receptores, caso)
  return { detalle, bloque: { traslado }, receptor }
}

/** A note: its lines, and of the document it acts on what a note of its kind keeps. */
function partOfNota(contexto: ContextoSet, caso: CasoSet, codigo: CodigoNota, referido: Pedido): Parte {
  const { clase } = contexto.seccion
  const origin = tipoDocumento(referido.caso.tipoDte as TipoDte)
  // Over an exempt invoice a note says of each line that it is exempt.
  const exentas = origin.exento && !origin.monedaExtranjera
  const lines = linesOfNota(contexto, caso, codigo, referido).map((line) =>
    exentas ? { ...line, exento: true } : line,
  )
  if (tipoDocumento(caso.tipoDte as TipoDte).monedaExtranjera) {
    return { detalle: lines, bloque: blocksOfNota(referido, codigo === 1) }
  }
  if (clase === 'compra') {
    const detalle = lines.map((line) =>
      codigo === 2 ? line : { ...line, impuesto_adicional: RETENCION_TOTAL },
    )
    return { detalle, bloque: {} }
  }
  const { DscRcgGlobal } = referido.solicitud
  const whole = codigo === 1 && DscRcgGlobal !== undefined
  return {
    detalle: lines,
    bloque: whole || keepsGlobal(contexto, caso, codigo, referido) ? { DscRcgGlobal } : {},
  }
}

/**
 * Whether returned goods keep the global discount of their invoice, of which the instructions say nothing.
 */
function keepsGlobal(
  contexto: ContextoSet,
  caso: CasoSet,
  codigo: CodigoNota,
  { solicitud, caso: own }: Pedido,
): boolean {
  if (codigo !== 3 || solicitud.DscRcgGlobal === undefined) return false
  const mensaje = `La factura del caso ${own.numero} tiene descuento global: diga si la nota lo lleva también (si o no)`
  const isAnswer = (text: string): boolean => text === 'si' || text === 'no'
  return contexto.ask(caso, 'descuento_global', caso.linea, mensaje, 'si', isAnswer) === 'si'
}

/** The lines as the text has them; a price without quantity is of one unit. */
function linesOf(contexto: ContextoSet, caso: CasoSet): Pedido['detalle'] {
  const exentas = tipoDocumento(caso.tipoDte as TipoDte).exento
  return caso.items.map((item, i) => {
    const line = lineaDe(item, item.exento && !exentas)
    if (item.cantidad !== null || item.precio === null) return line
    const mensaje = `«${item.nombre}» tiene precio y no cantidad: diga cuántas unidades son`
    const isCantidad = (text: string): boolean => /^\d{1,12}(?:\.\d{1,6})?$/.test(text)
    const cantidad = contexto.ask(caso, `item${i + 1}.cantidad`, item.linea, mensaje, '1', isCantidad)
    return { ...line, cantidad: jsonOfDecimal(cantidad!) }
  })
}

const globalOf = ({ descuentoGlobalPct }: CasoSet): Record<string, unknown> =>
  descuentoGlobalPct === null
    ? {}
    : {
        DscRcgGlobal: [
          {
            tipo: 'D',
            glosa: 'DESCUENTO GLOBAL ITEMES AFECTOS',
            tipo_valor: '%',
            valor: jsonOfDecimal(descuentoGlobalPct),
          },
        ],
      }

/** The next receiver: a different one for each document, as the instructions want, as far as they go. */
function receptorDe(
  contexto: ContextoSet,
  receptores: AjustesSet['receptores'],
  caso: CasoSet,
): Bloque | undefined {
  if (receptores?.length) {
    const before = contexto.pedidos.filter(({ codigo }) => codigo === null).length
    return receptores[before % receptores.length]
  }
  const foreign = tipoDocumento(caso.tipoDte as TipoDte).monedaExtranjera
  const mensaje = foreign
    ? 'Falta a quién se emiten las exportaciones: dé al menos un receptor extranjero'
    : 'Falta a quién se emiten los documentos: dé al menos un receptor, mejor uno distinto por documento'
  contexto.ask(
    null,
    foreign ? 'receptores_extranjeros' : 'receptores',
    contexto.seccion.linea,
    mensaje,
    null,
    () => false,
  )
  return undefined
}

function ownReceptor(contexto: ContextoSet, caso: CasoSet): Bloque | undefined {
  const { propio } = contexto.ajustes
  if (propio) return propio
  const mensaje = 'Un traslado entre bodegas lo recibe la propia empresa: faltan sus datos como receptor'
  contexto.ask(null, 'propio', caso.linea, mensaje, null, () => false)
  return undefined
}
