// A mailbox as whoever reads it sees it, wherever it is: letters are named by numbers that are good for as long as `validez` is the
// same, and nothing is ever deleted.

/** The treatment of a letter after its reading: a mark on it, another folder, or nothing. */
export type Despues = 'marcar' | 'mover' | 'nada'

/** A letter longer than this is read no further. */
export const CARTA_MAX = 25 * 1024 * 1024

export interface Carta {
  uid: number
  /** The message; of a letter over CARTA_MAX one byte more than that. */
  mensaje: Uint8Array
  /** When the box got it; null where it does not say. */
  recibidoEn: Date | null
}

export interface Casilla {
  /** While it is the same, a number names the same letter (UIDVALIDITY). */
  validez: string
  /** Letters in the folder. */
  total: number
  /** The numbers above `desde` of letters to be looked at, in order, each once. */
  list(desde: number): Promise<number[]>
  /** The letters of these numbers that are there, one at a time; of one that is not, nothing. */
  read(uids: readonly number[]): AsyncIterable<Carta>
  /** Says at the server that these were read, as the box is set. */
  settle(uids: readonly number[]): Promise<void>
  close(): Promise<void>
}

/**
 * Why a box cannot be read: `clave`, the server refused who comes, for good; `carpeta`, a folder is not there; else the way there,
 * or an answer that makes no sense. The message is Spanish.
 */
export class CasillaFault extends Error {
  readonly motivo: 'clave' | 'carpeta' | 'conexion'
  constructor(motivo: CasillaFault['motivo'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.motivo = motivo
  }
}
