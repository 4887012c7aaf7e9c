// The digital certificate of the person who signs (xml §6): out of a PFX, the end-entity certificate, its key
// and the RUT of its holder.

import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { nombreAjeno } from '../domain/archivo-ajeno'
import { AppError, faultsError } from '../domain/errors'
import { elements, oid, parseBer } from './asn1'
import { type ContenidoPfx, type FallaPfx, openPfx, PfxUnreadable } from './pfx'
import { type DatosX509, readX509 } from './x509'

export interface Certificado {
  rutTitular: string
  nombre: string
  emisor: string
  /** Instants in UTC, `2026-01-05T12:00:00Z`. Whether it is in force is for the caller to judge. */
  validoDesde: string
  validoHasta: string
  certificadoPem: string
  /** PKCS#8, not encrypted: a secret. */
  llavePem: string
  /** SHA-256 of the DER, in hex. */
  huella: string
}

/** The faults of the file; `regla` of the fault. */
type FallaCertificado =
  | FallaPfx
  | 'sin_llave'
  | 'sin_certificado'
  | 'llave_no_rsa'
  | 'llave_corta'
  | 'sin_rut'

const RSA = '1.2.840.113549.1.1.1'
// Keys below this size are forgeable today; those of the accredited providers have 2048 bits.
const MIN_BITS = 1024

const EXPORTE = 'exporte el certificado con su llave privada en formato PFX y cárguelo de nuevo'

const MENSAJES: Record<FallaCertificado, string> = {
  no_es_pfx: `El archivo no es un certificado PFX/P12 o está dañado; ${EXPORTE}`,
  clave_incorrecta:
    'La clave del certificado no es la correcta; escriba la clave con que se exportó el archivo PFX',
  cifrado_no_soportado:
    'El archivo PFX usa un cifrado que no se puede abrir; expórtelo de nuevo con cifrado AES-256 o TripleDES',
  demasiado_trabajo:
    'El archivo PFX pide demasiadas iteraciones para abrirse; expórtelo de nuevo con las que usan por omisión Windows, OpenSSL y los navegadores, hasta unas 600.000',
  sin_llave:
    'El archivo no trae la llave privada; exporte el certificado marcando la opción de incluir la clave privada',
  sin_certificado: 'El archivo no trae el certificado que corresponde a su llave privada; expórtelo de nuevo',
  llave_no_rsa: 'La llave del certificado no es RSA; el SII sólo acepta firmas RSA',
  llave_corta: `La llave del certificado tiene menos de ${MIN_BITS} bits; pida a su proveedor un certificado nuevo`,
  sin_rut:
    'El certificado no indica el RUT de su titular; se necesita un certificado de firma de persona natural emitido por un proveedor acreditado en Chile',
}

const invalid = (regla: FallaCertificado, mensaje = MENSAJES[regla]): AppError =>
  faultsError([
    {
      campo: regla === 'clave_incorrecta' ? 'clave' : 'archivo',
      regla,
      mensaje,
      code: 'CERTIFICATE_INVALID',
    },
  ])

interface Par {
  der: Buffer
  datos: DatosX509
  llave: KeyObject
}

/**
 * Reads a PFX. Of several pairs it takes the one with a RUT, then the one in force at `ahora`, then the one that lasts
 * longest. Throws CERTIFICATE_INVALID, whose `regla` is a FallaCertificado; an expired one is read like any other.
 */
export function readPfx(bytes: Uint8Array, clave: string, ahora?: Date): Certificado {
  const pares = open(bytes, clave)
  const inForce = ({ datos }: Par) => !!ahora && datos.validoDesde <= ahora && ahora <= datos.validoHasta
  const [best] = pares.sort(
    (a, b) =>
      Number(b.datos.rut !== null) - Number(a.datos.rut !== null) ||
      Number(inForce(b)) - Number(inForce(a)) ||
      b.datos.validoHasta.getTime() - a.datos.validoHasta.getTime(),
  )
  const { der, datos, llave } = best!
  if ((llave.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_BITS) throw invalid('llave_corta')
  if (!datos.rut) throw invalid('sin_rut')
  return {
    rutTitular: datos.rut,
    nombre: datos.nombre,
    emisor: datos.emisor,
    validoDesde: instant(datos.validoDesde),
    validoHasta: instant(datos.validoHasta),
    certificadoPem: toPem(der),
    llavePem: llave.export({ type: 'pkcs8', format: 'pem' }) as string,
    huella: createHash('sha256').update(der).digest('hex'),
  }
}

/** RUT of the holder of a certificate in PEM or DER, `11111111-1`; null when it tells none or is no certificate. */
export function readRut(certificado: string | Uint8Array): string | null {
  try {
    return readX509(typeof certificado === 'string' ? fromPem(certificado) : certificado).rut
  } catch {
    return null
  }
}

/** DER of the first certificate of a PEM text. */
export function fromPem(pem: string): Buffer {
  const body = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/.exec(pem)?.[1]
  if (!body) throw new Error('the text holds no PEM certificate')
  return Buffer.from(body, 'base64')
}

const toPem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`

const instant = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`

function open(bytes: Uint8Array, clave: string): Par[] {
  try {
    return pairs(openPfx(bytes, clave))
  } catch (fault) {
    if (fault instanceof AppError) throw fault
    // A key or certificate inside that does not parse is a damaged file, like a frame that does not.
    const falla = fault instanceof PfxUnreadable ? fault.falla : 'no_es_pfx'
    const nombre = falla === 'no_es_pfx' ? nombreAjeno(bytes) : null
    throw invalid(
      falla,
      nombre ? `El archivo es ${nombre} y no un certificado PFX/P12: ${EXPORTE}` : undefined,
    )
  }
}

/** Every RSA key beside the certificate of the same public key: the chain's own certificates match none. */
function pairs({ llaves, certificados }: ContenidoPfx): Par[] {
  if (llaves.length === 0) throw invalid('sin_llave')
  const rsa = llaves.filter(isRsa)
  if (rsa.length === 0) throw invalid('llave_no_rsa')
  const read = certificados.map((der) => ({ der, datos: readX509(der) }))
  const found = rsa.flatMap((pkcs8) => {
    const llave = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
    const publica = createPublicKey(llave)
    return read
      .filter(({ datos }) => datos.llavePublica?.equals(publica))
      .map((certificate) => ({ ...certificate, llave }))
  })
  if (found.length === 0) throw invalid('sin_certificado')
  return found
}

function isRsa(pkcs8: Buffer): boolean {
  const [, algorithm] = elements(parseBer(pkcs8))
  return oid(elements(algorithm)[0]) === RSA
}
