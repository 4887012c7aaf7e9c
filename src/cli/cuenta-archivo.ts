// An archive read back from the disk, a piece at a time, and held against its index (areas/exportaciones §4).

import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Cabecera, FORMATO, INDICE, INDICE_FIRMA, INDICE_SHA256 } from '../areas/exportaciones'
import { type Lector, openZip, readEntrada, ZipRoto } from '../mail/unzip-largo'

/** It is no whole archive of ours, and why. */
export class ArchivoInvalido extends Error {}

interface IndiceLeido extends Cabecera {
  archivos: { ruta: string; bytes: number; sha256: string }[]
  tablas: { nombre: string; filas: number; sha256: string }[]
}

type Entrada = Awaited<ReturnType<typeof readEntrada>>

const LEE = 64 * 1024
const LOCAL = 0x04034b50
const CABEZA_LOCAL = 30
/** Lengths and sum of a file stand behind it. */
const DETRAS = 8
const DESCRIPTOR = 0x08074b50
const LARGO_DESCRIPTOR = 24
const LLENO = 0xffffffff
/** The sum of the index and its name; nobody's is longer. */
const SUMA_MAX = 4096

export type ArchivoCuenta = Awaited<ReturnType<typeof openArchivo>>

/** Opens a file; the caller closes it. Throws ArchivoInvalido, and what the system says of one that cannot be read. */
export async function openArchivo(path: string) {
  const file = openSync(path, 'r')
  const lector: Lector = {
    bytes: fstatSync(file).size,
    async read(desde, largo) {
      const buffer = Buffer.alloc(Math.max(0, Math.min(largo, this.bytes - desde)))
      return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, desde))
    },
  }
  try {
    return { ...(await listOf(lector)), close: () => closeSync(file) }
  } catch (fault) {
    closeSync(file)
    if (fault instanceof ZipRoto)
      throw new ArchivoInvalido('No es un ZIP entero: está cortado o dañado. Descárguelo de nuevo')
    throw fault
  }
}

