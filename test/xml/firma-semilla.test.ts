import { describe, expect, test } from 'bun:test'
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { SignedXml } from 'xml-crypto'
import { canonicalGetToken, canonicalSignedInfo, signSemilla } from '../../src/xml/firma-semilla'

const SEMILLA = '000000000078'
const sha1 = (text: string) => createHash('sha1').update(text).digest('base64')
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })

describe('the signed getToken document (xml §3.7)', () => {
  test('canonical getToken has the digest of the first vector', () => {
    expect(sha1(canonicalGetToken(SEMILLA))).toBe('rjtSgVMNCqJht6g/7RrtPPPChZo=')
  })

  test('canonical SignedInfo is the 546 bytes of the second vector', () => {
    expect(Buffer.byteLength(canonicalSignedInfo(SEMILLA))).toBe(546)
    expect(sha1(canonicalSignedInfo(SEMILLA))).toBe('2LRQpNEqxbn7wRWpnXqnv41gRTE=')
  })

  test('an independent verifier accepts the signature, and refuses it over another seed', () => {
    const publicCert = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }) as string
    const verify = (xml: string): boolean => {
      const signature = new SignedXml({ publicCert })
      signature.loadSignature(/<Signature [\s\S]*<\/Signature>/.exec(xml)![0])
      try {
        return signature.checkSignature(xml)
      } catch {
        return false
      }
    }
    const xml = signSemilla(SEMILLA, privateKey, 'TUlJQg==')
    expect(verify(xml)).toBe(true)
    expect(verify(xml.replace(SEMILLA, '000000000079'))).toBe(false)
  })

  test('KeyInfo holds KeyValue and then X509Data, and only the Signature has a namespace', () => {
    const xml = signSemilla(SEMILLA, privateKey, 'TUlJQg==')
    const { n } = createPublicKey(privateKey).export({ format: 'jwk' })
    const modulus = /<Modulus>([^<]+)<\/Modulus>/.exec(xml)![1]!.replace(/\s/g, '')
    expect(modulus).toBe(Buffer.from(n!, 'base64url').toString('base64'))
    expect(xml).toMatch(
      /<KeyInfo><KeyValue>[\s\S]*<\/KeyValue><X509Data><X509Certificate>TUlJQg==<\/X509Certificate><\/X509Data><\/KeyInfo>/,
    )
    expect(xml.match(/xmlns/g)).toHaveLength(1)
    expect(xml).toStartWith(
      '<?xml version="1.0"?>\n<getToken><item><Semilla>000000000078</Semilla></item><Signature ',
    )
  })
})
