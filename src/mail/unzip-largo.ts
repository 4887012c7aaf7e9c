// An archive of up to a gigabyte, of which never more than a file is in memory (areas/historia §2): its list is walked where it stands,
// with the fields of ZIP64, and each file is read by its place in it. A stranger wrote it: what comes out is bounded, and an archive within stays closed.

import { inflateEntrada } from './unzip'

/** Reads of the archive at any place; fewer bytes than asked for behind its end. */
export interface Lector {
  bytes: number
  read(desde: number, largo: number): Promise<Buffer>
}

/** A file by its place in the list. */
interface EntradaLarga {
  lugar: number
  siguiente: number
  nombre: string
  metodo: number
  cifrada: boolean
  crc: number
  comprimido: number
  /** Its bytes once unpacked, as the list says. */
  desplegado: number
  /** The bits of the list that say how it is written. */
  flags: number
  local: number
}

/** The archive contradicts itself, or is torn. */
export class ZipRoto extends Error {}

const FIN = 0x06054b50
const FIN64 = 0x06064b50
const PUNTERO64 = 0x07064b50
const EN_LISTA = 0x02014b50
const LOCAL = 0x04034b50
const [FIN_LARGO, PUNTERO_LARGO, EN_LISTA_LARGO, LOCAL_LARGO] = [22, 20, 0x2e, 30]
const COMENTARIO_MAX = 0xffff
const LLENO = 0xffffffff

const big = (bytes: Buffer, at: number): number => {
  const value = Number(bytes.readBigUInt64LE(at))
  if (!Number.isSafeInteger(value)) throw new ZipRoto()
  return value
}

/** Where the list of names begins and ends, and how many it has. Throws ZipRoto. */
export async function openZip(lector: Lector): Promise<{ inicio: number; fin: number; total: number }> {
  const desde = Math.max(0, lector.bytes - FIN_LARGO - COMENTARIO_MAX)
  const tail = await lector.read(desde, lector.bytes - desde)
  let at = tail.length - FIN_LARGO
  while (at >= 0 && tail.readUInt32LE(at) !== FIN) at--
  if (at < 0) throw new ZipRoto()
  let total = tail.readUInt16LE(at + 10)
  let largo = tail.readUInt32LE(at + 12)
  let inicio = tail.readUInt32LE(at + 16)
  if ((total === 0xffff || largo === LLENO || inicio === LLENO) && desde + at >= PUNTERO_LARGO) {
    const puntero = await lector.read(desde + at - PUNTERO_LARGO, PUNTERO_LARGO)
    if (puntero.length === PUNTERO_LARGO && puntero.readUInt32LE(0) === PUNTERO64) {
      const fin64 = await lector.read(big(puntero, 8), 0x38)
      if (fin64.length < 0x38 || fin64.readUInt32LE(0) !== FIN64) throw new ZipRoto()
      total = big(fin64, 32)
      largo = big(fin64, 40)
      inicio = big(fin64, 48)
    }
  }
  if (inicio + largo > lector.bytes) throw new ZipRoto()
  return { inicio, fin: inicio + largo, total }
}

/** The file that stands at a place of the list. Throws ZipRoto. */
export async function readEntrada(lector: Lector, lugar: number): Promise<EntradaLarga> {
  const head = await lector.read(lugar, EN_LISTA_LARGO)
  if (head.length < EN_LISTA_LARGO || head.readUInt32LE(0) !== EN_LISTA) throw new ZipRoto()
  const [nombres, extra, comentario] = [28, 30, 32].map((at) => head.readUInt16LE(at)) as [
    number,
    number,
    number,
  ]
  const rest = await lector.read(lugar + EN_LISTA_LARGO, nombres + extra)
  if (rest.length < nombres + extra) throw new ZipRoto()
  const flags = head.readUInt16LE(8)
  let comprimido = head.readUInt32LE(20)
  let largo = head.readUInt32LE(24)
  let local = head.readUInt32LE(42)
  for (let at = nombres; at + 4 <= rest.length; at += 4 + rest.readUInt16LE(at + 2)) {
    if (rest.readUInt16LE(at) !== 1) continue
    const end = at + 4 + rest.readUInt16LE(at + 2)
    let field = at + 4
    if (largo === LLENO && field + 8 <= end) {
      largo = big(rest, field)
      field += 8
    }
    if (comprimido === LLENO && field + 8 <= end) {
      comprimido = big(rest, field)
      field += 8
    }
    if (local === LLENO && field + 8 <= end) local = big(rest, field)
  }
  return {
    lugar,
    siguiente: lugar + EN_LISTA_LARGO + nombres + extra + comentario,
    nombre: rest.toString((flags & 0x800) !== 0 ? 'utf8' : 'latin1', 0, nombres),
    metodo: head.readUInt16LE(10),
    cifrada: (flags & 1) !== 0,
    crc: head.readUInt32LE(16),
    comprimido,
    desplegado: largo,
    flags,
    local,
  }
}

/** Its content, at most `max` bytes, or why it cannot be read. */
export async function readContenidoDe(
  lector: Lector,
  entrada: EntradaLarga,
  max: number,
): Promise<Buffer | string> {
  const head = await lector.read(entrada.local, LOCAL_LARGO)
  if (head.length < LOCAL_LARGO || head.readUInt32LE(0) !== LOCAL) return 'Está dañado dentro del ZIP'
  if (entrada.comprimido > max) return 'Pasa de lo que se lee de un archivo'
  const desde = entrada.local + LOCAL_LARGO + head.readUInt16LE(26) + head.readUInt16LE(28)
  const datos = await lector.read(desde, entrada.comprimido)
  return inflateEntrada({ ...entrada, largo: entrada.comprimido, datos }, max, () => {})
}