async function listOf(lector: Lector) {
  const { inicio, fin } = await openZip(lector)
  /** Places of the list by the names of its files. */
  const lugares = new Map<string, number>()
  for (let lugar = inicio; lugar < fin; ) {
    const { nombre, siguiente } = await readEntrada(lector, lugar)
    if (lugares.has(nombre)) throw new ArchivoInvalido(`Trae dos veces ${nombre}`)
    lugares.set(nombre, lugar)
    lugar = siguiente
  }

  const damaged = (nombre: string) => new ArchivoInvalido(`${nombre} está dañado dentro del ZIP`)

  /** Where the bytes of a file begin. Other programs read by its own head, where that differs from the list. Throws ArchivoInvalido. */
  async function beginOf({ nombre, metodo, flags, crc, local, comprimido, desplegado }: Entrada) {
    const head = await lector.read(local, CABEZA_LOCAL)
    if (head.length < CABEZA_LOCAL) throw new ZipRoto()
    const [names, extra] = [head.readUInt16LE(26), head.readUInt16LE(28)]
    const rest = await lector.read(local + CABEZA_LOCAL, names + extra)
    const desde = local + CABEZA_LOCAL + names + extra
    const isBehind = (flags & DETRAS) !== 0
    const told = [head.readUInt32LE(14), head.readUInt32LE(18), head.readUInt32LE(22)]
    const wanted = isBehind ? [0, LLENO, LLENO] : [crc, comprimido, desplegado]
    const same =
      head.readUInt32LE(0) === LOCAL &&
      head.readUInt16LE(6) === flags &&
      head.readUInt16LE(8) === metodo &&
      rest.toString('utf8', 0, names) === nombre &&
      told.every((value, n) => value === wanted[n])
    if (!same) throw damaged(nombre)
    if (!isBehind) return desde
    // The lengths in the head are none yet: they stand, with the sum, behind the bytes.
    const long = rest.subarray(names)
    const behind = await lector.read(desde + comprimido, LARGO_DESCRIPTOR)
    const isTold =
      behind.length === LARGO_DESCRIPTOR &&
      behind.readUInt32LE(0) === DESCRIPTOR &&
      behind.readUInt32LE(4) === crc &&
      behind.readBigUInt64LE(8) === BigInt(comprimido) &&
      behind.readBigUInt64LE(16) === BigInt(desplegado)
    if (!isTold || !long.subarray(4).every((byte) => byte === 0)) throw damaged(nombre)
    return desde
  }

  async function* packed(entrada: Entrada) {
    const { comprimido } = entrada
    const desde = await beginOf(entrada)
    for (let at = 0; at < comprimido; at += LEE) {
      const piece = await lector.read(desde + at, Math.min(LEE, comprimido - at))
      if (!piece.length) throw new ZipRoto()
      yield piece
    }
  }

  /** The bytes of a file, as they are read. Throws ArchivoInvalido. */
  async function* pieces(nombre: string): AsyncGenerator<Uint8Array, void, undefined> {
    const lugar = lugares.get(nombre)
    if (lugar === undefined) throw new ArchivoInvalido(`Falta ${nombre}`)
    const entrada = await readEntrada(lector, lugar)
    let crc = 0
    let bytes = 0
    for await (const piece of unpacked(entrada)) {
      crc = crc32(piece, crc)
      bytes += piece.length
      yield piece
    }
    if (crc !== entrada.crc || bytes !== entrada.desplegado) throw damaged(nombre)
  }

  async function* unpacked(entrada: Entrada): AsyncGenerator<Uint8Array, void, undefined> {
    const { nombre } = entrada
    if (entrada.metodo === 0) return yield* packed(entrada)
    const inflate = createInflateRaw()
    const ready: Buffer[] = []
    let broken = false
    inflate.on('data', (piece: Buffer) => ready.push(piece))
    inflate.on('error', () => {
      broken = true
    })
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    inflate.on('end', end).on('close', end)
    try {
      for await (const piece of packed(entrada)) {
        await Promise.race([new Promise<void>((resolve) => inflate.write(piece, () => resolve())), ended])
        if (broken) break
        yield* ready.splice(0)
      }
      if (!broken) inflate.end()
      await ended
      if (broken) throw damaged(nombre)
      yield* ready.splice(0)
    } finally {
      inflate.destroy()
    }
  }

  async function readWhole(nombre: string): Promise<Buffer> {
    const all: Uint8Array[] = []
    for await (const piece of pieces(nombre)) all.push(piece)
    return Buffer.concat(all)
  }

  /** The lines of a file, one at a time. */
  async function* lines(nombre: string): AsyncGenerator<string, void, undefined> {
    const begun: Uint8Array[] = []
    for await (const piece of pieces(nombre)) {
      let from = 0
      for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
        begun.push(piece.subarray(from, end))
        yield Buffer.concat(begun.splice(0)).toString()
        from = end + 1
      }
      if (from < piece.length) begun.push(piece.subarray(from))
    }
    if (begun.length) throw damaged(nombre)
  }

  async function readIndice(): Promise<{ indice: IndiceLeido; sha256: string }> {
    const text = await readWhole(INDICE)
    const suma = (await readWhole(INDICE_SHA256)).toString().slice(0, SUMA_MAX)
    const sha256 = createHash('sha256').update(text).digest('hex')
    if (suma !== `${sha256}  ${INDICE}\n`)
      throw new ArchivoInvalido(`${INDICE} no es el que dice ${INDICE_SHA256}`)
    const indice = JSON.parse(text.toString()) as IndiceLeido
    if (!Array.isArray(indice?.archivos) || !Array.isArray(indice.tablas) || !indice.cuenta)
      throw new ArchivoInvalido(`${INDICE} no es el índice de una copia`)
    if (!(indice.formato <= FORMATO))
      throw new ArchivoInvalido(
        `Es del formato ${indice.formato}, más nuevo que el de esta versión (${FORMATO}): use un Timbre más nuevo`,
      )
    return { indice, sha256 }
  }

  return { ...(await readIndice()), nombres: [...lugares.keys()], pieces, lines, readWhole }
}

/** Every way in which a file differs from its index, by name; none where it is whole. */
export async function* findDifferences(archivo: ArchivoCuenta): AsyncGenerator<string, void, undefined> {
  const { indice, nombres, pieces } = archivo
  const told = new Set([INDICE, INDICE_SHA256, ...(indice.mudanza ? [INDICE_FIRMA] : [])])
  for (const { ruta, bytes, sha256 } of indice.archivos) {
    told.add(ruta)
    const hash = createHash('sha256')
    let found = 0
    try {
      for await (const piece of pieces(ruta)) {
        hash.update(piece)
        found += piece.length
      }
    } catch (fault) {
      if (!(fault instanceof ArchivoInvalido || fault instanceof ZipRoto)) throw fault
      yield fault.message || `${ruta} está cortado`
      continue
    }
    if (found !== bytes || hash.digest('hex') !== sha256) yield `${ruta} no es el que dice el índice`
  }
  if (indice.mudanza && !nombres.includes(INDICE_FIRMA)) yield `Falta ${INDICE_FIRMA}`
  for (const nombre of nombres) if (!told.has(nombre)) yield `${nombre} no está en el índice`
}
