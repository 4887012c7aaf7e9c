// Finds the invoice's sender: by a label, by the ending that companies' names have, or by what stands
// highest; never the receiver.

import type { Dudas } from './candidatos'
import { below, type Casilla, column, type Documento, findLabels, rightOf } from './documento'
import * as E from './etiquetas'
import { datesIn } from './fechas'
import { amountsIn } from './monedas'
import { paisAtEnd } from './paises'
import { fold } from './plano'
import type { Propuesta } from './tipos'

const EMPRESA =
  /(?:^|[\s,])(?:llc|l\.l\.c\.|inc|inc\.|incorporated|corp|corp\.|corporation|ltd|ltd\.|limited|llp|plc|gmbh|ag|kg|ug|s\.? ?l\.?(?: ?u\.?)?|s\.? ?a\.?(?: ?[suc]\.?)?|s\.?a\.? de c\.?v\.?|sapi de cv|spa|s\.p\.a\.|srl|s\.? ?r\.? ?l\.?|ltda|ltda\.|eireli|me|epp|b\.? ?v\.?|n\.? ?v\.?|oy|ab|as|asa|aps|pbc|a\/s|sarl|sas|s\.a\.s\.|pty\.? ltd\.?|pte\.? ltd\.?|pvt\.? ltd\.?|co\.,? ltd\.?|k\.k\.|sp\. z o\.o\.|d\.o\.o\.|s\.r\.o\.|kft|oü|ou|lda|lda\.)\.?$/
