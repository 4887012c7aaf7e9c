// The book of purchases from the set's text: each observation becomes a treatment of the IVA, each note
// takes that of its document, and what the text leaves open is asked (domain/certificacion §3.2).

import { micro, ONE, parseDecimal, percentOf } from '../decimal'
import { tasaIva } from '../dte/impuestos'
import { filaConPapel } from '../dte/tipos'
import { rutDv } from '../rut'
import { foldText } from '../texto'
import { type DetalleLibro, type LibroCompraVenta, sumTotales } from './libro'
import { answerSeccion } from './respuestas'
import type { CompraTexto, DudaSet, SeccionSet } from './set'
import {
  findTratamientos,
  isTratamiento,
  OPCIONES_TRATAMIENTO,
  TRATAMIENTOS,
  type TratamientoCompra,
} from './tratamientos'

interface AjustesLibroCompras {
  /** `YYYY-MM-DD`, of all documents: a day of the book's period. */
  fecha: string
  /** Answers to doubts, by `clave`. */
  respuestas?: Readonly<Record<string, string>>
  /** In the order of the text; for whoever is missing stands an invented one, which no review looks at. */
  proveedores?: readonly { rut: string; razonSocial: string }[]
}

/** A document with the amounts that hold for it: an annulling note without any has those of its document. */
interface Compra {
  texto: CompraTexto
  exento: number
  neto: number
  tratamiento: TratamientoCompra
  /** The document that a note is over. */
  sobre: CompraTexto | null
}

const isNota = ({ tipoDocumento }: CompraTexto): boolean => Boolean(filaConPapel(tipoDocumento)?.nota)
const isPropia = ({ tipoDocumento }: CompraTexto): boolean =>
  filaConPapel(tipoDocumento)?.delComprador ?? false
const claveOf = (que: string, { tipoDocumento, folio }: CompraTexto): string =>
  `${que}:${tipoDocumento}-${folio}`

/** A document's kind, as a note names it beside its number. */
const kindOf = (electronica: boolean, compra: boolean, exenta: boolean): string =>
  [electronica && 'electronica', compra && 'compra', exenta && 'exenta'].join()

function kindOfTipo(tipoDocumento: number): string {
  const fila = filaConPapel(tipoDocumento)
  return kindOf(fila?.codigo === tipoDocumento, fila?.delComprador ?? false, fila?.exento ?? false)
}

/** The document that the words of a note mean: of its number, and of its kind where several have that; null for none or several. */
function findSobre(nota: CompraTexto, compras: readonly CompraTexto[]): CompraTexto | null {
  const plain = foldText(nota.observacion)
  const folio = Number(/(\d+)\D*$/.exec(plain)?.[1])
  const found = compras.filter((una) => !isNota(una) && Number(una.folio) === folio)
  const says = (word: RegExp) => word.test(plain)
  const kind = kindOf(says(/\belectronica\b/), says(/\bde compra\b/), says(/\bexenta\b/))
  const exact = found.length > 1 ? found.filter((una) => kindOfTipo(una.tipoDocumento) === kind) : found
  return exact.length === 1 ? exact[0]! : null
}

/** Collects doubts, and gives the answer to one where it was given and holds. */
function createAsk(seccion: SeccionSet, respuestas: Readonly<Record<string, string>>) {
  const dudas: DudaSet[] = []
  const ask = (
    clave: string,
    linea: number,
    mensaje: string,
    holds: (text: string) => boolean,
  ): string | null => {
    const answer = respuestas[clave]?.trim()
    if (answer !== undefined && holds(answer)) return answer
    dudas.push({ clave, clase: seccion.clase, caso: null, linea, mensaje, propuesta: null })
    return null
  }
  return { dudas, ask }
}

type Ask = ReturnType<typeof createAsk>['ask']

/** The only treatment of an observation that the type can bear; asked when there is none. */
function readTratamiento(seccion: SeccionSet, una: CompraTexto, ask: Ask): TratamientoCompra | null {
  const found = findTratamientos(una.observacion)
  // To whoever sells exempt alone no IVA gives credit.
  const exentos = seccion.clase === 'libro_compras_exentos'
  if (exentos && found.every((one) => one === 'giro')) return 'operaciones_exentas'
  const [only, ...more] = found
  if (!exentos && only && !more.length && (only !== 'retencion_total' || isPropia(una))) return only
  return ask(
    claveOf('tratamiento', una),
    una.linea,
    `No se sabe qué crédito da el IVA de «${una.observacion}». Responda una de: ${OPCIONES_TRATAMIENTO}`,
    isTratamiento,
  ) as TratamientoCompra | null
}

