// Opens a PKCS#12 file (PFX, RFC 7292): what certificate providers hand out, made by any Windows, OpenSSL or Java of the
// last twenty years. Only password integrity, as nothing else is found in the wild.

import { type Asn1, elements, integer, isContext, isUniversal, octets, oid, parseBer, toDer } from './asn1'
import {
  type Budget,
  type Clave,
  checkMac,
  claveVariants,
  createBudget,
  decryptPbe,
  TooMuchWork,
  UnsupportedAlgorithm,
} from './pfx-cifrado'

/**
 * The content of a PFX, in the order of the file: private keys as PKCS#8 and X.509 certificates, both DER.
 */
export interface ContenidoPfx {
  llaves: Buffer[]
  certificados: Buffer[]
}

/** Why a file could not be opened. */
export type FallaPfx = 'no_es_pfx' | 'clave_incorrecta' | 'cifrado_no_soportado' | 'demasiado_trabajo'

export class PfxUnreadable extends Error {
  readonly falla: FallaPfx

  constructor(falla: FallaPfx, cause?: unknown) {
    super(`cannot open the PFX: ${falla}`, { cause })
    this.falla = falla
  }
}

const DATA = '1.2.840.113549.1.7.1'
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6'
const KEY_BAG = '1.2.840.113549.1.12.10.1.1'
const SHROUDED_KEY_BAG = '1.2.840.113549.1.12.10.1.2'
const CERT_BAG = '1.2.840.113549.1.12.10.1.3'
const SAFE_CONTENTS_BAG = '1.2.840.113549.1.12.10.1.6'
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1'

/** Opens the file, whatever its encryption. Throws PfxUnreadable, which tells a wrong password from a wrong file. */
export function openPfx(bytes: Uint8Array, clave: string): ContenidoPfx {
  const { content, macData } = readFrame(bytes)
  const budget = createBudget()
  const variants = claveVariants(clave)
  try {
    if (macData && !variants.some((variant) => checkMac(macData, content, variant, budget))) {
      throw new PfxUnreadable('clave_incorrecta')
    }
    return readContents(content, (algorithm, data) => decrypt(algorithm, data, variants, budget))
  } catch (cause) {
    if (cause instanceof PfxUnreadable) throw cause
    if (cause instanceof TooMuchWork) throw new PfxUnreadable('demasiado_trabajo', cause)
    throw new PfxUnreadable(
      cause instanceof UnsupportedAlgorithm ? 'cifrado_no_soportado' : 'no_es_pfx',
      cause,
    )
  }
}

function readFrame(bytes: Uint8Array): { content: Buffer; macData: Asn1 | undefined } {
  try {
    const [version, authSafe, macData] = elements(parseBer(bytes))
    if (integer(version) !== 3) throw new Error('the version of a PFX is 3')
    return { content: dataOf(authSafe), macData }
  } catch (cause) {
    throw new PfxUnreadable('no_es_pfx', cause)
  }
}

/** The octets of a ContentInfo of type data. */
function dataOf(contentInfo: Asn1 | undefined): Buffer {
  const [type, content] = elements(contentInfo)
  if (oid(type) !== DATA) throw new UnsupportedAlgorithm(oid(type))
  return octets(elements(content)[0])
}

type Decrypt = (algorithm: Asn1 | undefined, data: Buffer) => Asn1

/** The decrypted value under the first way of writing the password that gives one. */
function decrypt(algorithm: Asn1 | undefined, data: Buffer, variants: Clave[], budget: Budget): Asn1 {
  let last: unknown
  for (const variant of variants) {
    try {
      // A wrong key passes the padding check once in 256 times; it does not yield a SEQUENCE as well.
      const value = parseBer(decryptPbe(algorithm!, data, variant, budget))
      if (isUniversal(value, 16)) return value
    } catch (fault) {
      if (fault instanceof UnsupportedAlgorithm || fault instanceof TooMuchWork) throw fault
      last = fault
    }
  }
  throw new PfxUnreadable('clave_incorrecta', last)
}

function readContents(authenticatedSafe: Buffer, open: Decrypt): ContenidoPfx {
  const found: ContenidoPfx = { llaves: [], certificados: [] }
  for (const contentInfo of elements(parseBer(authenticatedSafe))) {
    const [type, content] = elements(contentInfo)
    if (oid(type) === ENCRYPTED_DATA) {
      const [, encrypted] = elements(elements(content)[0])
      const [, algorithm, data] = elements(encrypted)
      if (!data || !isContext(data, 0)) throw new Error('encrypted content is missing')
      collect(open(algorithm, octets(data)), open, found)
    } else {
      collect(parseBer(dataOf(contentInfo)), open, found)
    }
  }
  return found
}

function collect(safeContents: Asn1, open: Decrypt, found: ContenidoPfx): void {
  for (const bag of elements(safeContents)) {
    const [type, holder] = elements(bag)
    const value = elements(holder)[0]
    switch (oid(type)) {
      case KEY_BAG:
        found.llaves.push(toDer(value!))
        break
      case SHROUDED_KEY_BAG: {
        const [algorithm, data] = elements(value)
        found.llaves.push(toDer(open(algorithm, octets(data))))
        break
      }
      case CERT_BAG: {
        const [kind, certificate] = elements(value)
        if (oid(kind) === X509_CERTIFICATE) found.certificados.push(octets(elements(certificate)[0]))
        break
      }
      case SAFE_CONTENTS_BAG:
        collect(value!, open, found)
    }
  }
}
