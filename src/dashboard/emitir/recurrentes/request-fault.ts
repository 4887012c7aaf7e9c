// A refusal of a series, as far as it is about its request: under the paths and words that `POST /v1/dte/emitir` has for them.

import { type DetalleFalla, Fault } from '../../api/fault'

const OF_REQUEST = /^solicitud\.?/

export const isOfRequest = ({ campo }: Pick<DetalleFalla, 'campo'>): boolean => OF_REQUEST.test(campo)

export const inRequest = (detalle: DetalleFalla): DetalleFalla => ({
  ...detalle,
  campo: detalle.campo.replace(OF_REQUEST, ''),
  mensaje: detalle.mensaje.replace(OF_REQUEST, ''),
})

/** The same with other faults of its body. */
export function withDetalles(fault: Fault, detalles: readonly DetalleFalla[]): Fault {
  const { code, message, status, omitidos, requestId, retryAfter } = fault
  return new Fault(code, message, { status, omitidos, requestId, retryAfter, detalles })
}

export const requestFault = (fault: Fault): Fault =>
  withDetalles(
    fault,
    fault.detalles.map((one) => (isOfRequest(one) ? inRequest(one) : one)),
  )
