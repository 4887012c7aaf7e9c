// The files of a ZIP that came attached to a letter: some suppliers send their XML so (areas/recibidos §1). A stranger wrote it, so that its
// names are stripped, what it may hold is bounded by what comes out, and an archive within it stays closed.

import { crc32, inflateRaw } from 'node:zlib'
import { baseName } from './eml'

/** A file, or why it is left where it is. */
type Desempacado =
  | { nombre: string; bytes: Uint8Array; motivo: null }
  | { nombre: string; bytes: null; motivo: string }

const ARCHIVOS_MAX = 200
const ARCHIVO_MAX = 10 * 1024 * 1024
const TODO_MAX = 25 * 1024 * 1024

const FIN = 0x06054b50
const EN_LISTA = 0x02014b50
const LOCAL = 0x04034b50
const [FIN_LARGO, EN_LISTA_LARGO, LOCAL_LARGO] = [22, 0x2e, 30]
const COMENTARIO_MAX = 0xffff

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

interface Entrada {
  nombre: string
  metodo: number
  cifrada: boolean
  crc: number
  largo: number
  datos: Buffer
}

class Broken extends Error {}

/** The list of names that ends the archive: what stands before a file may have been written without its length. */
function* entradas(zip: Buffer): Generator<Entrada> {
  let fin = zip.length - FIN_LARGO
  const first = Math.max(0, fin - COMENTARIO_MAX)
  while (fin >= first && zip.readUInt32LE(fin) !== FIN) fin--
  if (fin < first) throw new Broken()
  const total = zip.readUInt16LE(fin + 10)
  let at = zip.readUInt32LE(fin + 16)
  for (let i = 0; i < total; i++) {
    if (at + EN_LISTA_LARGO > fin || zip.readUInt32LE(at) !== EN_LISTA) throw new Broken()
    const flags = zip.readUInt16LE(at + 8)
    const largo = zip.readUInt32LE(at + 20)
    const names = zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    if (local + LOCAL_LARGO > at || zip.readUInt32LE(local) !== LOCAL) throw new Broken()
    const from = local + LOCAL_LARGO + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const utf8 = (flags & 0x800) !== 0
    yield {
      nombre: zip.toString(utf8 ? 'utf8' : 'latin1', at + EN_LISTA_LARGO, at + EN_LISTA_LARGO + names),
      metodo: zip.readUInt16LE(at + 10),
      cifrada: (flags & 1) !== 0,
      crc: zip.readUInt32LE(at + 16),
      largo,
      datos: zip.subarray(from, from + largo),
    }
    at += EN_LISTA_LARGO + names + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}

const inflate = (bytes: Buffer, maxOutputLength: number): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    inflateRaw(bytes, { maxOutputLength }, (fault, data) => (fault ? reject(fault) : resolve(data))),
  )

const LARGO = 'ERR_BUFFER_TOO_LARGE'
/** A byte of deflate stands for no more. */
const RAZON_MAX = 1032

/** The bytes of one file of an archive, or why they cannot be read. `spend` is told how many bytes were worked over at most, whatever came of it. */
export async function inflateEntrada(
  { metodo, cifrada, crc, largo, datos }: Entrada,
  max: number,
  spend: (bytes: number) => void,
): Promise<Buffer | string> {
  const grande = 'Pasa, descomprimido, de lo que se lee de un ZIP'
  if (cifrada) return 'Viene con clave dentro del ZIP'
  if (metodo !== 0 && metodo !== 8) return 'Viene comprimido de una forma que no se lee'
  if (datos.length !== largo) return 'Está dañado dentro del ZIP'
  if (max <= 0) return grande
  try {
    const bytes = metodo === 0 ? datos : await inflate(datos, max)
    if (bytes.length > max) return grande
    spend(bytes.length)
    return crc32(bytes) === crc ? bytes : 'Está dañado dentro del ZIP'
  } catch (fault) {
    // How far it came is not told.
    spend(Math.min(max, largo * RAZON_MAX))
    return (fault as { code?: string }).code === LARGO ? grande : 'Está dañado dentro del ZIP'
  }
}

/** The first file of an archive with such a name, of at most `max` bytes; null where none can be read. Throws where the archive is damaged. */
export async function inflateNamed(zip: Buffer, nombre: RegExp, max: number): Promise<Buffer | null> {
  for (const one of entradas(zip)) {
    if (!nombre.test(one.nombre)) continue
    const bytes = await inflateEntrada(one, max, () => {})
    return typeof bytes === 'string' ? null : bytes
  }
  return null
}

/**
 * A reader of the archives of one letter: what comes out of all of them together is bounded, and so is what only seems to, for many names
 * may stand for the same bytes. `pause` gives the event loop its turn.
 */
export function createUnzip(pause: () => Promise<void> | undefined = () => undefined) {
  let left = TODO_MAX
  let files = 0
  /**
   * The content of an archive, read off the event loop when that takes long. Of an archive that contradicts
   * itself, what came before.
   */
  return async (nombre: string, bytes: Uint8Array): Promise<Desempacado[]> => {
    const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const found: Desempacado[] = []
    const leave = (of: string, motivo: string): void => void found.push({ nombre: of, bytes: null, motivo })
    try {
      for (const one of entradas(zip)) {
        const wait = pause()
        if (wait) await wait
        if (one.nombre.endsWith('/')) continue
        const name = baseName(one.nombre)
        if (++files > ARCHIVOS_MAX) {
          leave(nombre, `Los ZIP del correo traen más de ${ARCHIVOS_MAX} archivos: se leyeron los primeros`)
          break
        }
        const opened = await inflateEntrada(one, Math.min(ARCHIVO_MAX, left), (bytes) => {
          left -= bytes
        })
        if (typeof opened === 'string') leave(`${nombre}/${name}`, opened)
        else found.push({ nombre: name, bytes: opened, motivo: null })
      }
    } catch (fault) {
      if (!(fault instanceof Broken || fault instanceof RangeError)) throw fault
      leave(nombre, 'El ZIP está dañado')
    }
    return found
  }
}
