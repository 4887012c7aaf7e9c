// From the bytes of a file to its text. The SII demands ISO-8859-1; what a receiver gets comes in whatever the sender's library
// writes, declared or not (xml §3.5).

import { decodeOld } from './old-encodings'
import { codificacionDeclarada, XmlFault } from './xml-reader'

export interface Texto {
  texto: string
  /** Encoding by which it was read, in lower case; null: neither mark nor declaration names one. */
  codificacion: string | null
  /**
   * The encoding that the XML declaration names, in lower case; null without one. A mark declares nothing.
   */
  declarada: string | null
}

const LATIN1 = new Set(['iso-8859-1', 'latin1', 'us-ascii', 'ascii'])
const MARCAS: [marca: number[], codificacion: string][] = [
  [[0xff, 0xfe, 0, 0], 'utf-32le'],
  [[0, 0, 0xfe, 0xff], 'utf-32be'],
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** The text of a file; `recibido` takes every encoding that there is a decoder for. Throws XmlFault. */
export function decode(bytes: Uint8Array, recibido = false): Texto {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const [marca, marcada = null] =
    MARCAS.find(([inicio]) => inicio.every((byte, i) => buffer[i] === byte)) ?? []
  const inicio = buffer.subarray(marca?.length ?? 0, 300).toString('latin1')
  const declarada = codificacionDeclarada(recibido ? inicio.trimStart() : inicio)
  if (marcada === 'utf-8' || declarada === 'utf-8')
    return { texto: decodeAs(buffer, 'utf-8'), codificacion: 'utf-8', declarada }
  if (recibido) return decodeReceived(buffer, marcada, declarada)
  if (declarada !== null && !LATIN1.has(declarada))
    throw new XmlFault(`La codificación ${declarada} no se admite: el SII exige ISO-8859-1`, 0)
  // Not TextDecoder: its "iso-8859-1" is windows-1252 (xml §1.3).
  return { texto: buffer.toString('latin1'), codificacion: declarada, declarada }
}

/** Whether a file that declares the one is as it says where it was read as the other: of UTF-16 the mark alone tells which. */
export const isSame = (declarada: string, leida: string | null): boolean =>
  leida !== null &&
  [leida, leida.replace(/[bl]e$/, '')].some(
    (one) => one === declarada || one === declarada.replace(/^utf_?(\d)/, 'utf-$1'),
  )

function decodeReceived(buffer: Buffer, marcada: string | null, declarada: string | null): Texto {
  if (marcada) {
    const texto = decodeAs(buffer, marcada)
    // The bytes of wide letters show no declaration.
    const inicio = texto.slice(0, 300).trimStart()
    return { texto, codificacion: marcada, declarada: declarada ?? codificacionDeclarada(inicio) }
  }
  if (declarada !== null)
    return {
      texto: LATIN1.has(declarada) ? buffer.toString('latin1') : decodeAs(buffer, declarada),
      codificacion: declarada,
      declarada,
    }
  // Accents in UTF-8 are seldom anything else by chance; the rest is what Windows writes.
  try {
    return { texto: decodeAs(buffer, 'utf-8'), codificacion: null, declarada }
  } catch {
    return { texto: decodeAs(buffer, 'windows-1252'), codificacion: null, declarada }
  }
}

function decodeAs(buffer: Buffer, codificacion: string): string {
  let decoder: InstanceType<typeof TextDecoder>
  try {
    decoder = new TextDecoder(codificacion as 'utf-8', { fatal: true })
  } catch {
    const texto = decodeOld(buffer, codificacion)
    if (texto === null) throw new XmlFault(`No se conoce la codificación ${codificacion}`, 0)
    return texto
  }
  try {
    return decoder.decode(buffer)
  } catch (cause) {
    throw Object.assign(new XmlFault(`El archivo dice ser ${codificacion.toUpperCase()} y no lo es`, 0), {
      cause,
    })
  }
}

let cp1252: Map<string, number> | undefined

/** A text in windows-1252, which is ISO-8859-1 but for the quotes and dashes of Windows: as such a stamp was signed. */
export function toWindows1252(texto: string): Buffer {
  cp1252 ??= new Map(
    Array.from({ length: 32 }, (_, i) => [decodeAs(Buffer.of(0x80 + i), 'windows-1252'), 0x80 + i] as const),
  )
  const bytes = Buffer.from(texto, 'latin1')
  for (let i = 0; i < texto.length; i++)
    if (texto.charCodeAt(i) > 0xff) bytes[i] = cp1252.get(texto[i]!) ?? 0x3f
  return bytes
}
