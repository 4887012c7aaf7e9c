// Seeds, the signed getToken document, tokens (sii §2, §6.2), for SOAP and for the boleta REST: two pools.

import { isInscrito } from './contribuyentes'
import type { Lado } from './hosts'
import { isAccepted, type Persona, readPersona, sameKey } from './persona'
import { localName, scan, unescapeXml, XmlFault } from './scanner'
import type { Sim } from './sim'

export type Sistema = 'soap' | 'rest'

const SEED_LIFE_MS = 120_000
const TOKEN_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A new seed: twelve digits, good for two minutes. */
export function createSemilla({ sql, now, random }: Sim, lado: Lado, sistema: Sistema): string {
  const at = now().getTime()
  // Old ones have no further use; a seed of a day ago still answers TIME-OUT instead of "unknown".
  sql.semilla.forget.run(at - 86_400_000)
  for (;;) {
    const digits = BigInt(`0x${Buffer.from(random(8)).toString('hex')}`) % 1_000_000_000_000n
    const semilla = digits.toString().padStart(12, '0')
    if (sql.semilla.insert.run(semilla, lado, sistema, at).changes) return semilla
  }
}

/** Outcome of getToken: ESTADO and GLOSA, and the token when ESTADO is `00`. */
export interface Credencial {
  estado: string
  glosa: string
  token?: string
}

/** Judges a signed getToken document; the order of the checks is that of simulator §2.1. */
export function grantToken(sim: Sim, lado: Lado, sistema: Sistema, xml: string): Credencial {
  const doc = readGetToken(xml)
  if ('estado' in doc) return doc
  const { signature, semilla, certificado, modulo, exponente } = doc
  if (!signature) return no('04', 'Elemento Signature no existe')
  if (!semilla) return no('06', 'Elemento Semilla no existe (getSeed)')
  const persona = certificado ? readPersona(certificado) : null
  if (!persona) return no('11', 'Elemento Certificate no existe (getCertificado)')
  if (!sameKey(persona.llave, modulo, exponente))
    return no('21', 'La llave pública no corresponde al certificado')
  if (!signatureHolds(xml, signature, persona, semilla)) return no('05', 'Firma inválida')
  const stale = useSemilla(sim, lado, sistema, semilla)
  if (stale) return no('08', stale)
  if (!persona.rut || !isInscrito(sim, lado, persona.rut))
    return no('-07', 'Error (12) al validar el RUT del usuario')
  if (!isAccepted(persona, sim.now())) return no('-3', 'Error en Autenticación')
  return { estado: '00', glosa: 'Token Creado', token: createToken(sim, lado, sistema, persona.rut) }
}

/** The owner of the token, or why there is none: `003` unknown, `001` no longer active. */
export function tokenOwner(
  { sql, now }: Sim,
  lado: Lado,
  sistema: Sistema,
  token: string | null,
): { rut: string } | { estado: '001' | '003' } {
  const row = sql.token.find.get(lado, sistema, token ?? '')
  if (!row) return { estado: '003' }
  return row.venceAt > now().getTime() ? { rut: row.rut } : { estado: '001' }
}

/** The value of `Cookie: TOKEN=…`. */
export const cookieToken = (request: Request): string | null =>
  /(?:^|;\s*)TOKEN=([^;\s]+)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? null

const no = (estado: string, glosa: string): Credencial => ({ estado, glosa })

interface GetToken {
  signature: string | null
  semilla: string | null
  certificado: string | null
  modulo: string | null
  exponente: string | null
}

function readGetToken(xml: string): GetToken | Credencial {
  const found: GetToken = { signature: null, semilla: null, certificado: null, modulo: null, exponente: null }
  const text: Record<string, keyof GetToken> = {
    Semilla: 'semilla',
    X509Certificate: 'certificado',
    Modulus: 'modulo',
    Exponent: 'exponente',
  }
  let signatureFrom = -1
  let valueFrom = 0
  const path: string[] = []
  try {
    scan(xml, {
      open(name, _attributes, _depth, from, to) {
        path.push(localName(name))
        if (path.length === 2 && path[1] === 'Signature') signatureFrom = from
        valueFrom = to
      },
      close(name, _depth, from, to) {
        const key = text[localName(name)]
        // The seed counts only where it is signed as such: getToken/item/Semilla.
        if (key && (key !== 'semilla' || path.join('/') === 'getToken/item/Semilla'))
          found[key] = unescapeXml(xml.slice(valueFrom, Math.max(valueFrom, from))).trim()
        if (path.length === 2 && path[1] === 'Signature') found.signature = xml.slice(signatureFrom, to)
        path.pop()
      },
    })
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault
    // A truncated text is an I/O error to the SII's reader, any other fault a parser's.
    return fault.truncado
      ? no('01', 'XML inválido (IOException en valSignedXml)')
      : no('02', 'XML inválido (SAXException en valSignedXml)')
  }
  return found
}

function signatureHolds(xml: string, signature: string, persona: Persona, semilla: string): boolean {
  // Loaded only here, for the sake of the start (xml/verify/canonical.ts).
  const { SignedXml } = require('xml-crypto') as typeof import('xml-crypto')
  const signed = new SignedXml({ publicCert: persona.llave.export({ type: 'spki', format: 'pem' }) })
  try {
    signed.loadSignature(signature)
    if (!signed.checkSignature(xml)) return false
    // A valid signature over some other element would prove nothing about the seed.
    const covered = signed.getSignedReferences()
    return covered.length === 1 && covered[0]!.includes(`<Semilla>${semilla}</Semilla>`)
  } catch {
    return false
  }
}

/** Spends a seed; the GLOSA of the refusal when it cannot be spent. */
function useSemilla({ sql, now }: Sim, lado: Lado, sistema: Sistema, semilla: string): string | null {
  const at = now().getTime()
  const key = semilla.padStart(12, '0') // some clients send it as a number
  const row = sql.semilla.find.get(lado, sistema, key)
  if (!row) return 'NO Existe SEED'
  if (row.usadaAt !== null) return 'NO PUEDO ACT. SEED CON TOKEN'
  if (at - row.creadaAt > SEED_LIFE_MS) return 'TIME-OUT DEL SEED'
  sql.semilla.use.run(at, lado, sistema, key)
  return null
}

function createToken(
  { sql, now, random, tokenTtlMs }: Sim,
  lado: Lado,
  sistema: Sistema,
  rut: string,
): string {
  const at = now().getTime()
  sql.token.forget.run(at - 86_400_000)
  let token = ''
  for (const byte of random(13)) token += TOKEN_ALPHABET[byte % TOKEN_ALPHABET.length]
  sql.token.insert.run(token, lado, sistema, rut, at, at + tokenTtlMs)
  return token
}
