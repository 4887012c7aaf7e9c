// The CAF (xml §4): a range of folios, proved by the SII's signature over it, and the key that stamps.

import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Ambiente } from '../domain/ambiente'
import { isTipoDte } from '../domain/dte/tipos'
import { type Fault, faultsError } from '../domain/errors'
import { isVencido, vencimientoCaf } from '../domain/folios/vencimiento'
import { formatRut } from '../domain/rut'
import { authorityKey } from './autoridades'
import { type CafTexto, cafFault, cafReadings, DESCARGUE, parseCafText } from './caf-texto'

export interface Caf {
  rutEmisor: string
  razonSocial: string
  /** TD, perhaps of a type that Timbre does not issue. */
  tipoDte: number
  desde: number
  hasta: number
  /** FA, Chile date. */
  fechaAutorizacion: string
  /** Which authority signed, and so for which environment. */
  idk: number
  /** `<CAF …>…</CAF>` as the TED carries it: flat, texts untouched, to be written as Latin-1. */
  cafXml: string
  /** The key that stamps: a secret. */
  llave: KeyObject
}

/**
 * Reads a CAF file and holds it to its authority's signature and its key pair. Throws CAF_INVALID, whose faults carry a
 * FallaCaf as `regla`. For whom, where and until when it is good, `checkCaf` tells.
 */
export function readCaf(bytes: Uint8Array): Caf {
  const readings = cafReadings(bytes).map(parseCafText)
  const { idk } = readings[0]!
  const authority = authorityKey(idk)
  const signed = authority && readings.find((reading) => isSigned(reading, authority.llave))
  const llave = readKey(readings[0]!)
  if (signed && llave) {
    const { rutEmisor, razonSocial, tipoDte, desde, hasta, fechaAutorizacion, cafXml } = signed
    return { rutEmisor, razonSocial, tipoDte, desde, hasta, fechaAutorizacion, idk, cafXml, llave }
  }
  const faults: Fault[] = []
  if (!authority) {
    const mensaje = `El CAF está firmado por una autoridad desconocida (IDK ${idk}); use el archivo que entrega el SII`
    faults.push(cafFault('autoridad', mensaje))
  } else if (!signed) {
    faults.push(
      cafFault('firma', `La firma del SII (FRMA) no corresponde al contenido del CAF; ${DESCARGUE}`),
    )
  }
  if (!llave) {
    const mensaje = `La llave privada (RSASK) no corresponde a la llave pública del CAF; ${DESCARGUE}`
    faults.push(cafFault('llave_privada', mensaje))
  }
  throw faultsError(faults)
}

const toBuffer = (base64: string): Buffer => Buffer.from(base64, 'base64')

/** FRMA: PKCS#1 v1.5 with SHA-1 over the flat DA in ISO-8859-1 (xml §4.2). */
const isSigned = ({ da, frma }: CafTexto, autoridad: KeyObject): boolean =>
  verify('RSA-SHA1', Buffer.from(da, 'latin1'), autoridad, toBuffer(frma))

const PROBE = Buffer.from('timbre')

/** RSASK when it really signs for RSAPK; null otherwise. */
function readKey({ modulo, exponente, llavePem }: CafTexto): KeyObject | null {
  try {
    const n = toBuffer(modulo).toString('base64url')
    const e = toBuffer(exponente).toString('base64url')
    const publica = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
    const llave = createPrivateKey(llavePem)
    return verify('RSA-SHA1', PROBE, publica, sign('RSA-SHA1', PROBE, llave)) ? llave : null
  } catch {
    return null
  }
}

/** The company and environment that a CAF is held against. `hoy` is a Chile date. */
interface DestinoCaf {
  rutEmisor: string
  ambiente: Ambiente
  hoy: string
}

const AMBIENTE_NOMBRE: Record<Ambiente, string> = {
  simulacion: 'simulación',
  certificacion: 'certificación',
  produccion: 'producción',
}

/**
 * The faults that keep a CAF from being used there: CAF_WRONG_COMPANY, another environment's (CAF_INVALID),
 * CAF_EXPIRED, a type that Timbre does not issue (DOCUMENT_TYPE_NOT_ALLOWED). Empty: it is good.
 */
export function checkCaf(caf: Caf, { rutEmisor, ambiente, hoy }: DestinoCaf): Fault[] {
  const faults: Fault[] = []
  const add = (code: Fault['code'], regla: Fault['regla'], mensaje: string) =>
    faults.push({ campo: 'archivo', regla, mensaje, code })
  if (caf.rutEmisor !== rutEmisor) {
    add(
      'CAF_WRONG_COMPANY',
      'empresa',
      `El CAF es del RUT ${formatRut(caf.rutEmisor)} y la empresa activa es ${formatRut(rutEmisor)}; cárguelo en su empresa`,
    )
  }
  const propio = authorityKey(caf.idk)?.ambiente
  if (propio && propio !== ambiente) {
    add(
      'CAF_INVALID',
      'ambiente',
      `El CAF es del ambiente de ${AMBIENTE_NOMBRE[propio]} y no sirve en ${AMBIENTE_NOMBRE[ambiente]}; use uno de este ambiente`,
    )
  }
  const { tipoDte, fechaAutorizacion } = caf
  if (!isTipoDte(tipoDte)) {
    add('DOCUMENT_TYPE_NOT_ALLOWED', 'tipo', `Timbre no emite documentos del tipo ${tipoDte} de este CAF`)
  }
  const venceEl = vencimientoCaf(tipoDte, fechaAutorizacion)
  if (isVencido(venceEl, hoy)) {
    add(
      'CAF_EXPIRED',
      'vencido',
      `El CAF se autorizó el ${fechaAutorizacion} y venció el ${venceEl}; anule sus folios sin usar en el SII y pida otros`,
    )
  }
  return faults
}
