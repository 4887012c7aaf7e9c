// The faults of a document's way, in the words of its job (http §6): code, stage, the SII's answer, the
// remedy.

import type { Etapa } from '../../../domain/dte/etapas'
import { AppError } from '../../../domain/errors'
import { type JobError, jobError } from '../../../jobs/kind'
import { explain, type Recepcion, type SiiFault } from '../../../sii'

/** The SII's answer, with cause and remedy where the code is known. */
export function siiSaid(
  codigo: string | null,
  glosa: string | null,
  etapa: SiiFault['etapa'],
): JobError['sii'] {
  const known = codigo === null ? null : explain(codigo, etapa)
  return { codigo, glosa, causa: known?.causa ?? null, solucion: known?.solucion ?? null }
}

/** An upload that the SII's door turned away. */
export function refusedUpload({
  codigo,
  glosa,
  detalle,
  reintentable,
}: Pick<Recepcion, 'codigo' | 'glosa' | 'detalle' | 'reintentable'>): JobError {
  const sii = siiSaid(codigo, [glosa, ...detalle].filter(Boolean).join(' · '), 'envio')
  return jobError('SII_ERROR', `El SII no recibió el envío: ${glosa || `código ${codigo}`}`, 'envio', {
    reintentable,
    sii,
    accion: sii?.solucion ?? (reintentable ? null : 'Corrija la causa y reintente el trabajo'),
  })
}

/** A fault on the way to the SII; a temporary one is retried by itself. */
export function siiFault(fault: SiiFault): JobError {
  const etapa = fault.etapa === 'autenticacion_sii' ? 'autenticacion_sii' : 'envio'
  const sii = fault.codigo || fault.glosa ? siiSaid(fault.codigo, fault.glosa, fault.etapa) : null
  const remedy = fault.retryable ? null : 'Corrija la causa y reintente el trabajo'
  // Its documents are signed with the certificate that the SII does not take: no other can send them (http §7).
  const accion =
    fault.code === 'CERTIFICATE_INVALID'
      ? 'Cargue un certificado válido, descarte este trabajo (su folio queda libre) y emita de nuevo'
      : (sii?.solucion ?? remedy)
  return jobError(fault.code, fault.message, etapa, { reintentable: fault.retryable, sii, accion })
}

/** A fault before anything travelled: certificate, CAF, or a bug of ours. */
export function localFault(fault: unknown, etapa: Etapa): JobError {
  if (fault instanceof AppError) {
    // The certificate is good and the clock is not: that ends without anybody touching the job.
    if (fault.code === 'CERTIFICATE_INVALID') {
      const accion =
        'Ponga en hora el reloj del servidor (timbre doctor dice cuánto difiere); se reintenta solo'
      return jobError(fault.code, fault.message, etapa, { reintentable: true, accion })
    }
    const accion = fault.code.startsWith('CERTIFICATE')
      ? 'Cargue un certificado vigente y reintente el trabajo'
      : fault.code.startsWith('CAF')
        ? 'Descarte el trabajo y emita de nuevo con un folio vigente'
        : etapa === 'esquema'
          ? 'Descarte el trabajo, con lo que su folio queda libre, y emita de nuevo sin esa falta'
          : 'Corrija la causa y reintente el trabajo'
    return jobError(fault.code, fault.message, etapa, { accion })
  }
  return jobError('INTERNAL_ERROR', 'El documento no se pudo preparar por un error interno', etapa, {
    accion: 'Reintente el trabajo; si se repite, informe su identificador',
  })
}

/** How soon a clock that was off is looked at again. */
export const CLOCK_LOOK_MS = 15_000
