// The file of an import where it stands: in pieces of a megabyte, sealed, of which two are open at a time (store §4.1).

import { type Lector, openZip, readContenidoDe, readEntrada, ZipRoto } from '../../mail/unzip-largo'
import { TROZO, type Trozos } from '../../store/trozos'
import type { ImportacionRow } from './statements'

/** A file of it, by its place; or why it cannot be read. */
export interface Archivo {
  entrada: number
  siguiente: number
  nombre: string
  bytes: Buffer | null
  motivo: string | null
}

/** The most that is read of one file, as of a received one. */
const XML_MAX = 10 * 1024 * 1024
export const ARCHIVOS_MAX = 200_000
const ABIERTOS = 2

export const filaOf = (id: string) => ({ tabla: 'importacion', id }) as const

/** Whether bytes begin as an archive does. */
const isZip = (head: Buffer): boolean => head.length > 3 && head.readUInt32LE(0) === 0x04034b50

export function openFuente(
  trozos: Trozos,
  { id, bytes, nombre }: Pick<ImportacionRow, 'id' | 'bytes' | 'nombre'>,
) {
  const open = new Map<number, Buffer>()

  function pieceOf(parte: number): Buffer {
    const known = open.get(parte)
    if (known) return known
    const piece = trozos.piece(filaOf(id), parte)
    if (!piece) throw new ZipRoto()
    if (open.size >= ABIERTOS) open.delete(open.keys().next().value!)
    open.set(parte, piece)
    return piece
  }

  const lector: Lector = {
    bytes,
    async read(desde, largo) {
      const end = Math.min(desde + largo, bytes)
      const parts: Buffer[] = []
      for (let at = desde; at < end; ) {
        const parte = Math.floor(at / TROZO)
        const from = at - parte * TROZO
        const piece = pieceOf(parte).subarray(from, Math.min(TROZO, from + end - at))
        if (!piece.length) break
        parts.push(piece)
        at += piece.length
      }
      return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    },
  }
  let lista: { inicio: number; fin: number; total: number } | null | undefined

  /** Where its list is; null where it is no archive but one file. Throws ZipRoto. */
  async function listaOf() {
    if (lista === undefined) lista = isZip(await lector.read(0, 4)) ? await openZip(lector) : null
    return lista
  }

  async function archivoAt(entrada: number): Promise<Archivo> {
    const at = await listaOf()
    if (at === null) {
      const whole = bytes <= XML_MAX ? await lector.read(0, bytes) : null
      const motivo = whole ? null : 'El archivo pasa de 10 MiB'
      return { entrada: 0, siguiente: bytes, nombre, bytes: whole, motivo }
    }
    const one = await readEntrada(lector, entrada)
    const read = await readContenidoDe(lector, one, XML_MAX)
    const name = one.nombre.split(/[\\/]/).at(-1)!.slice(0, 200)
    const isText = typeof read === 'string'
    const motivo = isText ? read : isZip(read) ? 'Un ZIP dentro de otro no se abre' : null
    const found = { entrada, siguiente: one.siguiente, nombre: name }
    return { ...found, bytes: motivo === null ? (read as Buffer) : null, motivo }
  }

  return {
    archivoAt,
    /** The files from a place on; folders are passed over. Throws ZipRoto. */
    async *from(posicion: number): AsyncGenerator<Archivo, void, undefined> {
      const at = await listaOf()
      if (at === null) {
        if (posicion === 0) yield await archivoAt(0)
        return
      }
      if (at.total > ARCHIVOS_MAX) throw new ZipRoto(`Trae más de ${ARCHIVOS_MAX} archivos`)
      // The count that an archive says is no bound: its list may be longer.
      let seen = 0
      for (let lugar = posicion || at.inicio; lugar < at.fin; ) {
        if (++seen > ARCHIVOS_MAX) throw new ZipRoto(`Trae más de ${ARCHIVOS_MAX} archivos`)
        const one = await readEntrada(lector, lugar)
        if (!one.nombre.endsWith('/')) yield await archivoAt(lugar)
        lugar = one.siguiente
      }
    },
  }
}

export type Fuente = ReturnType<typeof openFuente>
