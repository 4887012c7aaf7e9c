// Reads a register's file as the SII's page gives it (domain/rcv §2, §3): all that is wrong is told at once, by line.

import type { Pause } from '../../base/turn'
import { noTabla } from '../archivo-ajeno'
import { type Celdas, decodeTable, separadorOf, splitLineas } from '../csv'
import { ordenDeTabla } from '../dia-escrito'
import type { Regla } from '../reglas'
import { explainHeader, findForma } from './cabecera'
import { type Bad, checkDocumento, checkSigno } from './check-fila'
import { type DocumentoRcv, FORMAS, type Forma, REPETIDOS } from './columnas'
import { addImpuesto, isCopiaEnCero, type Suelto, toDocumento } from './documento'
import { createFaltas, type Faltas } from './faltas'
import { detalleOf } from './tipos'
import { createReaders, type Indicios, Malo } from './valores'
import { writeDocumento } from './write'

export interface Lectura extends Faltas {
  forma: Forma
  documentos: DocumentoRcv[]
  /** The line in which each of them begins. */
  enLinea: number[]
  /** Lines that were passed over: copies in zero beside the whole row of their document. */
  copias: number[]
  /** Whether days could be read month first too, and none of the file shows how it writes them. */
  diasDudosos: boolean
}

/** The fields that every document needs to be read. */
const REQUERIDOS: ReadonlySet<string> = new Set([
  'nro',
  'tipoDte',
  'rut',
  'folio',
  'fechaEmision',
  'montoTotal',
])
/** The fields that the SII itself wrote of a document that came to it as XML. */
const DEL_SII: ReadonlySet<string> = new Set(['razonSocial', 'fechaRecepcion'])

/** A file that cannot be one of the register's. */
function unread(campo: string, regla: Regla, mensaje: string): Lectura {
  const faltas = createFaltas()
  faltas.notify({ campo, regla, mensaje })
  const empty = { forma: FORMAS[0]!, documentos: [], enLinea: [], copias: [], diasDudosos: false }
  return { ...empty, ...faltas.all() }
}

/** Reads the whole file, giving the event loop its turn. `campo` is where the file stands in the request. */
export async function readRcv(bytes: Uint8Array, pause: Pause, campo = 'archivo'): Promise<Lectura> {
  const ajeno = noTabla(bytes)
  if (ajeno !== null) return unread(campo, 'formato', ajeno)
  const texto = decodeTable(bytes)
  await pause()
  const seen: Indicios = { ordenes: new Set(), miles: new Set(), dudosos: false, dias: false }
  const lectura = await readTable(texto, campo, pause, createReaders({ orden: 'd', miles: null }, seen), true)
  // A cell shows how others were meant: then they are read again.
  const orden = ordenDeTabla(seen.ordenes)
  const miles = seen.dudosos && seen.miles.size === 1 ? [...seen.miles][0]! : null
  const diasDudosos = orden === null && seen.dias
  if (orden !== 'm' && orden !== 'ambos' && miles === null) return { ...lectura, diasDudosos }
  return { ...(await readTable(texto, campo, pause, createReaders({ orden, miles }), false)), diasDudosos }
}

type Readers = ReturnType<typeof createReaders>

const trimmed = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim())

/** The first line that says something: spreadsheets lead their tables by blank ones. */
function headOf(lineas: Generator<Celdas, void>): string[] {
  for (const { celdas } of { [Symbol.iterator]: () => ({ next: () => lineas.next() }) })
    if (celdas.length) return trimmed(celdas)
  return []
}

/** `alone`: each line reads the same without the others, and may be kept as it came. */
async function readTable(
  texto: string,
  campo: string,
  pause: Pause,
  readers: Readers,
  alone: boolean,
): Promise<Lectura> {
  const separador = separadorOf(texto)
  const lineas = splitLineas(texto, separador)
  const names = headOf(lineas)
  const forma = findForma(names)
  if (!forma) return unread(campo, 'cabecera', explainHeader(names))
  const faltas = createFaltas()
  const isOpen = !texto.endsWith('\n')

  /** By type, party and folio. */
  const leidos = new Map<string, Leido>()
  const copias: number[] = []
  for (const fila of lineas) {
    const wait = pause()
    if (wait) await wait
    if (!fila.celdas.length || isRepeated(forma, fila.celdas)) continue
    const bad: Bad = (nombre, regla, mensaje) => faltas.addAt(fila.linea, nombre, regla, mensaje)
    // The last line of a file that does not end may have ended farther on.
    const isCut = isOpen && texto.endsWith(fila.texto)
    const leida = readFila(forma, fila, isCut, readers, bad)
    if (!leida) continue
    const { suelto, nro, faltan } = leida
    const corta = fila.celdas.length < forma.columnas.length
    const key = `${suelto.tipoDte}/${suelto.rut}/${suelto.folio}`
    const antes = leidos.get(key)
    if (nro === null) {
      if (!antes) bad('Nro', 'orden', 'está vacío, y ninguna línea anterior trae ese documento')
      else {
        addImpuesto(antes.documento, suelto)
        antes.crudo += `\r\n${fila.texto}`
        antes.corta ||= corta
      }
    } else {
      const documento = toDocumento(forma, suelto)
      const copia = isCopiaEnCero(documento)
      if (antes && copia === antes.copia) {
        bad('Folio', 'repetido', `el documento ya está en la línea ${antes.linea}`)
      } else if (antes && copia) copias.push(fila.linea)
      else {
        if (antes) copias.push(antes.linea)
        // A document at its own place needs no number of its own.
        if (antes || nro !== leidos.size + 1) documento.nro = nro
        const crudo = fila.texto.slice(fila.texto.indexOf(';') + 1)
        leidos.set(key, { documento, linea: fila.linea, crudo, corta, copia, faltan })
      }
    }
  }
  // No whole row stands beside it: it is a document, which lacks what it lacks.
  for (const { linea, faltan } of leidos.values())
    for (const nombre of faltan) faltas.addAt(linea, nombre, 'requerido', 'falta')

  const documentos: DocumentoRcv[] = []
  const enLinea: number[] = []
  for (const { documento, linea, crudo, corta } of leidos.values()) {
    const wait = pause()
    if (wait) await wait
    // Lines of another table than the page's, or shorter ones, cannot stand among the page's.
    if (alone && !corta && separador === ';') {
      const own = writeDocumento(forma, documento)
      // A spreadsheet leaves out the last separator too.
      if (own !== crudo && own !== `${crudo};`) documento.crudo = crudo
    }
    documentos.push(documento)
    enLinea.push(linea)
  }
  return { forma, documentos, enLinea, copias, diasDudosos: false, ...faltas.all() }
}

