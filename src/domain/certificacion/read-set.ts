// The text of a set of tests as the SII hands it out, read into sections, cases and books
// (domain/certificacion §2.1). A line that cannot be read is a fault, an uncertain one a doubt; nothing is
// skipped and nothing guessed.

import { isTipoDte } from '../dte/tipos'
import { Apuntes, isRegla, type Linea, quote } from './apuntes'
import { noteDanos } from './danos'
import { cleanLinea, decodeSet, foldClave } from './letras'
import { claseDeSeccion, isReferenciaA } from './nombres-set'
import { readCaso } from './read-caso'
import { readCompras } from './read-compras'
import type { CasoSet, ClaseSet, SeccionSet, SetLeido } from './set'

/**
 * A file with every set has some 600 lines and 20 KB, no line of 300 characters, no set more than ten cases:
 * what is beyond these is none.
 */
const BYTES_MAX = 64_000
/** Blank ones apart. */
const LINEAS_MAX = 1000
const LINEA_MAX = 500
const CASOS_MAX = 40
/** Lines of the preamble that are kept. */
const NOTAS_MAX = 100

interface Abierta {
  seccion: SeccionSet
  lineas: Linea[]
}

/** Reads a file of sets, the invoices' or the boletas'. Costs some milliseconds at most, whatever it holds. */
export function readSet(bytes: Uint8Array): SetLeido {
  const apuntes = new Apuntes()
  if (bytes.length > BYTES_MAX) {
    apuntes.falta(1, 'archivo_largo', `El archivo tiene ${bytes.length} bytes: no es de sets de prueba`)
    return { secciones: [], notas: [], faltas: apuntes.told(), dudas: [] }
  }
  const { texto, copia } = decodeSet(bytes)
  const lineas = splitLineas(texto, apuntes)
  const { abiertas, notas, ajenas } = splitSecciones(lineas, apuntes)
  if (lineas.length && !abiertas.length && !ajenas) {
    const mensaje = 'El archivo no tiene ningún «SET … - NUMERO DE ATENCION: …» ni casos de boleta'
    apuntes.falta(1, 'sin_sets', mensaje)
  }
  for (const { seccion, lineas } of abiertas) {
    seccion.texto = lineas.map(({ raw }) => raw.trimEnd()).join('\n')
    readSeccion(seccion, lineas, apuntes)
    noteDanos(seccion, copia, apuntes)
  }
  return {
    secciones: abiertas.map(({ seccion }) => seccion),
    notas,
    faltas: apuntes.told(),
    dudas: apuntes.dudas,
  }
}

/** The lines of a text, whichever end they have. */
function splitLineas(texto: string, apuntes: Apuntes): Linea[] {
  const lines = texto.split(/\r\n|\n|\r/)
  if (lines.filter((one) => one.trim()).length > LINEAS_MAX) {
    const mensaje = `El archivo tiene más de ${LINEAS_MAX} líneas: no es de sets de prueba`
    apuntes.falta(LINEAS_MAX, 'archivo_largo', mensaje)
    return []
  }
  return lines.map((whole, i) => {
    if (whole.length <= LINEA_MAX) {
      const raw = cleanLinea(whole)
      return { n: i + 1, raw, clave: foldClave(raw) }
    }
    apuntes.falta(i + 1, 'linea_larga', `La línea tiene ${whole.length} caracteres: no es de un set`)
    return { n: i + 1, raw: '', clave: '' }
  })
}

const TITULO =
  /^SET (.{1,120}?) ?[-–—:]* ?(?:N.{0,2}MERO|NRO\.?|N\.?[°º]?) (?:DE )?ATENCI.{0,2}N ?[:.]* ?(\d{1,12})\.?$/
const SIN_NUMERO = /^SET .{0,160}\bATENCI.{0,2}N\b/
const DE_BOLETA = /^(?:SII )?SET (?:DE )?PRUEBAS? (?:DE |PARA )?(?:LAS? )?BOLETAS?\b/
const CASO_DE_BOLETA = /^CASO ?-? ?\d{1,3} ?:?$/

