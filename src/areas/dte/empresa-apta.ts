// Whether a company can issue at all: its data, its certificate and the SII's resolution (contract §8).

import type { Ambiente } from '../../domain/ambiente'
import type { Emisor } from '../../domain/dte/dte'
import { AppError } from '../../domain/errors'
import type { EmpresaEmisora } from './emisor'

// A company named at registration has only its RUT and name (contract §14); the SII wants these of every issuer.
const camposFaltantes = ({ giro, acteco, direccion, comuna }: Emisor): string[] =>
  Object.entries({ giro, actividades_economicas: acteco?.length, direccion, comuna })
    .filter(([, value]) => !value)
    .map(([campo]) => campo)

/** What keeps a company from issuing at all, told before a folio is spent. */
export function checkEmpresa(empresa: EmpresaEmisora, ambiente: Ambiente, now: Date): void {
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
  if (!empresa.certificadoHasta) {
    throw new AppError(
      'CERTIFICATE_MISSING',
      'La empresa no tiene un certificado digital; cárguelo para emitir',
    )
  }
  if (empresa.certificadoHasta <= now.toISOString()) {
    const day = empresa.certificadoHasta.slice(0, 10)
    throw new AppError('CERTIFICATE_EXPIRED', `El certificado digital venció el ${day}; cargue uno vigente`)
  }
  if (!empresa.resolucion) {
    throw new AppError(
      'INVALID_STATE',
      `Falta la resolución del SII de la empresa para el ambiente ${ambiente}`,
    )
  }
}
