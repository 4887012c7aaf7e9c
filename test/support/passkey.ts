// An authenticator of the tests' own (WebAuthn Level 3 §6; CTAP2's canonical CBOR): ES256, without
// attestation.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { type Headers0, PASSWORD, type TestApp } from './test-app'

/** A page of the test's server, as its browser sends requests. */
export const LOCAL = { host: 'localhost', origin: 'http://localhost' }

/** The parts of an answer that are not as they should be. */
export interface Odd {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** Flags of the authenticator's data; user present and verified when omitted. */
  flags?: number
  userHandle?: string
  /** Signs by another key than the one that is registered. */
  key?: KeyObject
}

interface Options {
  challenge: string
  rp?: { id: string }
  rpId?: string
  user?: { id: string }
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const ATTESTED = 64
export const UNVERIFIED = USER_PRESENT

const b64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

/** The head of a CBOR item of less than 64 KiB. */
const head = (major: number, n: number): Buffer =>
  Buffer.from(
    n < 24 ? [(major << 5) | n] : n < 256 ? [(major << 5) | 24, n] : [(major << 5) | 25, n >> 8, n & 255],
  )
const cborText = (text: string): Buffer => Buffer.concat([head(3, text.length), Buffer.from(text)])
const cborBytes = (bytes: Uint8Array): Buffer => Buffer.concat([head(2, bytes.length), bytes])
const cborInt = (n: number): Buffer => (n < 0 ? head(1, -1 - n) : head(0, n))

/** EC2 key of P-256 as COSE (RFC 9053 §7.1.1). */
function coseOf(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  const pairs = [
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x!, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y!, 'base64url'))],
  ]
  return Buffer.concat([head(5, pairs.length), ...pairs.flat()])
}

export type Authenticator = ReturnType<typeof createAuthenticator>

/** One key. `counts`: whether it counts its uses, as a key of hardware does and one of a cloud does not. */
export function createAuthenticator({ counts = true, origin = LOCAL.origin } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let user: string | undefined
  const self = {
    id: b64(id),
    counter: 0,
    create(options: Options, odd: Odd = {}) {
      user = options.user!.id
      const client = clientData('webauthn.create', options, odd)
      const data = Buffer.concat([
        authData(options.rp!.id, odd, ATTESTED),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseOf(publicKey),
      ])
      const attestation = Buffer.concat([
        head(5, 3),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), head(5, 0)],
        ...[cborText('authData'), cborBytes(data)],
      ])
      return answer({
        clientDataJSON: b64(client),
        attestationObject: b64(attestation),
        transports: ['internal'],
      })
    },
    get(options: Options, odd: Odd = {}) {
      const client = clientData('webauthn.get', options, odd)
      const data = authData(options.rpId!, odd, 0)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), odd.key ?? privateKey)
      return answer({
        clientDataJSON: b64(client),
        authenticatorData: b64(data),
        signature: b64(signature),
        userHandle: odd.userHandle ?? user,
      })
    },
  }
  const answer = (response: object) => ({
    id: self.id,
    rawId: self.id,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response,
  })
  const clientData = (type: string, options: Options, odd: Odd): string =>
    JSON.stringify({
      type: odd.type ?? type,
      challenge: odd.challenge ?? options.challenge,
      origin: odd.origin ?? origin,
      crossOrigin: false,
    })
  function authData(rpId: string, odd: Odd, more: number): Buffer {
    const counter = Buffer.alloc(4)
    if (counts) counter.writeUInt32BE(++self.counter)
    const flags = (odd.flags ?? USER_PRESENT | USER_VERIFIED) | more
    return Buffer.concat([sha256(odd.rpId ?? rpId), Buffer.from([flags]), counter])
  }
  return self
}

/** Asks for the options of a new key. */
export const beginKey = (app: TestApp, session: Headers0, password = PASSWORD) =>
  app.post('/auth/llaves-acceso/comenzar', { password }, { ...LOCAL, ...session })

export const finishKey = (app: TestApp, session: Headers0, credencial: unknown, nombre = 'Teléfono') =>
  app.post('/auth/llaves-acceso', { nombre, credencial }, { ...LOCAL, ...session })

/** Registers a new key of the session's person. */
export async function withPasskey(app: TestApp, session: Headers0, device = createAuthenticator()) {
  const begun = await beginKey(app, session)
  if (begun.status !== 200) throw new Error(JSON.stringify(begun.body))
  const { status, body } = await finishKey(app, session, device.create(begun.body.data.opciones))
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { device, id: body.data.id as string, codes: body.data.codigos_recuperacion as string[] | null }
}

/** Asks for the options of a log-in. */
export async function loginOptions(app: TestApp, ticket?: string) {
  const { status, body } = await app.post('/auth/login/llave-acceso/comenzar', { ticket }, LOCAL)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.opciones
}

export const enter = (app: TestApp, credencial: unknown, ticket?: string, headers: Headers0 = {}) =>
  app.post('/auth/login/llave-acceso', { ticket, credencial }, { ...LOCAL, ...headers })

/** Logs in by the key alone. */
export const enterBy = async (app: TestApp, device: Authenticator, odd: Odd = {}) =>
  enter(app, device.get(await loginOptions(app), odd))

/** Asks for the options of showing one again. */
export async function confirmOptions(app: TestApp, session: Headers0) {
  const path = '/auth/llaves-acceso/confirmar/comenzar'
  const { status, body } = await app.post(path, undefined, { ...LOCAL, ...session })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.opciones
}

export async function confirmBy(app: TestApp, session: Headers0, device: Authenticator, odd: Odd = {}) {
  const credencial = device.get(await confirmOptions(app, session), odd)
  return app.post('/auth/llaves-acceso/confirmar', { credencial }, { ...LOCAL, ...session })
}
