// The keys and certificates that signatures carry, read once and remembered (xml §1.3, §6.1).

import { createPublicKey, type KeyObject } from 'node:crypto'
import { chileTimestamp } from '../../domain/fecha'
import { type DatosX509, readX509 } from '../x509'
import type { FirmaLeida } from './parse-sobre'

/** A certificate and the bounds of its validity as Chilean local text, the form in which documents state their moment. */
interface CertificadoLeido extends DatosX509 {
  desde: string
  hasta: string
}

/** Bits of a key: nobody's certificate has more, and a verification by sixteen thousand takes a hundred times as long as one by two. */
const LLAVE_MAX = 4096

/** Null for a key that is none of RSA, or longer than any. */
const bounded = (llave: KeyObject): KeyObject | null =>
  (llave.asymmetricKeyDetails?.modulusLength ?? LLAVE_MAX + 1) <= LLAVE_MAX ? llave : null

/** Certificate of a signature; null when KeyInfo carries none that can be read. */
export function certificadoDe({ certificado }: FirmaLeida): CertificadoLeido | null {
  if (certificado === '') return null
  return remember(certificados, certificado, () => {
    try {
      const datos = readX509(Buffer.from(certificado, 'base64'))
      const { llavePublica: llave } = datos
      return {
        ...datos,
        llavePublica: llave && bounded(llave),
        desde: chileTimestamp(datos.validoDesde),
        hasta: chileTimestamp(datos.validoHasta),
      }
    } catch {
      return null
    }
  })
}

// All the documents of an envelope carry the same key and certificate, and parsing them costs more than verifying.
const certificados = new Map<string, CertificadoLeido | null>()
const llaves = new Map<string, KeyObject | null>()
const RECORDADOS_MAX = 64
/** Characters. No key or certificate is so long; a stranger's file may be, and would stay. */
const RECORDADO_LARGO_MAX = 8192

function remember<T>(memoria: Map<string, T>, clave: string, leer: () => T): T {
  if (clave.length > RECORDADO_LARGO_MAX) return leer()
  const conocido = memoria.get(clave)
  if (conocido !== undefined) return conocido
  if (memoria.size >= RECORDADOS_MAX) memoria.clear()
  const leido = leer()
  memoria.set(clave, leido)
  return leido
}

/** An RSA public key from base64 modulus and exponent; null when they make none, or one longer than any. */
export function llavePublica(modulus: string, exponent: string): KeyObject | null {
  if (modulus === '' || exponent === '') return null
  return remember(llaves, `${modulus} ${exponent}`, () => {
    // A JWK has no sign byte and no padding; real files carry both forms (xml §1.3).
    const entero = (base64: string) => {
      const bytes = Buffer.from(base64, 'base64')
      let ceros = 0
      while (ceros < bytes.length - 1 && bytes[ceros] === 0) ceros++
      return bytes.subarray(ceros).toString('base64url')
    }
    try {
      const key = { kty: 'RSA', n: entero(modulus), e: entero(exponent) }
      return bounded(createPublicKey({ key, format: 'jwk' }))
    } catch {
      return null
    }
  })
}
