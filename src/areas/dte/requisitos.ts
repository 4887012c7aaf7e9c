// What keeps a company from issuing at all, told before a folio is spent (contract §8).

import type { Ambiente } from '../../domain/ambiente'
import type { Emisor } from '../../domain/dte/dte'
import { AppError } from '../../domain/errors'
import { checkAjeno, checkVigencia, type EmpresaEmisora } from './emisor'

// A company named at registration has only its RUT and name (contract §14); the SII wants these of every issuer.
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
  const { certificadoDesde: validoDesde, certificadoHasta: validoHasta } = empresa
  if (!validoDesde || !validoHasta) {
    throw new AppError(
      'CERTIFICATE_MISSING',
      'La empresa no tiene un certificado digital; cárguelo para emitir',
    )
  }
  checkVigencia({ validoDesde, validoHasta }, now)
  if (!empresa.resolucion) {
    throw new AppError(
      'INVALID_STATE',
      `Falta la resolución del SII de la empresa para el ambiente ${ambiente}`,
    )
  }
  checkAjeno(empresa.certificadoAjeno)
}
