// What every kind of logo is held to.
import { AppError } from '../../domain/errors'

/** An image in rows of red, green and blue. */
export interface Pixeles {
  ancho: number
  alto: number
  rgb: Buffer
}

export const PIXELES_MAX = 8_000_000

/** The refusal of an image, as the fault of the uploaded file. */
export const refuse = (mensaje: string): AppError =>
  new AppError('VALIDATION_ERROR', mensaje, { detalles: [{ campo: 'archivo', regla: 'imagen', mensaje }] })