const CONTACTO =
  /@|https?:|www\.|\b(?:tel|phone|telefono|telefone|fax|email|e-mail|correo|mobile|web)\b(?:[.:]| *[+(\d])/
/** A RUT of Chile is the customer's. */
const RUT = /^(?:cl ?)?(?:rut ?)?\d{1,2}\.?\d{3}\.?\d{3}-[\dk]$/i
const ID = /^[A-Z]{0,4}[ -]?(?=(?:[^\d]*\d){6})[\dA-Z](?:[\dA-Z.\-/ ]*[\dA-Z])?/i
const BLOQUE = 9
const ROTULO = new RegExp(
  [E.NUMERO, E.FECHA, E.TOTAL]
    .flat()
    .map(({ palabras }) => palabras.source)
    .join('|'),
)

/** Cells of the customer's block, or of several. */
function customerCells(doc: Documento): Set<Casilla> {
  const cells = new Set<Casilla>()
  for (const { casilla, resto } of findLabels(doc, E.CLIENTE)) {
    cells.add(casilla)
    const right = resto
      ? []
      : rightOf(doc, casilla)
          .filter(({ plano }) => !E.PROVEEDOR.test(plano))
          .slice(0, 1)
    for (const cell of right)
      if (below(doc, casilla) === null) for (const one of column(doc, cell, BLOQUE)) cells.add(one)
    for (const cell of column(doc, casilla, BLOQUE)) {
      if (cell !== casilla && (E.PROVEEDOR.test(cell.plano) || E.DESCRIPCION.test(cell.plano))) break
      cells.add(cell)
    }
  }
  return cells
}

interface Nombrado {
  casilla: Casilla
  nombre: string
  seguro: boolean
}

/** Where to pay, which is seldom who sold. */
const BANCO = /\b(?:bank|banco|banque|iban|swift|bic)\b/

/** Longer ones are text. */
const NOMBRE_MAX = 120

const clean = (texto: string): string => texto.split(/ [·|•] |\s+[–—-]\s+/)[0]!.trim()
const isName = (texto: string, plano: string): boolean =>
  /\p{L}{2}/u.test(texto) &&
  texto.length <= NOMBRE_MAX &&
  !texto.endsWith(':') &&
  !CONTACTO.test(plano) &&
  !ROTULO.test(plano) &&
  !BANCO.test(plano) &&
  !E.TAX_ID.test(plano) &&
  datesIn(texto).length === 0

function labelled(doc: Documento, customers: ReadonlySet<Casilla>): Nombrado | null {
  for (const { casilla, resto } of findLabels(doc, E.PROVEEDOR)) {
    if (customers.has(casilla) && !resto) continue
    const own = resto.replace(/^(?:name|nombre)\b[:\s]*/i, '')
    if (own && isName(own, own.toLowerCase()) && /^\p{Lu}|\d/u.test(own))
      return { casilla, nombre: companyIn(own) ?? clean(own), seguro: true }
    if (own) continue
    const next = [below(doc, casilla), rightOf(doc, casilla)[0]].find(
      (cell) => cell && !customers.has(cell) && isName(cell.texto, cell.plano),
    )
    if (!next) continue
    const named = next.texto.slice(E.NOMBRE.exec(next.plano)?.[0].length ?? 0)
    const nombre = companyIn(named) ?? clean(named)
    if (nombre) return { casilla: next, nombre, seguro: true }
    const inside = [rightOf(doc, next)[0], below(doc, next)].find(
      (cell) => cell && isName(cell.texto, cell.plano),
    )
    if (inside) return { casilla: inside, nombre: clean(inside.texto), seguro: true }
  }
  return null
}

const TITULO =
  /^(?:tax |vat |commercial |sales |pro-?forma )?(?:invoice|factura|fatura|receipt|recibo|credit note|nota|statement|bill|page|pagina|copia|original|thank)/

/** The company that a text begins with, by the ending of its name; its address may follow behind commas. */
function companyIn(texto: string): string | null {
  if (!/^[\p{Lu}\d]/u.test(texto)) return null
  const parts = clean(texto).split(',')
  for (let n = 1; n <= parts.length; n++) {
    const name = parts.slice(0, n).join(',')
    if (name.length > NOMBRE_MAX || name.split(' ').length > 9) return null
    if (EMPRESA.test(fold(name).replace(/[)(]/g, ''))) return name.trim()
  }
  return null
}

function unlabelled(doc: Documento, customers: ReadonlySet<Casilla>, dudas: Dudas): Nombrado | null {
  const free = doc.casillas.filter(
    (cell) => !customers.has(cell) && isName(cell.texto, cell.plano) && !TITULO.test(cell.plano),
  )
  const companies = free.flatMap((casilla) => {
    const nombre = companyIn(casilla.texto)
    return nombre ? [{ casilla, nombre }] : []
  })
  const blockOf = (cell: Casilla): number => column(doc, cell, BLOQUE).length
  const [named] = companies
  // Said twice, as a title and over its address: the address tells more.
  const first = companies
    .filter(({ nombre }) => nombre === named?.nombre)
    .reduce<Casilla | undefined>((a, { casilla: b }) => (a && blockOf(a) >= blockOf(b) ? a : b), undefined)
  if (first && named) {
    const { nombre } = named
    const others = [...new Set(companies.map((one) => one.nombre))].filter((other) => other !== nombre)
    if (others.length)
      dudas.add('proveedor.nombre', 'El archivo nombra más de una empresa', others.slice(0, 5))
    return { casilla: first, nombre, seguro: others.length === 0 }
  }
  const top = free.filter(
    ({ pagina, linea, texto }) => pagina === 1 && linea < 12 && amountsIn(texto, null).length === 0,
  )
  const [highest] = top.sort((a, b) => b.alto - a.alto || a.linea - b.linea)
  if (!highest) return null
  dudas.add('proveedor.nombre', 'Ningún rótulo lo dice: es lo más destacado del encabezado')
  return { casilla: highest, nombre: clean(highest.texto), seguro: false }
}

function taxIdOf(doc: Documento, customers: ReadonlySet<Casilla>, own: readonly Casilla[]): string | null {
  const found = findLabels(doc, E.TAX_ID).flatMap(({ casilla, resto }) => {
    const theirs =
      (customers.has(casilla) && !own.includes(casilla)) ||
      /^(?:customer|client|your|su |buyer|bill)/.test(casilla.plano)
    if (theirs) return []
    const next = resto ? undefined : (rightOf(doc, casilla)[0] ?? below(doc, casilla) ?? undefined)
    const text = resto || next?.texto || ''
    const [id] = ID.exec(text) ?? []
    if (!id || RUT.test(id.trim()) || id.length > 30 || datesIn(id).length) return []
    return [{ id: id.trim(), own: own.includes(casilla) }]
  })
  return (found.find(({ own }) => own) ?? found[0])?.id ?? null
}

/** A field that does not tell the supplier's place: `Our ref: 55`, a title. */
const isField = ({ texto, plano }: Casilla): boolean =>
  !E.TAX_ID.test(plano) &&
  !CONTACTO.test(plano) &&
  (ROTULO.test(plano) || TITULO.test(plano) || /^\p{L}[\p{L} .]{1,24}:\s*\S/u.test(texto))

const CORTE =
  /^(?:date|invoice|factura|fatura|number|total|due|po\b|order|payment|description|descripcion|descricao|item|concepto|qty|amount|page|nota|data\b|fecha|periodo|period|account|inscricao)/

export function readProveedor(doc: Documento, dudas: Dudas): Propuesta['proveedor'] {
  const customers = customerCells(doc)
  const found = labelled(doc, customers) ?? unlabelled(doc, customers, dudas)
  if (!found) return { nombre: null, pais: null, taxId: taxIdOf(doc, customers, []), direccion: null }
  const { casilla, nombre } = found
  const isOther = (texto: string): boolean => {
    const company = companyIn(texto)
    return company !== null && company !== nombre
  }
  const block = column(doc, casilla, BLOQUE).slice(1)
  const end = block.findIndex(
    (cell) =>
      customers.has(cell) ||
      isField(cell) ||
      CORTE.test(cell.plano) ||
      E.PROVEEDOR.test(cell.plano) ||
      E.CLIENTE.test(cell.plano) ||
      isOther(cell.texto),
  )
  const rest = casilla.texto.slice(casilla.texto.indexOf(nombre) + nombre.length).replace(/^[\s,·|•–—-]+/, '')
  // An address that ends in its country in the name's own line is whole: what stands below is another's.
  const lines = paisAtEnd(rest) ? [] : end < 0 ? block : block.slice(0, end)
  const address = [rest, ...lines.map(({ texto }) => texto)].filter(
    (line) =>
      line !== '' &&
      !CONTACTO.test(line.toLowerCase()) &&
      !E.TAX_ID.test(line.toLowerCase()) &&
      /\p{L}/u.test(line),
  )
  const named = address.map((line) => paisAtEnd(line))
  const at = named.findLastIndex((code) => code !== null)
  const shown = address.slice(
    0,
    at >= 0 ? at + 1 : address.findIndex((line) => !/\d/.test(line)) < 0 ? address.length : address.length,
  )
  const taxId = taxIdOf(doc, customers, [casilla, ...lines])
  const pais = (at >= 0 ? named[at]! : null) ?? deduced(taxId, shown, dudas)
  if (pais === 'GE') dudas.add('proveedor.pais', 'Georgia es también un estado de los Estados Unidos', ['US'])
  if (pais === 'CL') dudas.add('proveedor.pais', 'Chile es el país de quien compra: puede ser su dirección')
  return {
    nombre,
    pais,
    taxId,
    direccion: direccionOf(shown.map((line) => line.replace(/[,;]$/, ''))),
  }
}

/** A country alone is no address, nor are words without a number or a country. */
const direccionOf = (lines: readonly string[]): string | null => {
  if (!lines.some((line) => /\d/.test(line) || paisAtEnd(line))) return null
  const useful = lines.length > 1 || /[\d,]/.test(lines[0] ?? '') || paisAtEnd(lines[0] ?? '') === null
  return useful ? lines.join(', ').slice(0, 300) : null
}

const EUROPA =
  /^(AT|BE|BG|CY|CZ|DE|DK|EE|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)[ -]?[\dA-Z]{7,12}$/
const ESTADO =
  /\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]) \d{5}(?:-\d{4})?\b/

/** The country by the taxpayer's number or the postal code: told as doubtful. */
function deduced(taxId: string | null, address: readonly string[], dudas: Dudas): string | null {
  const europe = EUROPA.exec(taxId?.replace(/[ .-]/g, '') ?? '')?.[1]
  const pais = europe ?? (address.some((line) => ESTADO.test(line)) ? 'US' : null)
  const brazil = pais === null && /^\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}$/.test(taxId ?? '') ? 'BR' : pais
  if (brazil)
    dudas.add('proveedor.pais', 'No está escrito: se deduce del número de contribuyente o del código postal')
  return brazil
}
