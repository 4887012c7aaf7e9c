// CAF files for tests, sound or broken on demand, signed with the simulator's public test key.

import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { cafSigningKey, IDK } from '../../src/simulator/authority'

/** Like a real one: 512 bits, exponent 3 (xml §4.1). */
export const newCafKey = (): KeyObject =>
  generateKeyPairSync('rsa', { modulusLength: 512, publicExponent: 3 }).privateKey

const KEY = newCafKey()

export interface CafParts {
  re?: string
  rs?: string
  td?: number | string
  desde?: number | string
  hasta?: number | string
  fa?: string
  idk?: number | string
  /** The key whose public half stands in RSAPK. */
  llave?: KeyObject
  /** The content of RSASK. */
  rsask?: string
  autoridad?: KeyObject
  /** White space between tags, and the declaration above. */
  entre?: string
  declaracion?: string
}

const base64 = (base64url: string | undefined): string =>
  Buffer.from(base64url!, 'base64url').toString('base64')

export const privatePem = (llave: KeyObject): string =>
  llave.export({ type: 'pkcs1', format: 'pem' }).toString()

/** The text of an AUTORIZACION file. FRMA is made over the flat DA in Latin-1 (xml §4.2). */
export function cafText({
  re = '76543210-3',
  rs = 'EMPRESA DE PRUEBA',
  td = 33,
  desde = 1,
  hasta = 100,
  fa = '2026-11-01',
  idk = IDK,
  llave = KEY,
  rsask = privatePem(llave),
  autoridad = cafSigningKey(),
  entre = '\n',
  declaracion = '<?xml version="1.0"?>',
}: CafParts = {}): string {
  const { n, e } = createPublicKey(llave).export({ format: 'jwk' })
  const da = [
    `<DA>`,
    `<RE>${re}</RE>`,
    `<RS>${rs}</RS>`,
    `<TD>${td}</TD>`,
    `<RNG><D>${desde}</D><H>${hasta}</H></RNG>`,
    `<FA>${fa}</FA>`,
    `<RSAPK><M>${base64(n)}</M><E>${base64(e)}</E></RSAPK>`,
    `<IDK>${idk}</IDK>`,
    '</DA>',
  ]
  const frma = sign('RSA-SHA1', Buffer.from(da.join(''), 'latin1'), autoridad).toString('base64')
  const publica = createPublicKey(llave).export({ type: 'spki', format: 'pem' })
  return [
    declaracion,
    '<AUTORIZACION>',
    '<CAF version="1.0">',
    ...da,
    `<FRMA algoritmo="SHA1withRSA">${frma}</FRMA>`,
    '</CAF>',
    `<RSASK>${rsask}</RSASK>`,
    `<RSAPUBK>${publica}</RSAPUBK>`,
    '</AUTORIZACION>',
    '',
  ].join(entre)
}

/** The bytes of the file as the SII sends it, ISO-8859-1. */
export const cafFile = (parts?: CafParts): Buffer => Buffer.from(cafText(parts), 'latin1')
