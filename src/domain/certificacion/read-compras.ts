// The text of the books of purchases: a record of three lines a document, or of one with `OBS:` below where
// the book is for those who are exempt (domain/certificacion §2.1).

import { filaConPapel } from '../dte/tipos'
import { type Apuntes, cellsOf, isRegla, type Linea, quote } from './apuntes'
import { foldClave } from './letras'
import { tipoDeCompra } from './nombres-set'
import { readNumero } from './numeros'
import type { ClaseSet, CompraTexto, SeccionSet } from './set'

type Seccion = Pick<SeccionSet, 'compras' | 'notas' | 'observaciones' | 'factor'>

interface Lectura {
  clase: ClaseSet
  seccion: Seccion
  apuntes: Apuntes
  /** `cabeza` until the head was read, then the records, then what follows them. */
  parte: 'cabeza' | 'registros' | 'final'
  /** The record whose amounts or remark are still to come. */
  abierto: CompraTexto | null
  conMontos: boolean
  /** After a blank line no remark goes on. */
  trasBlanco: boolean
}

const CABEZAS = /^(?:TIPO (?:DE )?DOCUMENTO\b|OBSERVACION(?:ES)?$|FOLIO\b|MONTO EXENTO\b|MONTO AFECTO\b)/

/** Lines of another book after the end of one. */
const AJENAS = /^TIPO (?:DE )?DOCUMENTO\b|\bCASO \d{1,2} CORRESPONDE\b/

export function readCompras(
  clase: ClaseSet,
  lineas: readonly Linea[],
  linea: number,
  seccion: Seccion,
  apuntes: Apuntes,
): void {
  const l: Lectura = {
    clase,
    seccion,
    apuntes,
    parte: 'cabeza',
    abierto: null,
    conMontos: false,
    trasBlanco: false,
  }
  for (const line of lineas) {
    if (!line.clave) {
      l.trasBlanco = true
      continue
    }
    if (/^OBSERVACIONES GENERALES\b/.test(line.clave)) l.parte = 'final'
    else if (isRegla(line)) {
      if (l.parte === 'registros' && seccion.compras.length) l.parte = 'final'
    } else if (l.parte !== 'final' && !l.abierto && CABEZAS.test(line.clave)) l.parte = 'registros'
    else if (l.parte === 'cabeza') seccion.notas.push(line.raw.trim())
    else if (l.parte === 'final') {
      if (AJENAS.test(line.clave)) {
        const mensaje = `Esta línea es de otro libro, cuyo título no se lee: ${quote(line.raw)}`
        apuntes.falta(line.n, 'titulo', mensaje)
      } else seccion.observaciones.push(line.raw.trim())
    } else readRegistro(l, line)
    l.trasBlanco = false
  }
  closeRegistro(l)
  seccion.factor = readFactor(seccion.observaciones)
  if (!seccion.compras.length)
    apuntes.falta(linea, 'sin_documentos', 'El libro de compras no trae documentos')
}

/** A record's first line: type and folio, and amounts where they stand beside them. */
function openRegistro(line: Linea): { compra: CompraTexto; cells: string[] } | null {
  let [nombre = '', folio = '', ...cells] = cellsOf(line.raw)
  if (!/^\d{1,12}$/.test(folio)) {
    const match = /^(.{1,60}) (?:N[.°º]* ?)?(\d{1,12})$/.exec(nombre)
    if (!match) return null
    cells = folio ? [folio, ...cells] : []
    nombre = match[1]!
    folio = match[2]!
  }
  const tipo = tipoDeCompra(foldClave(nombre))
  if (tipo === undefined) return null
  const compra = {
    tipoDocumento: tipo,
    folio: folio.replace(/^0+(?=\d)/, ''),
    observacion: '',
    exento: null,
    afecto: null,
  }
  return { compra: { ...compra, linea: line.n }, cells }
}

