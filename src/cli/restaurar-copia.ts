// A copy of `timbre respaldo` brought back for `timbre restaurar`: the newest of a bucket or a folder, or one in a file, fetched, opened
// and laid beside the database that it is to replace.

import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Apertura, CABECERA } from '../respaldo/cifrado'
import { readUbicacion } from '../respaldo/config'
import { textOf, type Ubicacion } from '../respaldo/destino'
import { RespaldoFault } from '../respaldo/falla'
import { readNombre } from '../respaldo/nombre'
import { openDestino } from '../respaldo/open-destino'
import { unpacked } from '../respaldo/paquete'
import { fileStream, streamOf } from '../respaldo/trozos'
import { type Argumentos, Falla, type Io, text, UsoIncorrecto } from './comando'
import { readIdentidad } from './respaldo-clave'

/** Where a copy comes from. */
interface Origen {
  /** As a person named it. */
  texto: string
  /** Whether others lie beside it. */
  hayMas: boolean
  open(): Promise<ReadableStream<Uint8Array>>
}

/** The copy that the command line names; null where it names a plain database. Throws Falla. */
export async function findCopia(args: Argumentos, io: Io): Promise<Origen | null> {
  const word = args.positionals[0]!
  const wanted = text(args, 'copia')
  const place = placeOf(word, io)
  if (place) return pick(place, wanted)
  if (wanted !== undefined) throw new UsoIncorrecto('--copia es de una carpeta o un bucket')
  const path = resolve(word)
  if (!existsSync(path)) throw new Falla(`No existe ${path}`)
  if (!beginsAsCopia(path)) return null
  return { texto: path, hayMas: false, open: async () => streamOf(fileStream(path)) }
}

function placeOf(word: string, { env }: Io): Ubicacion | null {
  if (!word.startsWith('s3://')) {
    const ruta = resolve(word)
    return existsSync(ruta) && statSync(ruta).isDirectory() ? { tipo: 'carpeta', ruta } : null
  }
  const faults: string[] = []
  const place = readUbicacion(word, env, faults)
  if (!place) throw new UsoIncorrecto(`${word} debe ser s3://BUCKET/PREFIJO`)
  if (faults.length) throw new Falla(faults.join('\n'))
  return place
}

async function pick(place: Ubicacion, wanted: string | undefined): Promise<Origen> {
  const where = textOf(place)
  const destino = openDestino(place)
  const { signal } = new AbortController()
  const found = (await destino.list(signal))
    .map(({ nombre }) => ({ nombre, ...readNombre(nombre)! }))
    .sort((a, b) => b.at.getTime() - a.at.getTime())
  const [newest] = found
  if (!newest) throw new Falla(`No hay copias en ${where}`)
  const series = Map.groupBy(found, ({ serie }) => serie)
  if (wanted === undefined && series.size > 1) {
    const each = [...series.values()].map(([first]) => first!.nombre).join(', ')
    throw new Falla(`En ${where} hay copias de ${series.size} servidores: elija una con --copia. ${each}`)
  }
  const nombre = wanted ?? newest.nombre
  if (!found.some((one) => one.nombre === nombre)) throw new Falla(`No hay una copia ${nombre} en ${where}`)
  return {
    texto: `${nombre} de ${where}`,
    hayMas: found.length > 1,
    open: () => destino.read(nombre, signal),
  }
}

function beginsAsCopia(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(CABECERA.length)
    return readSync(file, head, 0, head.length, 0) === head.length && head.toString('latin1') === CABECERA
  } finally {
    closeSync(file)
  }
}

/** Fetches and opens a copy: its database goes to the new file `base`. Throws Falla. */
export async function fetchCopia(
  origen: Origen,
  base: string,
  args: Argumentos,
  io: Io,
): Promise<{ clave: Uint8Array }> {
  try {
    return await open(origen, base, args, io)
  } catch (fault) {
    if (!(fault instanceof RespaldoFault || fault instanceof Falla)) throw fault
    const more = origen.hayMas ? '. Otra se elige con --copia NOMBRE' : ''
    throw new Falla(`${origen.texto}: ${fault.message}${more}`, { cause: fault })
  }
}

async function open(origen: Origen, base: string, args: Argumentos, io: Io): Promise<{ clave: Uint8Array }> {
  const pieces = (await origen.open())[Symbol.asyncIterator]()
  const { value: first = new Uint8Array() } = await pieces.next()
  const apertura = await aperturaOf(Buffer.from(first).toString('latin1'), args, io)
  async function* again(): AsyncGenerator<Uint8Array> {
    yield first
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  return unpacked(streamOf(again()), apertura, base)
}

/** The head of a copy names what it was encrypted with. */
async function aperturaOf(head: string, args: Argumentos, io: Io): Promise<Apertura> {
  const file = text(args, 'identidad')
  if (!/^-> scrypt /m.test(head)) {
    if (file !== undefined) return { identidades: readIdentidad(file) }
    throw new Falla(
      'La copia se cifró para una clave pública: indique el archivo de la privada con --identidad',
    )
  }
  const frase = io.env.TIMBRE_RESPALDO_FRASE || (await io.readSecret('Frase de la copia: '))
  if (!frase) throw new Falla('La copia se cifró con una frase: indíquela, o en TIMBRE_RESPALDO_FRASE')
  return { frase }
}
