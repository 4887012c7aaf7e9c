// Constant keys for golden files and vectors: a person of the simulator's CA and one CAF (1 to 1000) a type for
// 76543210-3. RSA signatures of PKCS#1 v1.5 do not vary, so what they sign can be compared byte for byte.

import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Llave, prepareLlave } from '../../src/xml/firma'
import { type Libcrypto, LibcryptoAbsent, openLibcrypto } from '../../src/xml/libcrypto'
import { signInPool } from '../../src/xml/sign-pool'
import type { CafTimbre } from '../../src/xml/ted'

const FIXTURES = join(import.meta.dir, '../fixtures/firma')
const read = (name: string): Buffer => readFileSync(join(FIXTURES, name))

export const sign = signInPool
export const RUT_FIRMANTE = '11111111-1'
export const certificadoBase64 = read('certificado.pem')
  .toString()
  .replace(/-----[^-]+-----|\s/g, '')
export const llave: Llave = prepareLlave(createPrivateKey(read('llave.pem')), certificadoBase64)

/** The bytes of the CAF file of a type. */
export const cafBytes = (tipo: number): Buffer => read(`caf-${tipo}.xml`)

/** A CAF cut by hand, so that builder tests do not lean on the CAF reader. */
export function cafTimbre(tipo: number): CafTimbre {
  const text = cafBytes(tipo).toString('latin1')
  const cafXml = /<CAF[\s\S]*<\/CAF>/.exec(text)![0].replace(/>\s+</g, '><')
  return {
    cafXml,
    llave: createPrivateKey(/-----BEGIN RSA PRIVATE[\s\S]*?-----END RSA PRIVATE KEY-----/.exec(text)![0]),
  }
}

function libcrypto(): Libcrypto | null {
  try {
    return openLibcrypto()
  } catch (fault) {
    if (fault instanceof LibcryptoAbsent) return null
    throw fault
  }
}

/** The system's, where there is one. */
export const libcryptoHere = libcrypto()
