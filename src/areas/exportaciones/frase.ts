// The phrase of a move (areas/exportaciones §5): its key seals the secrets on their way, and signs the index.

import { createHmac, scrypt, timingSafeEqual } from 'node:crypto'
import { createSecrets, type Secrets, SecretUnreadable } from '../../store/secrets'

/** The words of an archive on how its secrets are sealed. */
export interface Cifrado {
  kdf: 'scrypt'
  n: number
  r: number
  p: number
  /** In hexadecimal. */
  sal: string
  /** A known word under the key: whoever has another phrase is told before anything is written. */
  prueba: string
}

const COSTO = { n: 2 ** 17, r: 8, p: 1 } as const
const BYTES = 32
const MEMORY = 256 * 1024 * 1024
const PRUEBA = { table: 'indice', column: 'prueba', id: 'timbre' }

/** On the runtime's threads: it takes 128 MB and some tenths of a second. The same letters typed on another system are the same phrase. */
const derive = (
  frase: string,
  sal: string,
  { n: N, r, p }: Pick<Cifrado, 'n' | 'r' | 'p'>,
): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(
      frase.normalize('NFC'),
      Buffer.from(sal, 'hex'),
      BYTES,
      { N, r, p, maxmem: MEMORY },
      (fault, key) => (fault ? reject(fault) : resolve(key)),
    ),
  )

/** The key that a move's archive is sealed with. */
export interface Llave {
  sal: string
  clave: Buffer
}

export async function makeLlave(frase: string, random: (size: number) => Uint8Array): Promise<Llave> {
  const sal = Buffer.from(random(16)).toString('hex')
  return { sal, clave: await derive(frase, sal, COSTO) }
}

/** The words for the index, and what seals. */
export function openLlave({ sal, clave }: Llave): { cifrado: Cifrado; secretos: Secrets } {
  const secretos = createSecrets(clave)
  const prueba = secretos.seal(PRUEBA, 'timbre').toString('base64')
  return { cifrado: { kdf: 'scrypt', ...COSTO, sal, prueba }, secretos }
}

/** The opener of an archive's secrets; null for another phrase. */
export async function openCifrado(cifrado: Cifrado, frase: string): Promise<Secrets | null> {
  const { kdf, n, r, p, sal, prueba } = cifrado
  // Only the cost that we write: another file's would take as much memory as it likes.
  if (kdf !== 'scrypt' || n !== COSTO.n || r !== COSTO.r || p !== COSTO.p) return null
  const secretos = createSecrets(await derive(frase, String(sal), COSTO))
  try {
    secretos.open(PRUEBA, Buffer.from(String(prueba), 'base64'))
    return secretos
  } catch (fault) {
    if (fault instanceof SecretUnreadable) return null
    throw fault
  }
}

/** The signature of an index, by its own SHA-256. */
export const signIndice = (secretos: Secrets, sha256: string): string =>
  createHmac('sha256', secretos.deriveKey('indice')).update(sha256).digest('hex')

export const isSignedBy = (secretos: Secrets, sha256: string, firma: string): boolean => {
  const [own, given] = [signIndice(secretos, sha256), firma].map((text) => Buffer.from(text))
  return own!.length === given!.length && timingSafeEqual(own!, given!)
}
