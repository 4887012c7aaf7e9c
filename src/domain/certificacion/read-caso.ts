// One case of a set: its document, reference, tables and trailers (domain/certificacion §2.1). A line that
// is none of these is a fault.

import { type TipoDte, tipoDocumento } from '../dte/tipos'
import { type Apuntes, cellsOf, isRegla, type Linea, quote } from './apuntes'
import { readCampo } from './campos-caso'
import type { Cabeza, Lectura } from './lectura-caso'
import { foldClave } from './letras'
import { TIPOS_DE_CLASE, tipoDeCaso } from './nombres-set'
import type { CasoSet, ClaseSet } from './set'
import { pushFila, readFila } from './tabla'

/** Sentences that stand among the rows and say what is done anyway: returned goods keep their price. */
const FRASES = /^(?:LOS|EL) PRECIOS? UNITARIOS? |^(?:LAS|LA) UNIDAD(?:ES)? DE MEDIDA |^\(\*+\)/
const NOTA = /^(?:IMPORTANTE|INDICACI.N(?:ES)?|NOTAS?|INSTRUCCI.N(?:ES)?(?: AL CONTRIBUYENTE)?|ATENCI.N) ?:/

/** The lines and charges that a document holds (schema DTE_v10): a case with more is none of the SII's. */
const ITEMS_MAX = 60
const COMISIONES_MAX = 20

const isExportacion = (clase: ClaseSet): boolean => clase === 'exportacion_1' || clase === 'exportacion_2'

export function readCaso(
  cabeza: Cabeza,
  lineas: readonly Linea[],
  texto: string,
  notas: string[],
  apuntes: Apuntes,
): CasoSet {
  const { numero, linea, clase } = cabeza
  const boleta = clase === 'boleta'
  const caso: CasoSet = {
    numero,
    linea,
    texto,
    tipoDte: boleta ? TIPOS_DE_CLASE.boleta![0]! : 0,
    documento: boleta ? 'BOLETA ELECTRONICA' : '',
    items: [],
    referencia: null,
    razon: null,
    motivo: null,
    traslado: null,
    descuentoGlobalPct: null,
    comisiones: [],
    claves: [],
    observacion: null,
  }
  const l: Lectura = {
    cabeza,
    caso,
    tabla: null,
    notas,
    apuntes,
    porLinea: [],
    abierta: false,
    cerrado: false,
  }
  let nota = false
  /** After a blank line, where a row that is none is no row. */
  let suelta = false
  for (const line of lineas) {
    if (!line.clave) {
      nota = false
      suelta = true
      continue
    }
    if (isRegla(line)) closeTabla(l, line)
    else if (l.abierta) appendObservacion(l, line)
    else if (readCampo(l, line)) nota = false
    else if (readTablaFila(l, line)) nota = false
    else if (FRASES.test(line.clave)) notas.push(line.raw.trim())
    else if (NOTA.test(line.clave) || ((nota || l.cerrado) && !hasMonto(line))) {
      nota = true
      notas.push(line.raw.trim())
    } else noteDesconocida(l, line, suelta)
    suelta = false
    if (caso.items.length > ITEMS_MAX || caso.comisiones.length > COMISIONES_MAX) {
      const mensaje = `El caso ${numero} tiene más ítems de los que caben en un documento: lo que sigue de él no se lee`
      apuntes.falta(line.n, 'muchos_items', mensaje)
      break
    }
  }
  finishCaso(l)
  return caso
}

/**
 * A ruler ends a table that has rows; one of dashes after the document ends the case, and notes may follow.
 */
function closeTabla(l: Lectura, { clave }: Linea): void {
  const open = l.tabla && l.tabla.filas.length === 0
  if (open) return
  l.tabla = null
  if (
    l.caso.documento &&
    (clave[0] !== '=' || l.cabeza.clase === 'boleta') &&
    l.caso.items.length + (l.caso.razon ? 1 : 0) > 0
  )
    l.cerrado = true
}