/** A known set's name without the words for its number: a heading that lost them, where it stands apart. */
const isTituloSolo = (clave: string): boolean =>
  clave.startsWith('SET ') && claseDeSeccion(clave.slice(4).replace(/[-–—: ]*\d*$/, '')) !== undefined

const CASO_DE_SET = /^CASO(?: N[.°º]*)? ?-? ?\d{1,12} ?- ?\d{1,3} ?[:.]?$/

/** The sections with their lines, the notes before them, and how many sets were refused. */
function splitSecciones(
  lineas: readonly Linea[],
  apuntes: Apuntes,
): { abiertas: Abierta[]; notas: string[]; ajenas: number } {
  const abiertas: Abierta[] = []
  const notas: string[] = []
  let current: Abierta | null = null
  let ajenas = 0
  const open = (clase: ClaseSet, nombre: string, atencion: string | null, n: number): void => {
    if (abiertas.some(({ seccion }) => seccion.clase === clase)) {
      const mensaje = `El archivo trae dos veces ${quote(nombre)}: vale sólo el último que se bajó, cárguelo aparte`
      apuntes.falta(n, 'seccion_repetida', mensaje)
    }
    current = { seccion: emptySeccion(clase, nombre, atencion, n), lineas: [] }
    abiertas.push(current)
  }
  const refuse = (nombre: string, n: number): void => {
    apuntes.falta(n, 'SET_UNSUPPORTED', `Timbre no conoce el set ${quote(nombre)}`)
    current = null
    ajenas++
  }
  for (const [i, line] of lineas.entries()) {
    const { clave, n, raw } = line
    const before = lineas[i - 1]
    const apart = !before?.clave || isRegla(before)
    const title = clave.startsWith('SET ') ? TITULO.exec(clave) : null
    if (title) {
      const nombre = title[1]!.trim()
      const clase = claseDeSeccion(nombre)
      if (clase) open(clase, nombre, title[2]!, n)
      else refuse(nombre, n)
    } else if (DE_BOLETA.test(clave)) {
      if (/\b(?:EXENTAS?|NO AFECTAS?)\b/.test(clave)) refuse(raw.trim(), n)
      else open('boleta', raw.trim(), null, n)
    } else if (SIN_NUMERO.test(clave) || (apart && isTituloSolo(clave))) {
      apuntes.falta(n, 'titulo', `El título del set no trae su número de atención: ${quote(raw)}`)
      current = null
      ajenas++
    } else {
      if (!current && !ajenas && CASO_DE_SET.test(clave)) {
        apuntes.falta(n, 'titulo', `El caso no está bajo el título de ningún set: ${quote(raw)}`)
      }
      const boleta = !current && !ajenas && CASO_DE_BOLETA.test(clave)
      if (boleta) open('boleta', 'BOLETA ELECTRONICA', null, n)
      if (current) (current as Abierta).lineas.push(line)
      else if (!ajenas && clave && !isRegla(line) && notas.length < NOTAS_MAX) notas.push(raw.trim())
    }
  }
  return { abiertas, notas, ajenas }
}

const emptySeccion = (
  clase: ClaseSet,
  nombre: string,
  atencion: string | null,
  linea: number,
): SeccionSet => ({
  clase,
  nombre,
  atencion,
  linea,
  texto: '',
  notas: [],
  casos: [],
  compras: [],
  factor: null,
  observaciones: [],
})

