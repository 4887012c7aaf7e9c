// XML signatures of the neighbours: digest and SignedInfo written out as text, by node:crypto alone (simulator §21.2).

import { createHash, createPublicKey, type KeyObject, sign, type X509Certificate } from 'node:crypto'

/** A person who signs. */
export interface Firmante {
  rut: string
  llave: KeyObject
  certificado: X509Certificate
}

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

/** SHA-1 of canonical text, base64. */
export const digestOf = (text: string): string => createHash('sha1').update(text, 'utf8').digest('base64')

const inLines = (base64: string): string => base64.replace(/.{64}(?=.)/g, '$&\n')

/** The Signature over what `uri` names. `heredados`: declarations of namespaces in whose scope it will stand, beside its own. */
export function signatureOf(
  uri: string,
  digest: string,
  { llave, certificado }: Firmante,
  heredados = '',
): string {
  const info = (scope: string): string =>
    `<SignedInfo${scope}><CanonicalizationMethod Algorithm="${C14N}"></CanonicalizationMethod><SignatureMethod Algorithm="${DSIG}rsa-sha1"></SignatureMethod><Reference URI="${uri}"><Transforms><Transform Algorithm="${C14N}"></Transform></Transforms><DigestMethod Algorithm="${DSIG}sha1"></DigestMethod><DigestValue>${digest}</DigestValue></Reference></SignedInfo>`
  const value = sign('RSA-SHA1', Buffer.from(info(` xmlns="${DSIG}"${heredados && ` ${heredados}`}`)), llave)
  const { n, e } = createPublicKey(llave).export({ format: 'jwk' })
  const fromUrl = (text: string): string => inLines(Buffer.from(text, 'base64url').toString('base64'))
  return `<Signature xmlns="${DSIG}">${info('')}<SignatureValue>${inLines(value.toString('base64'))}</SignatureValue><KeyInfo><KeyValue><RSAKeyValue><Modulus>${fromUrl(n!)}</Modulus><Exponent>${fromUrl(e!)}</Exponent></RSAKeyValue></KeyValue><X509Data><X509Certificate>${inLines(certificado.raw.toString('base64'))}</X509Certificate></X509Data></KeyInfo></Signature>`
}
