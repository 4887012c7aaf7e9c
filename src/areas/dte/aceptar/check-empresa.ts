// The faults of a company that may not issue at all, told before a folio is spent (http §8).

import type { Ambiente } from '../../../domain/ambiente'
import type { Emisor } from '../../../domain/dte/dte'
import { AppError } from '../../../domain/errors'
import { checkAjeno, checkVigencia, type EmpresaEmisora } from '../documento/emisor'

// A company named at registration has only its RUT and name (http §14); the SII wants these of every issuer.
const camposFaltantes = ({ giro, acteco, direccion, comuna }: Emisor): string[] =>
  Object.entries({ giro, actividades_economicas: acteco?.length, direccion, comuna })
    .filter(([, value]) => !value)
    .map(([campo]) => campo)

/** Throws INVALID_STATE, CERTIFICATE_MISSING, CERTIFICATE_EXPIRED or CERTIFICATE_INVALID when `empresa` cannot issue at `now`. */
export function checkEmpresa(
  { empresa, ambiente }: { empresa: EmpresaEmisora; ambiente: Ambiente },
  now: Date,
): void {
  const missing = camposFaltantes(empresa.emisor)
  if (missing.length) {
    throw new AppError(
      'INVALID_STATE',
      `Complete los datos de la empresa para emitir: ${missing.join(', ')}`,
      {
        detalles: missing.map((campo) => ({ campo })),
      },
    )
  }
  if (!empresa.vigencia) {
    throw new AppError(
      'CERTIFICATE_MISSING',
      'La empresa no tiene un certificado digital; cárguelo para emitir',
    )
  }
  checkVigencia(empresa.vigencia, now)
  if (!empresa.resolucion) {
    throw new AppError(
      'INVALID_STATE',
      `Falta la resolución del SII de la empresa para el ambiente ${ambiente}`,
    )
  }
  checkAjeno(empresa.certificadoAjeno)
}
