// The sealed part of a certificate: who loads it and who signs with it read the same value. In clear stay whose it is and until
// when, which queries ask for.

import type { Place, Secrets } from './secrets'

/** As sealed, in JSON. */
export interface CertificadoCifrado {
  pem: string
  /** The person's, and the authority's. */
  nombre: string
  emisor: string
}

export const certificadoPlace = (empresaId: string): Place => ({
  table: 'certificado',
  column: 'certificado_cifrado',
  id: empresaId,
})

/** Throws SecretUnreadable. */
export const openCertificado = (
  secrets: Secrets,
  empresaId: string,
  sealed: Uint8Array,
): CertificadoCifrado =>
  JSON.parse(secrets.open(certificadoPlace(empresaId), sealed).toString()) as CertificadoCifrado