function readRegistro(l: Lectura, line: Linea): void {
  const { seccion, apuntes, abierto } = l
  const exentos = l.clase === 'libro_compras_exentos'
  const opened = !abierto || exentos || l.conMontos || abierto.observacion ? openRegistro(line) : null
  if (opened) {
    closeRegistro(l)
    l.abierto = opened.compra
    l.conMontos = exentos
    seccion.compras.push(opened.compra)
    if (opened.cells.length && !setMontos(l, line, opened.cells)) noteMontos(l, line)
    else if (opened.cells.length) l.conMontos = true
    return
  }
  if (!abierto) {
    apuntes.falta(line.n, 'compra', `No se lee como documento y folio: ${quote(line.raw)}`)
    return
  }
  const cells = cellsOf(line.raw)
  if (cells.every((cell) => readNumero(cell))) {
    if (l.conMontos && !exentos) apuntes.falta(line.n, 'compra', `Montos de más: ${quote(line.raw)}`)
    else if (!setMontos(l, line, cells)) noteMontos(l, line)
    l.conMontos = true
    return
  }
  // The remark was read: amounts are due, of which something is no number.
  if (!exentos && !l.conMontos && abierto.observacion && (cells.length > 1 || /^[\d$-]/.test(cells[0]!))) {
    noteMontos(l, line)
    l.conMontos = true
    return
  }
  const text = line.raw.trim().replace(/^OBS(?:ERVACI.N)?\.? ?: ?/i, '')
  const marked = text !== line.raw.trim()
  const goesOn = cells.length === 1 && !l.trasBlanco && (!exentos || abierto.observacion)
  if (exentos ? !marked && !goesOn : l.conMontos)
    apuntes.falta(line.n, 'compra', `No se lee como documento y folio: ${quote(line.raw)}`)
  else abierto.observacion = abierto.observacion ? `${abierto.observacion} ${text}` : text
}

const noteMontos = ({ apuntes }: Lectura, line: Linea): void =>
  apuntes.falta(line.n, 'numero', `No se leen los montos: ${quote(line.raw)}`)

/** One amount is the affected, if a tab stands in front of it; both, exempt and affected. */
function setMontos(l: Lectura, line: Linea, cells: readonly string[]): boolean {
  const abierto = l.abierto!
  const montos = cells.map((cell) => readNumero(cell)?.valor)
  if (montos.length > 2 || montos.some((monto) => monto === undefined || /[-.]/.test(monto))) return false
  if (montos.length === 2) {
    abierto.exento = montos[0]!
    abierto.afecto = montos[1]!
    return true
  }
  const campo = campoDelMonto(l, line)
  abierto[campo] = montos[0]!
  return true
}

/** Where a single amount belongs; without a tab to tell, it is asked. */
function campoDelMonto(
  { clase, abierto, seccion, apuntes }: Lectura,
  { n, raw }: Linea,
): 'exento' | 'afecto' {
  if (clase === 'libro_compras') {
    if (/^ *\t/.test(raw)) return 'afecto'
    if (/\d[ \t]*\t[ \t]*$/.test(raw)) return 'exento'
  } else if (filaConPapel(abierto!.tipoDocumento)?.exento) return 'exento'
  const { exento } = filaConPapel(abierto!.tipoDocumento) ?? {}
  const propuesta = clase === 'libro_compras' && !exento ? 'afecto' : 'exento'
  apuntes.duda({
    clave: `${clase}.compra${seccion.compras.length}.monto`,
    clase,
    caso: null,
    linea: n,
    mensaje: `No se sabe si el monto de ${quote(raw)} es exento o afecto: diga cuál`,
    propuesta,
  })
  return propuesta
}

/** A record without amounts is a fault, but for notes that annul, which have those of their document. */
function closeRegistro(l: Lectura): void {
  const { abierto, apuntes } = l
  if (!abierto) return
  const anula = /\bANUL/.test(foldClave(abierto.observacion))
  if (
    abierto.exento === null &&
    abierto.afecto === null &&
    !anula &&
    !(l.conMontos && l.clase === 'libro_compras')
  )
    apuntes.falta(abierto.linea, 'compra', `El documento de folio ${abierto.folio} no trae montos`)
  l.abierto = null
}

/** The factor of common use, which the text breaks over two lines. */
function readFactor(observaciones: readonly string[]): string | null {
  const text = foldClave(observaciones.join(' '))
  const match = /\bFACTOR\b[^0-9]{0,80}?(\d?[.,]\d{1,4}(?!\w)|\d{1,3} ?%)/.exec(text)
  if (!match) return null
  const value = match[1]!
  if (value.endsWith('%')) return `0.${value.replace(/ ?%/, '').padStart(2, '0')}`
  return `${value[0] === '.' || value[0] === ',' ? '0' : ''}${value.replace(',', '.')}`
}
