// The refusal of a document that could not be kept: nothing of it was created (http §8).

import { AppError } from '../../../domain/errors'
import { DISCO_LLENO, isDiskFull } from '../../../store/storage-fault'

export function unavailable(cause?: unknown): AppError {
  const why = isDiskFull(cause)
    ? `${DISCO_LLENO}; libere espacio en él`
    : 'La cola de emisión no está disponible'
  const mensaje = `${why}: nada se creó, reintente en unos segundos`
  return new AppError('QUEUE_UNAVAILABLE', mensaje, { headers: { 'retry-after': '5' }, cause })
}