/** A document of the file. */
interface Leido {
  documento: DocumentoRcv
  /** Where it began. */
  linea: number
  /** Its lines as they came. */
  crudo: string
  corta: boolean
  copia: boolean
  /** The fields that it lacks, if it is no copy. */
  faltan: readonly string[]
}

/** Whether a line is the header once more, as files that were put together have it. */
const isRepeated = ({ columnas }: Forma, celdas: readonly string[]): boolean =>
  celdas[0]!.trim() === columnas[0]!.nombre && columnas.every(({ nombre }, i) => celdas[i]?.trim() === nombre)

/** The values of a line; null when one of them is wrong. */
function readFila(
  { columnas }: Forma,
  { celdas }: Celdas,
  isCut: boolean,
  readers: Readers,
  bad: Bad,
): { suelto: Suelto; nro: number | null; faltan: string[] } | null {
  let ok = true
  const fault: Bad = (...args) => {
    ok = false
    bad(...args)
  }
  // Spreadsheets leave the empty cells at the end of a row out, all of them behind the total.
  const least = isCut ? columnas.length : columnas.findIndex(({ campo }) => campo === 'montoTotal') + 1
  if (celdas.length < least) {
    const end = isCut ? '; si la última está entera, termínela con un salto de línea' : ''
    fault('Nro', 'cantidad_min', `la línea tiene ${celdas.length} celdas y son ${columnas.length}${end}`)
    return null
  }
  for (let i = columnas.length; i < celdas.length; i++)
    if (celdas[i]!.trim() !== '')
      fault(`celda ${i + 1}`, 'sobra', 'hay un valor después de la última columna')
  const suelto: Suelto = {}
  for (let i = 0; i < columnas.length; i++) {
    const { nombre, campo, clase, vacio } = columnas[i]!
    const texto = (celdas[i] ?? '').trim()
    if (texto === '' || texto === vacio) {
      suelto[campo] = null
      continue
    }
    const value = readers[clase](texto)
    if (value instanceof Malo) fault(nombre, value.regla, value.mensaje)
    else suelto[campo] = value
  }
  // Without its number a line with a total is a document that lacks it, any other brings one more tax of a document before it.
  const extra = suelto.nro === null && suelto.montoTotal === null
  const mayBeCopia = suelto.montoTotal === 0 && suelto.fechaRecepcion === null
  const faltan: string[] = []
  const last = columnas.length - 3
  // A line whose type is missing or cannot be read is nearly always one of these: all that it lacks is told with it.
  const tipo = suelto.tipoDte
  const electronico = typeof tipo !== 'number' || detalleOf(tipo) === 'electronico'
  for (let i = 0; i < last; i++) {
    const { nombre, campo } = columnas[i]!
    const empty = suelto[campo] === null
    if (extra && i > 0) {
      if (REPETIDOS.has(campo)) {
        if (empty && REQUERIDOS.has(campo)) fault(nombre, 'requerido', 'falta')
      } else if (!empty) fault(nombre, 'sobra', 'una línea sin Nro trae sólo otro impuesto de su documento')
    } else if (!extra && empty && electronico && DEL_SII.has(campo) && mayBeCopia) faltan.push(nombre)
    else if (!extra && empty && (REQUERIDOS.has(campo) || (electronico && DEL_SII.has(campo))))
      fault(nombre, 'requerido', 'falta')
  }
  if (!extra) checkDocumento(columnas, suelto, fault)
  checkSigno(columnas, suelto, fault)
  return ok ? { suelto, nro: suelto.nro as number | null, faltan } : null
}
