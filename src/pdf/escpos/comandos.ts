// The few ESC/POS commands we use (Epson's "ESC/POS Command Reference"), those that every make understands. Bytes are kept
// as a string, one char code a byte.
import type { TimbreRollo } from '../timbre'
import { ALTO_FILA, PUNTOS_MODULO } from '../timbre'
import { TABLA_PC850 } from './pagina-codigos'

const bytes = (...codes: number[]): string => String.fromCharCode(...codes)
const [ESC, FS, GS] = [0x1b, 0x1c, 0x1d]

/**
 * Forgets earlier settings and chooses the alphabet. `FS .` leaves the two-byte mode in which printers made for China
 * start; `ESC R 0` keeps `#` and `$` what they are.
 */
export const INICIO = bytes(ESC, 0x40) + bytes(FS, 0x2e) + bytes(ESC, 0x52, 0) + bytes(ESC, 0x74, TABLA_PC850)

/** Feeds to the knife and cuts, leaving a bridge. */
export const CORTE = bytes(GS, 0x56, 66, 0)

/** Rows as high as their letters, so that the lines of a box join. */
export const SIN_AIRE = bytes(ESC, 0x33, 24)
export const CON_AIRE = bytes(ESC, 0x32)

export const ANCLA = {
  izquierda: bytes(ESC, 0x61, 0),
  centro: bytes(ESC, 0x61, 1),
  derecha: bytes(ESC, 0x61, 2),
} as const

export interface Letra {
  /** The small font, 9 dots wide instead of 12. */
  chica?: boolean
  negrita?: boolean
  alta?: boolean
}

/** `ESC !`: font, weight and height at once. */
export const letra = ({ chica, negrita, alta }: Letra): string =>
  bytes(ESC, 0x21, (chica ? 1 : 0) | (negrita ? 8 : 0) | (alta ? 16 : 0))

/**
 * The timbre as a raster image (`GS v 0`): our own dots, so that the printer need know nothing of PDF417. It carries its own
 * left margin in whole bytes, because not every make centres images.
 */
export function imagenTimbre({ simbolo, girado }: TimbreRollo, puntos: number): string {
  const { ancho: modulos, filas, bytesPorFila, bits } = simbolo
  const grueso = filas * ALTO_FILA * PUNTOS_MODULO
  const largo = modulos * PUNTOS_MODULO
  const [ancho, alto] = girado ? [grueso, largo] : [largo, grueso]
  const margen = (puntos - ancho) >> 4
  const ancho8 = margen + ((ancho + 7) >> 3)
  const imagen = Buffer.alloc(ancho8 * alto)
  const altoFila = ALTO_FILA * PUNTOS_MODULO
  const isBar = (modulo: number, fila: number) =>
    (bits[fila * bytesPorFila + (modulo >> 3)]! & (0x80 >> (modulo & 7))) !== 0
  // Dot rows repeat: each different one is drawn once and copied.
  const repite = girado ? PUNTOS_MODULO : altoFila
  for (let y = 0; y < alto; y += repite) {
    const start = y * ancho8
    for (let x = 0; x < ancho; x++) {
      const bar = girado
        ? isBar(modulos - 1 - y / PUNTOS_MODULO, Math.floor(x / altoFila))
        : isBar(Math.floor(x / PUNTOS_MODULO), y / altoFila)
      if (bar) imagen[start + margen + (x >> 3)]! |= 0x80 >> (x & 7)
    }
    for (let i = 1; i < repite; i++) imagen.copy(imagen, start + i * ancho8, start, start + ancho8)
  }
  const head = bytes(GS, 0x76, 0x30, 0, ancho8 & 0xff, ancho8 >> 8, alto & 0xff, alto >> 8)
  return head + imagen.toString('latin1')
}