function readSeccion(seccion: SeccionSet, lineas: readonly Linea[], apuntes: Apuntes): void {
  const { clase, linea } = seccion
  if (clase === 'libro_compras' || clase === 'libro_compras_exentos') {
    readCompras(clase, lineas, linea, seccion, apuntes)
    return
  }
  if (clase === 'libro_ventas' || clase === 'libro_guias') {
    for (const line of lineas) {
      if (!line.clave || isRegla(line)) continue
      // The head of the purchases: theirs is the title that is missing.
      if (/^TIPO (?:DE )?DOCUMENTO\b/.test(line.clave)) {
        apuntes.falta(line.n, 'titulo', 'Los documentos del libro de compras no están bajo su título')
        break
      }
      const deCaso = /\bCASO \d/.test(line.clave)
      if (clase === 'libro_guias' && !deCaso && SUERTE_SIN_CASO.test(line.clave)) askSuerte(line, apuntes)
      const own = deCaso ? seccion.observaciones : seccion.notas
      own.push(line.raw.trim())
    }
    return
  }
  readCasos(seccion, lineas, apuntes)
}

/** The fate of a guide, or its case, where no number of one can be read. */
const SUERTE_SIN_CASO = /\bC.SO\b|\bANULAD|\bFACTUR/

function askSuerte({ n, raw }: Linea, apuntes: Apuntes): void {
  apuntes.duda({
    clave: `libro_guias.linea${n}`,
    clase: 'libro_guias',
    caso: null,
    linea: n,
    mensaje: `No se entiende ${quote(raw)}: confirme que no dice que una guía se facturó o se anuló`,
    propuesta: 'si',
  })
}

const CASO = /^CASO(?: N[.°º]*)? ?-? ?(?:(\d{1,12}) ?- ?)?(\d{1,3}) ?[:.]?$/

/** The cases of a section, numbered 1 to n, each with the section's attention number. */
function readCasos(seccion: SeccionSet, lineas: readonly Linea[], apuntes: Apuntes): void {
  const heads = lineas.flatMap((line, i) => {
    const match = CASO.exec(line.clave)
    return match ? [{ i, line, atencion: match[1] ?? null, numero: Number(match[2]) }] : []
  })
  for (const { clave, raw } of lineas.slice(0, heads[0]?.i ?? lineas.length)) {
    if (clave && !/^[=_*-]{3,}$/.test(clave)) seccion.notas.push(raw.trim())
  }
  if (!heads.length)
    apuntes.falta(seccion.linea, 'sin_casos', `El set ${quote(seccion.nombre)} no trae casos`)
  for (const [k, { i, line, atencion, numero }] of heads.entries()) {
    if (k === CASOS_MAX) {
      const mensaje = `El set ${quote(seccion.nombre)} trae más de ${CASOS_MAX} casos: lo que sigue no se lee`
      apuntes.falta(line.n, 'muchos_casos', mensaje)
      return
    }
    const own = lineas.slice(i + 1, heads[k + 1]?.i)
    if (atencion !== seccion.atencion) {
      const falta = `El caso es del número de atención ${atencion ?? '(ninguno)'} y el set del ${seccion.atencion ?? '(ninguno)'}`
      apuntes.falta(line.n, 'atencion', falta)
    }
    if (numero !== k + 1) {
      apuntes.falta(line.n, 'numero_de_caso', `Se esperaba el caso ${k + 1} y viene el ${numero}`)
    }
    const texto = [line, ...own]
      .map(({ raw }) => raw.trimEnd())
      .join('\n')
      .trimEnd()
    const cabeza = { clase: seccion.clase, atencion: seccion.atencion, numero, linea: line.n }
    const caso = readCaso(cabeza, own, texto, seccion.notas, apuntes)
    seccion.casos.push(caso)
    noteReferencia(seccion, caso, apuntes)
  }
}

/** Notes a reference whose words are of another kind of document than its case. */
function noteReferencia(
  { casos }: SeccionSet,
  { numero, linea, referencia }: CasoSet,
  apuntes: Apuntes,
): void {
  const tipo = casos[(referencia?.caso ?? 0) - 1]?.tipoDte
  if (!referencia || !isTipoDte(tipo) || isReferenciaA(foldClave(referencia.texto), tipo)) return
  const mensaje = `El caso ${numero} dice referirse a ${quote(referencia.texto)}, y el ${referencia.caso} es otro documento`
  apuntes.falta(linea, 'referencia', mensaje)
}
