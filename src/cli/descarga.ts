// A downloaded release: the list of its sums, and the signature over that list. Who makes a release writes both by the same words
// (`release/sums.ts`).

import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from './archivo'
import { type Argumentos, Falla, text, UsoIncorrecto } from './comando'

export const SUMAS = 'SHA256SUMS'
export const FIRMA = 'SHA256SUMS.sig'

/** Said while bundling a signed release (`release/bundle.ts`): the public key as base64 of DER (SPKI). */
declare const TIMBRE_RELEASE_KEY: string | undefined

/** The key that signs the releases of who made this binary; null where nobody does. */
const ownKey = (): KeyObject | null =>
  typeof TIMBRE_RELEASE_KEY === 'undefined'
    ? null
    : createPublicKey({ key: Buffer.from(TIMBRE_RELEASE_KEY, 'base64'), format: 'der', type: 'spki' })

/** Ed25519 keys alone sign releases. Throws Falla for any other, or none. */
function readKey(pem: string, name: string): KeyObject {
  try {
    const key = createPublicKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // No key at all is told the same.
  }
  throw new Falla(`${name} no es una clave pública Ed25519 en PEM`)
}

export const CLAVE_FLAGS = { clave: { type: 'string' }, 'sin-firma': { type: 'boolean' } } as const

/** Throws UsoIncorrecto where a line asks for the signature to be judged and to be left aside. */
export function requireOneWay(args: Argumentos): void {
  if (args.flags['sin-firma'] === true && text(args, 'clave') !== undefined)
    throw new UsoIncorrecto(
      '--clave y --sin-firma no van juntas: una revisa la firma y la otra la deja de lado',
    )
}

/** The key that is to have signed a release: that of --clave, else this program's own. Null with --sin-firma. Throws UsoIncorrecto, Falla. */
export function keyFor(args: Argumentos): KeyObject | null {
  requireOneWay(args)
  if (args.flags['sin-firma'] === true) return null
  const path = text(args, 'clave')
  const key = path === undefined ? ownKey() : readKey(readText(path), path)
  if (key) return key
  throw new Falla(
    'Este programa no es de una entrega firmada y no lleva clave con qué revisar otra: indíquela con --clave, o use --sin-firma',
  )
}

/** File names and their SHA-256 in hexadecimal, as `sha256sum` writes them. Throws Falla for anything else. */
export function readSumas(text: string): Map<string, string> {
  const sumas = new Map<string, string>()
  for (const line of text.split('\n').filter(Boolean)) {
    const found = /^([0-9a-f]{64}) [ *]([^/\s]+)$/.exec(line)
    if (!found || sumas.has(found[2]!)) throw new Falla(`${SUMAS} está mal escrito: «${line.slice(0, 100)}»`)
    sumas.set(found[2]!, found[1]!)
  }
  return sumas
}

/** Throws Falla where the list is not signed by `key`. */
export function requireFirma(dir: string, key: KeyObject): void {
  const path = join(dir, FIRMA)
  if (!existsSync(path))
    throw new Falla(`Falta ${FIRMA}: la entrega no está firmada, o se descargó sin su firma`)
  if (!verify(null, readFileSync(join(dir, SUMAS)), key, readFileSync(path)))
    throw new Falla(
      `La firma de ${SUMAS} no es de quien entrega Timbre: no instale nada de esta carpeta, y descárguela de nuevo`,
    )
}

async function sha256(path: string): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(piece)
  return hash.digest('hex')
}

/** A file of the folder: whether it is the listed one, another under its name, or in no list. */
export interface Revisado {
  nombre: string
  estado: 'bien' | 'distinto' | 'ajeno'
}

/** The list of a folder. Throws Falla where there is none, or it is badly written. */
function sumasOf(dir: string): Map<string, string> {
  if (!existsSync(join(dir, SUMAS)))
    throw new Falla(`En ${dir} no hay ${SUMAS}: no es la carpeta de una entrega`)
  return readSumas(readFileSync(join(dir, SUMAS), 'utf8'))
}

/** One file of a release, and no byte of its neighbours; null where it is not there. Throws Falla where there is no list. */
export async function reviewFile(
  dir: string,
  nombre: string,
  sumas = sumasOf(dir),
): Promise<Revisado['estado'] | null> {
  const path = join(dir, nombre)
  if (!existsSync(path)) return null
  const wanted = sumas.get(nombre)
  if (!wanted) return 'ajeno'
  return (await sha256(path)) === wanted ? 'bien' : 'distinto'
}

/** The files of a release that are there, by name; a download may have some of them only. Throws Falla where there is no list. */
export async function reviewFiles(dir: string): Promise<Revisado[]> {
  const sumas = sumasOf(dir)
  const names = readdirSync(dir, { withFileTypes: true })
    .filter((file) => file.isFile() && file.name !== SUMAS && file.name !== FIRMA)
    .map(({ name }) => name)
    .sort()
  const reviewed: Revisado[] = []
  for (const nombre of names) {
    const estado = await reviewFile(dir, nombre, sumas)
    if (estado) reviewed.push({ nombre, estado })
  }
  return reviewed
}
