// The bytes of an export: rows by a template, as text in turns or as a spreadsheet off the loop (areas/contabilidad §6).

import { pauses } from '../../base/turn'
import type { Asiento } from '../../domain/contabilidad/asientos'
import type { Libro } from '../../domain/contabilidad/libros'
import {
  type Celda,
  type Codificacion,
  createRowWriter,
  type Plantilla,
  writeRow,
} from '../../domain/contabilidad/plantilla'
import { writeZip } from '../../http/zip'
import type { Ajustes } from './ajustes'
import type { WriteXlsx } from './deps'

export interface Escrito {
  nombre: string
  tipo: string
  bytes: Uint8Array
}

const TIPO = {
  csv: 'text/csv',
  txt: 'text/plain',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

const MARCA = '\uFEFF'
/** Letters without a place in the charset are a question mark, as of any other writer. */
const encode = (text: string, codificacion: Codificacion): Uint8Array =>
  codificacion === 'latin-1'
    ? Buffer.from(text.replace(/[^\u0000-\u00ff]/g, '?'), 'latin1')
    : Buffer.from(text)

interface Que {
  plantilla: Plantilla
  ajustes: Ajustes
  periodo: string
  /** The name without its ending. */
  nombre: string
  fecha: string
}

function* rowsOf(
  asientos: readonly Asiento[],
  { plantilla, ajustes, periodo }: Que,
): Generator<Celda[], void> {
  const write = createRowWriter(plantilla)
  if (plantilla.encabezado) yield plantilla.columnas.map(({ titulo }) => titulo)
  for (const asiento of asientos) {
    const comprobante = ajustes.comprobantes[asiento.libro]
    for (const [i, movimiento] of asiento.movimientos.entries())
      yield write({
        ...{ asiento, movimiento, linea: i + 1, periodo, comprobante },
        libroDetalle: ajustes.libro_detalle,
      })
  }
}

/** Pieces of the text, each written in a turn. */
async function piecesOf(
  rows: Iterable<Celda[]>,
  write: (row: Celda[]) => string,
  codificacion: Codificacion,
): Promise<Uint8Array[]> {
  const pause = pauses()
  const pieces: Uint8Array[] = []
  let text = ''
  for (const row of rows) {
    text += write(row)
    if (text.length < 32_768) continue
    pieces.push(encode(text, codificacion))
    text = ''
    await pause()
  }
  pieces.push(encode(text, codificacion))
  return pieces
}

/** Joined in turns: ten megabytes at once are a long copy. */
async function join(pieces: readonly Uint8Array[]): Promise<Uint8Array> {
  const pause = pauses()
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
    await pause()
  }
  return all
}

export async function writeArchivo(
  owner: string,
  asientos: readonly Asiento[],
  que: Que,
  writeXlsx: WriteXlsx,
): Promise<Escrito> {
  const { plantilla } = que
  const { archivo, separador, codificacion, hoja } = plantilla
  const write = async (own: readonly Asiento[], nombre: string): Promise<Escrito> => {
    const named = { nombre: `${nombre}.${archivo}`, tipo: TIPO[archivo] }
    const rows = rowsOf(own, que)
    if (archivo !== 'xlsx') {
      const mark = codificacion === 'utf-8-marca' ? [Buffer.from(MARCA)] : []
      const text = await piecesOf(rows, (row) => writeRow(row, separador), codificacion)
      return { ...named, bytes: await join([...mark, ...text]) }
    }
    const head = Buffer.from(`{"hoja":${JSON.stringify(hoja)},"filas":[`)
    let first = true
    const cells = (row: Celda[]): string => {
      const text = `${first ? '' : ','}${JSON.stringify(row)}`
      first = false
      return text
    }
    const json = await join([head, ...(await piecesOf(rows, cells, 'utf-8')), Buffer.from(']}')])
    return { ...named, bytes: await writeXlsx(owner, json) }
  }
  const libros = [...new Set(asientos.map(({ libro }) => libro))]
  if (!plantilla.por_libro || libros.length < 2)
    return write(asientos, libros.length === 1 ? `${que.nombre}-${libros[0]}` : que.nombre)
  async function* files() {
    for (const libro of libros) {
      const { nombre, bytes } = await write(ofLibro(asientos, libro), `${que.nombre}-${libro}`)
      yield { nombre, bytes, fecha: que.fecha, compress: archivo !== 'xlsx' }
    }
  }
  const pieces: Uint8Array[] = []
  for await (const piece of writeZip(files())) pieces.push(piece)
  return { nombre: `${que.nombre}.zip`, tipo: 'application/zip', bytes: await join(pieces) }
}

const ofLibro = (asientos: readonly Asiento[], libro: Libro): Asiento[] =>
  asientos.filter((one) => one.libro === libro)
