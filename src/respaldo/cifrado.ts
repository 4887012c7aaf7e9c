// Copies are encrypted in the age format (https://age-encryption.org/v1), so that `age -d` opens them without Timbre.

import type * as Age from 'age-encryption'
import { loadPacked } from '../base/packed'
import { RespaldoFault } from './falla'

/** Whom a copy is for: who knows a passphrase, or who has the private part of one of the public keys. */
export type Cifrado = { frase: string } | { para: readonly string[] }

/** The means of opening one. */
export type Apertura = { frase: string } | { identidades: readonly string[] }

// Loaded only where copies are made or opened: its curves and tables would be a part of each start.
const age = () => loadPacked<typeof Age>('age-encryption')

/** A file of this format begins so. */
export const CABECERA = 'age-encryption.org/v1'

/** Throws RespaldoFault for a public key that is none. */
export async function encrypt(
  plain: ReadableStream<Uint8Array>,
  cifrado: Cifrado,
): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new (age().Encrypter)()
  if ('frase' in cifrado) encrypter.setPassphrase(cifrado.frase)
  else for (const one of cifrado.para) addRecipient(encrypter, one)
  return encrypter.encrypt(plain)
}

function addRecipient(encrypter: Age.Encrypter, para: string): void {
  try {
    encrypter.addRecipient(para)
  } catch (cause) {
    throw new RespaldoFault(`${para} no es una clave pública de age: tiene una letra equivocada`, { cause })
  }
}

/** Throws RespaldoFault for another key or passphrase; the stream fails with one where what it reads was changed or cut. */
export async function decrypt(
  sealed: ReadableStream<Uint8Array>,
  apertura: Apertura,
): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new (age().Decrypter)()
  if ('frase' in apertura) decrypter.addPassphrase(apertura.frase)
  else for (const one of apertura.identidades) addIdentity(decrypter, one)
  try {
    return whole(await decrypter.decrypt(sealed))
  } catch (cause) {
    if (cause instanceof RespaldoFault) throw cause
    const mine = 'frase' in apertura ? 'La frase' : 'La clave privada'
    throw new RespaldoFault(
      /no identity matched/.test(String(cause))
        ? `${mine} no abre la copia: se cifró con otra`
        : 'El archivo no es una copia cifrada de Timbre, o está dañado desde el comienzo',
      { cause },
    )
  }
}

async function* whole(plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* plain
  } catch (cause) {
    if (cause instanceof RespaldoFault) throw cause
    throw new RespaldoFault('La copia está dañada o incompleta: lo cifrado no es lo que se escribió', {
      cause,
    })
  }
}

function addIdentity(decrypter: Age.Decrypter, identidad: string): void {
  try {
    decrypter.addIdentity(identidad)
  } catch (cause) {
    throw new RespaldoFault('La clave privada no es de age (AGE-SECRET-KEY-1…)', { cause })
  }
}

/** The private keys of a file as `age-keygen` writes it, one a line beside comments. */
export const readIdentidades = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('#'))

/** A new pair of keys, each as a line of text. */
export async function newIdentidad(): Promise<{ privada: string; publica: string }> {
  const { generateIdentity, identityToRecipient } = age()
  const privada = await generateIdentity()
  return { privada, publica: await identityToRecipient(privada) }
}
