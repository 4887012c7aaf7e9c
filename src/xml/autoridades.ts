// The public keys that vouch for CAFs: which key signed is told by IDK, and each belongs to one environment
// (xml §4.3, measured from the SII's published certificates). 512 bits, exponent 65537.

import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Ambiente } from '../domain/ambiente'

const MODULOS: Record<number, { ambiente: Ambiente; modulo: string }> = {
  100: {
    ambiente: 'certificacion',
    modulo:
      'C8FBF00DCB21A55000A585522C5DE528A73E0CE16CC03AB1E5EA7DE4B2A28111' +
      'E352FAEF8DCB7D51E349ABD4B105DCD4F67CF9E13115058C9F0154291B8C7153',
  },
  300: {
    ambiente: 'produccion',
    modulo:
      '9DEEBFC5EEBD96DF4C7CF53F1BFA15D85D73EF04C6718F8C07B3F785EFEE75E7' +
      'B4EF5A3AE079C3265A900E45F602890AF6FB4FAFA2B8D6938F7F011C3585B335',
  },
  // The simulator's own: its private half is public in src/simulator/authority.ts and proves nothing elsewhere.
  900: {
    ambiente: 'simulacion',
    modulo:
      'E113581FBE14553EC2BC6C53012D628702A86233C03E9A643C55B4921C058980' +
      '5AA8E2D987ACF66ED837DC1ADBC56AF42E19350D294BB709971F88D30882B2B7',
  },
}

interface AutoridadCaf {
  /** The only environment in which its CAFs are good. */
  ambiente: Ambiente
  llave: KeyObject
}

const parsed = new Map<number, AutoridadCaf>()

/** The authority behind an IDK, null when nobody known uses that number. */
export function authorityKey(idk: number): AutoridadCaf | null {
  const row = MODULOS[idk]
  if (!row) return null
  let authority = parsed.get(idk)
  if (!authority) {
    const n = Buffer.from(row.modulo, 'hex').toString('base64url')
    authority = {
      ambiente: row.ambiente,
      llave: createPublicKey({ key: { kty: 'RSA', n, e: 'AQAB' }, format: 'jwk' }),
    }
    parsed.set(idk, authority)
  }
  return authority
}