const PESOS = /^\d{1,15}$/
const isFactor = (text: string): boolean =>
  /^[01](?:\.\d{1,3})?$/.test(text) && micro(text) > 0n && micro(text) <= ONE

function readCompra(seccion: SeccionSet, texto: CompraTexto, ask: Ask): Compra | null {
  const sobre = isNota(texto) ? findSobre(texto, seccion.compras) : null
  const bare = texto.exento === null && texto.afecto === null
  const from = bare && sobre && /\banula/.test(foldText(texto.observacion)) ? sobre : texto
  const amount = (que: 'exento' | 'afecto', needed: boolean): number | null => {
    const text = from[que] ?? (needed ? '' : '0')
    if (PESOS.test(text)) return Number(text)
    const mensaje = `El monto ${que} «${text}» no es un número entero de pesos. Indíquelo sin puntos; 0 si no lo tiene`
    const answer = ask(claveOf(que, texto), texto.linea, mensaje, (one) => PESOS.test(one))
    return answer === null ? null : Number(answer)
  }
  const exento = amount('exento', false)
  const neto = amount('afecto', bare && from === texto)
  if (exento === null || neto === null) return null
  // Nothing hangs on it where there is no IVA. A note over an unknown document is asked for its own.
  const tratamiento = neto === 0 ? 'giro' : readTratamiento(seccion, sobre ?? texto, ask)
  return tratamiento && { texto, exento, neto, tratamiento, sobre }
}

/** Invented, valid, and none of those whose last digits mean something to the simulated SII. */
function inventProveedor(n: number): { rut: string; razonSocial: string } {
  const body = String(77_300_010 + 100 * Math.floor(n / 90) + (n % 90))
  return { rut: `${body}-${rutDv(body)}`, razonSocial: `Proveedor ${n + 1}` }
}

function detalleOf(
  { texto, exento, neto, tratamiento, sobre }: Compra,
  proveedor: number,
  ajustes: AjustesLibroCompras,
): DetalleLibro {
  const tasa = tasaIva(ajustes.fecha)
  const impuesto = Number(percentOf(micro(String(neto)), micro(tasa)) / ONE)
  const noRec = TRATAMIENTOS[tratamiento].noRec
  const usoComun = tratamiento === 'uso_comun' ? impuesto : null
  const retenido = tratamiento === 'retencion_total' ? impuesto : null
  return {
    tipoDoc: texto.tipoDocumento,
    folio: Number(texto.folio),
    fecha: ajustes.fecha,
    ...(ajustes.proveedores?.[proveedor] ?? inventProveedor(proveedor)),
    tasa: neto === 0 ? null : tasa,
    exento,
    neto,
    iva: noRec !== undefined || usoComun !== null ? 0 : impuesto,
    activoFijo: tratamiento === 'activo_fijo',
    ivaNoRec: noRec === undefined || neto === 0 ? null : { codigo: noRec, monto: impuesto },
    usoComun,
    retenido,
    propio: sobre !== null && isPropia(sobre),
    total: exento + neto + impuesto - (retenido ?? 0),
  }
}

/**
 * The book of the documents that a set tells of; null while anything of it is in doubt. A treatment is
 * answered by its name, the factor as a decimal, an amount in pesos.
 */
export function computeLibroCompras(
  leida: SeccionSet,
  ajustes: AjustesLibroCompras,
): { libro: LibroCompraVenta | null; dudas: DudaSet[] } {
  const seccion = answerSeccion(leida, ajustes.respuestas)
  const { dudas, ask } = createAsk(seccion, ajustes.respuestas ?? {})
  const compras = seccion.compras.map((texto) => readCompra(seccion, texto, ask))
  const comun = compras.some((una) => una?.tratamiento === 'uso_comun')
  const said = seccion.factor?.trim()
  const mensaje = 'Falta el factor de proporcionalidad del IVA de uso común, como 0.60'
  const factor = comun
    ? said !== undefined && isFactor(said)
      ? said
      : ask('factor', seccion.linea, mensaje, isFactor)
    : null
  // A doubt that several notes share is asked once.
  const once = [...new Map(dudas.map((duda) => [duda.clave, duda])).values()]
  if (once.length) return { libro: null, dudas: once }
  const detalle = compras.map((una, n) => detalleOf(una!, n, ajustes))
  return {
    libro: { operacion: 'COMPRA', totales: sumTotales(detalle, factor && parseDecimal(factor)), detalle },
    dudas: [],
  }
}
