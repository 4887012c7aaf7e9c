// The signed getToken document that trades a seed for a token (xml §3.7, SII Auth v1.9). What is digested is
// written canonical by construction (C14N 2001), so signing needs no XML parser.

import { createHash, type KeyObject, sign } from 'node:crypto'
import { prepareLlave } from './firma'

const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'

/** Canonical `getToken` without its Signature: the bytes whose SHA-1 is the digest. `semilla` as the SII gave it. */
export const canonicalGetToken = (semilla: string): string =>
  `<getToken><item><Semilla>${semilla}</Semilla></item></getToken>`

/** Canonical `SignedInfo` for that seed: the bytes that are signed. */
export function canonicalSignedInfo(semilla: string): string {
  const digest = createHash('sha1').update(canonicalGetToken(semilla)).digest('base64')
  return (
    `<SignedInfo xmlns="${XMLDSIG}">` +
    '<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></CanonicalizationMethod>' +
    `<SignatureMethod Algorithm="${XMLDSIG}rsa-sha1"></SignatureMethod>` +
    `<Reference URI=""><Transforms><Transform Algorithm="${XMLDSIG}enveloped-signature"></Transform></Transforms>` +
    `<DigestMethod Algorithm="${XMLDSIG}sha1"></DigestMethod>` +
    `<DigestValue>${digest}</DigestValue></Reference></SignedInfo>`
  )
}

/**
 * The whole document for `pszXml`, signed by the person's RSA key. `certificado` is base64 DER. KeyInfo holds KeyValue
 * and then X509Data, as the SII demands.
 */
export function signSemilla(semilla: string, llave: KeyObject, certificado: string): string {
  const signedInfo = canonicalSignedInfo(semilla)
  const firma = sign('RSA-SHA1', Buffer.from(signedInfo), llave).toString('base64')
  return (
    '<?xml version="1.0"?>\n' +
    `<getToken><item><Semilla>${semilla}</Semilla></item><Signature xmlns="${XMLDSIG}">` +
    // Inherited from Signature here; the apex of the canonical form has to print it.
    signedInfo.replace(` xmlns="${XMLDSIG}"`, '') +
    `<SignatureValue>${firma}</SignatureValue>${prepareLlave(llave, certificado).keyInfo}</Signature></getToken>`
  )
}