function appendObservacion(l: Lectura, { raw }: Linea): void {
  l.caso.observacion = `${l.caso.observacion} ${raw.trim()}`
  l.abierta = !/["”»]$/.test(raw.trim())
}

function readTablaFila(l: Lectura, line: Linea): boolean {
  const { tabla, cabeza } = l
  if (!tabla) return false
  const read = readFila(line, tabla, isExportacion(cabeza.clase))
  if ('falta' in read) return false
  const lugar = {
    prefijo: `${cabeza.clase}.${cabeza.numero}`,
    clase: cabeza.clase,
    caso: cabeza.numero,
    decimales: isExportacion(cabeza.clase),
  }
  pushFila(read, tabla, lugar, l.apuntes)
  return true
}

/** A line that is nothing of a case: in a table its cells are counted, else its words are told. */
function noteDesconocida({ tabla, cabeza, apuntes }: Lectura, line: Linea, suelta: boolean): void {
  const row = tabla && !suelta && /\t| {2}/.test(line.raw.trim())
  const read = row && readFila(line, tabla, isExportacion(cabeza.clase))
  if (read && 'falta' in read) {
    apuntes.falta(line.n, read.codigo, `${read.falta}: ${quote(line.raw)}`)
    return
  }
  const mensaje = `No se sabe qué es esta línea del caso ${cabeza.numero}: ${quote(line.raw)}`
  apuntes.falta(line.n, 'linea_desconocida', mensaje)
}

/** A number or percentage in a cell of its own: no sentence, even among notes. */
const hasMonto = ({ raw }: Linea): boolean => {
  const cells = cellsOf(raw)
  return cells.length > 1 && /^-?%? ?\d[\d.,]* ?%?$/.test(cells.at(-1)!)
}

/** Notes what the case lacks, once all of it was read. */
function finishCaso(l: Lectura): void {
  const { caso, cabeza, apuntes } = l
  const { clase, numero, linea } = cabeza
  for (const { linea: at, item, pct, campo } of l.porLinea) {
    const one = item === null ? (caso.items.length === 1 ? caso.items[0] : undefined) : caso.items[item - 1]
    if (one) one[campo] = pct
    else apuntes.falta(at, 'linea_referida', `El porcentaje es de una línea que el caso ${numero} no tiene`)
  }
  if (!caso.documento) {
    apuntes.falta(linea, 'sin_documento', `El caso ${numero} no dice qué DOCUMENTO es`)
    return
  }
  const tipo = tipoDeCaso(foldClave(caso.documento))
  if (clase !== 'boleta' && tipo === undefined) return
  if (tipo !== undefined) caso.tipoDte = tipo
  if (!TIPOS_DE_CLASE[clase]!.includes(caso.tipoDte)) {
    const mensaje = `El caso ${numero} pide ${quote(caso.documento)}, que este set no tiene`
    apuntes.falta(linea, 'documento_ajeno', mensaje)
    return
  }
  const { nota, guia, exento } = tipoDocumento(caso.tipoDte as TipoDte)
  if (caso.descuentoGlobalPct && (clase !== 'basico' || nota))
    apuntes.falta(
      linea,
      'descuento_global',
      `Un documento como el del caso ${numero} no lleva descuento global`,
    )
  if (exento || clase === 'exenta') for (const item of caso.items) item.exento = true
  if (nota && !caso.referencia)
    apuntes.falta(linea, 'sin_referencia', `El caso ${numero} es una nota y no dice a qué caso se refiere`)
  if (nota && !caso.razon)
    apuntes.falta(linea, 'sin_razon', `El caso ${numero} es una nota sin RAZON REFERENCIA`)
  if (!nota && !caso.items.length) apuntes.falta(linea, 'sin_items', `El caso ${numero} no tiene ítems`)
  if (guia && !caso.motivo) apuntes.falta(linea, 'sin_motivo', `El caso ${numero} es una guía sin MOTIVO`)
}
