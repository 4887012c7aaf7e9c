// What every kind of logo is held to.
import { AppError } from '../../domain/errors'

/** An image in rows of red, green and blue. */
export interface Pixeles {
  ancho: number
  alto: number
  rgb: Buffer
}

/** More would hold the server for seconds; paper shows no more than 600 by side. */
export const PIXELES_MAX = 4_000_000

/** The refusal of an image, as the fault of the uploaded file. */
export const refuse = (mensaje: string): AppError =>
  new AppError('VALIDATION_ERROR', mensaje, { detalles: [{ campo: 'archivo', regla: 'imagen', mensaje }] })
