// The proposal of an invoice, read by rules from its lines (extraccion §3).

import { candidatesOf, createDudas, type Dudas, distinct, heaviest } from './candidatos'
import { below, type Documento, documentOf, findLabels, isHeading, listedBelow } from './documento'
import * as E from './etiquetas'
import { datesIn, type Fecha, ordenDe, ordered } from './fechas'
import { readImportes } from './importes'
import { type Linea, textOf } from './lineas'
import { amountsIn } from './monedas'
import { readProveedor } from './proveedor'
import type { CampoDudoso, Propuesta } from './tipos'
import { doubtUnprinted } from './verbatim'

const NUMERO = /^(?:[A-Z]{1,6} )?(?=[\w./-]*\d)[\p{L}\d](?:[\p{L}\d._/-]{0,40}[\p{L}\d])?(?=$|[\s,;)])/u

const NUMERO_MAX = 42
/** All of a text: `2026 000118`, `INV 2026 118`. */
const EN_PARTES = /^(?:[A-Z]{1,6} )?[\p{L}\d/-]*\d(?: \d[\d/-]*)+$/u
/** Behind the word invoice: `1 of 2`, `2 pages`. */
const DE_HOJAS = /^\d+ (?:of|de|\/|pages?|paginas?)(?=$|[^\p{L}])/iu

/** The number of an invoice at the beginning of a text: neither a day nor an amount. */
function acceptNumero(texto: string): string | null {
  const bare = texto.replace(/^[#:°\s]+/, '')
  const days = datesIn(bare)
  const numero =
    bare.length <= NUMERO_MAX && EN_PARTES.test(bare) && !days.length ? bare : NUMERO.exec(bare)?.[0]
  if (!numero || DE_HOJAS.test(bare) || days.some(({ indice }) => indice === 0)) return null
  if (
    amountsIn(texto.slice(0, numero.length + 5), null).some(
      ({ monedas, indice }) => monedas.length > 0 && indice === 0,
    )
  )
    return null
  return /^\d{1,3}(?:,\d{3})*\.\d{2}$/.test(numero) ? null : numero
}

function readNumero(doc: Documento, dudas: Dudas): string | null {
  const found = candidatesOf(doc, E.NUMERO, acceptNumero)
  if (found.length === 0) return null
  const best = heaviest(found)
  const listed = best.flatMap(({ etiqueta }) =>
    listedBelow(doc, etiqueta, (texto) => (acceptNumero(texto) === texto ? texto : null)),
  )
  const [first, ...others] = distinct([...best.map(({ valor }) => valor), ...listed])
  if (others.length) dudas.add('numero', 'Hay más de un número', others)
  if (EN_PARTES.test(first!))
    dudas.add('numero', 'Lo que sigue puede no ser parte de él', [NUMERO.exec(first!)![0]])
  if (/^20\d\d$/.test(first!)) dudas.add('numero', 'Puede ser un año')
  return first!
}

function readFecha(doc: Documento, dudas: Dudas): string | null {
  const found = candidatesOf(
    doc,
    E.FECHA,
    (texto): Fecha | null => datesIn(texto)[0] ?? null,
    ({ casilla }) =>
      /\b(?:issue|emision|emissao)/.test(casilla.plano) ||
      // A column of days is of its lines: of usage, of payments.
      !(E.FECHA_NO.test(casilla.plano) || (E.FECHA_SOLA.test(casilla.plano) && isHeading(doc, casilla))),
  )
  const accept = (texto: string): Fecha | null => {
    const [day] = datesIn(texto)
    return day?.impresa === texto ? day : null
  }
  const best = found.length
    ? heaviest(found).flatMap(({ valor, etiqueta }) => [valor, ...listedBelow(doc, etiqueta, accept)])
    : datesIn(doc.texto)
  const [first] = best
  if (!first) return null
  const orden = ordenDe(datesIn(doc.texto), first)
  const readings = distinct(best.flatMap((fecha) => ordered(fecha, orden)))
  const [fecha, ...others] = readings
  if (found.length === 0) dudas.add('fecha', 'Ningún rótulo dice que sea la de emisión', others.slice(0, 5))
  else if (ordered(first, orden).length > 1)
    dudas.add('fecha', `${first.impresa} admite dos lecturas`, others)
  else if (others.length) dudas.add('fecha', 'Hay más de una fecha', others)
  return fecha!
}

function readDescripcion(doc: Documento): string | null {
  for (const label of findLabels(doc, E.DESCRIPCION)) {
    const { casilla, resto } = label
    const row = doc.lineas[casilla.linea]!
    const isTable = row.length > 1 && row.some((cell) => cell !== casilla && E.ENCABEZADO.test(cell.plano))
    if (
      !isTable &&
      resto.length > 3 &&
      /[:—–-]\s*$/.test(casilla.texto.slice(0, casilla.texto.length - resto.length))
    )
      return resto.slice(0, 200)
    const first = below(doc, casilla)
    if (
      first &&
      (isTable || (resto === '' && E.DESCRIPCION_SOLA.test(casilla.plano))) &&
      /\p{L}{3}/u.test(first.texto) &&
      !/^(?:sub ?-?total|total)/.test(first.plano)
    )
      return first.texto.slice(0, 200)
  }
  return null
}

export interface Leida {
  propuesta: Propuesta
  camposDudosos: CampoDudoso[]
  texto: string
}

/** Null when no total is printed: then the file proposes nothing. */
export function readReglas(lineas: readonly Linea[]): Leida | null {
  const texto = textOf(lineas)
  const doc = documentOf(lineas, texto)
  const dudas = createDudas()
  const proveedor = readProveedor(doc, dudas)
  const importes = readImportes(doc, proveedor.pais, dudas)
  if (importes.monto === null) return null
  const propuesta: Propuesta = {
    proveedor,
    numero: readNumero(doc, dudas),
    fecha: readFecha(doc, dudas),
    ...importes,
    descripcion: readDescripcion(doc),
  }
  doubtUnprinted(propuesta, texto, dudas)
  return { propuesta, camposDudosos: dudas.list(), texto }
}
