// XML signatures by the SII's profile (xml §3.1, §3.2), canonical by construction (src §3.6): the digest is one pass over
// text that is written as C14N would write it. Digest bytes are UTF-8 although the file is ISO-8859-1.

import { createPublicKey, type KeyObject } from 'node:crypto'

const DS = 'http://www.w3.org/2000/09/xmldsig#'
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
export const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

/** Signs bytes with RSASSA-PKCS1-v1_5 and SHA-1; resolves to the signature. */
export type Sign = (data: Buffer, key: KeyObject) => Promise<Buffer>

/** A person's key with the parts of KeyInfo made once. */
export interface Llave {
  privada: KeyObject
  keyInfo: string
}

const wrap = (base64: string): string => base64.replace(/.{76}(?=.)/g, '$&\n')
const urlToBase64 = (text: string): string => Buffer.from(text, 'base64url').toString('base64')

/** Prepares a key for signing. `certificado`: base64 DER of the end-entity certificate. */
export function prepareLlave(privada: KeyObject, certificado: string): Llave {
  const { n, e } = createPublicKey(privada).export({ format: 'jwk' })
  const keyInfo =
    `<KeyInfo><KeyValue><RSAKeyValue><Modulus>${wrap(urlToBase64(n!))}</Modulus>` +
    `<Exponent>${urlToBase64(e!)}</Exponent></RSAKeyValue></KeyValue>` +
    `<X509Data><X509Certificate>${wrap(certificado)}</X509Certificate></X509Data></KeyInfo>`
  return { privada, keyInfo }
}

const signedInfoBody = (uri: string, digest: string): string =>
  `<CanonicalizationMethod Algorithm="${C14N}"></CanonicalizationMethod>` +
  `<SignatureMethod Algorithm="${DS}rsa-sha1"></SignatureMethod>` +
  `<Reference URI="${uri}"><Transforms><Transform Algorithm="${C14N}"></Transform></Transforms>` +
  `<DigestMethod Algorithm="${DS}sha1"></DigestMethod><DigestValue>${digest}</DigestValue></Reference></SignedInfo>`

/**
 * The `Signature` element over what `digest` (base64 SHA-1 of its canonical form) stands for. `inherited` are the
 * namespace declarations in scope around it, which canonical SignedInfo repeats: none for a DTE, `XSI` for an envelope.
 */
export async function writeSignature(
  sign: Sign,
  llave: Llave,
  uri: string,
  digest: string,
  inherited = '',
): Promise<string> {
  const body = signedInfoBody(uri, digest)
  const canonical = `<SignedInfo xmlns="${DS}"${inherited && ` ${inherited}`}>${body}`
  const value = (await sign(Buffer.from(canonical, 'utf8'), llave.privada)).toString('base64')
  return (
    `<Signature xmlns="${DS}"><SignedInfo>${body}` +
    `<SignatureValue>${wrap(value)}</SignatureValue>${llave.keyInfo}</Signature>`
  )
}

/** The canonical SignedInfo, for test vectors (xml §3.4). */
export const canonicalSignedInfo = (uri: string, digest: string, inherited = ''): string =>
  `<SignedInfo xmlns="${DS}"${inherited && ` ${inherited}`}>${signedInfoBody(uri, digest)}`
