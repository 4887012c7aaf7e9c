// The two ceremonies of a passkey: the options for a browser, and its answer verified (WebAuthn Level 3
// §7.1, §7.2). The person is always verified, by finger, face or PIN: so a key is something one has and
// something one is or knows, both factors at once.

import type * as WebAuthn from '@simplewebauthn/server'
import { loadPacked } from '../../base/packed'
import { CHALLENGE_MS, type Challenges } from './challenges'
import type { Site } from './site'

/** ES256, EdDSA, RS256: what authenticators sign by. */
const ALGORITHMS = [-7, -8, -257]

/**
 * Why an answer was not taken: `vencida` came too late, twice, or to another question, `copiada` counted
 * backwards.
 */
export type PasskeyRefusal = 'invalida' | 'vencida' | 'copiada'

export class PasskeyRefused extends Error {
  constructor(
    readonly refusal: PasskeyRefusal,
    options?: ErrorOptions,
  ) {
    super(`passkey: ${refusal}`, options)
  }
}

/** A browser's answer: `PublicKeyCredential.toJSON()`. Nothing of it is believed before it was verified. */
export interface Credencial {
  id: string
  response: { userHandle?: unknown }
}

/** The parts of a new key that are kept. */
export interface NewKey {
  credencial: string
  clavePublica: string
  contador: number
}

/** Throws PasskeyRefused for what is not even the shape of one. */
export function readCredencial(value: unknown): Credencial {
  const { id, response } = Object(value) as Partial<Credencial>
  if (typeof id !== 'string' || typeof response !== 'object' || response === null)
    throw new PasskeyRefused('invalida')
  return value as Credencial
}

export type Ceremonies = ReturnType<typeof createCeremonies>

export function createCeremonies(challenges: Challenges) {
  /** Runs one of the library's, of which a challenge that is no good is told apart. */
  async function verify<T>(
    purpose: string,
    run: (library: typeof WebAuthn, isGood: (challenge: string) => boolean) => Promise<T>,
  ): Promise<T> {
    // Outside: one that does not load is no fault of the key's.
    const library = loadPacked<typeof WebAuthn>('@simplewebauthn/server')
    let late = false
    try {
      return await run(library, (challenge) => {
        late = !challenges.spend(challenge, purpose)
        return !late
      })
    } catch (cause) {
      throw new PasskeyRefused(late ? 'vencida' : 'invalida', { cause })
    }
  }

  return {
    /** For `navigator.credentials.create`, as JSON. `taken`: the ids of the keys that the person has. */
    creation: (
      { rpId }: Site,
      { id, email, nombre }: { id: string; email: string; nombre: string },
      taken: readonly string[],
      purpose: string,
    ) => ({
      challenge: challenges.issue(purpose),
      rp: { id: rpId, name: 'Timbre' },
      user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: nombre },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CHALLENGE_MS,
      attestation: 'none',
      excludeCredentials: taken.map((one) => ({ type: 'public-key', id: one })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
    }),

    /**
     * For `navigator.credentials.get`, as JSON. `allowed`: the keys that will do; none, whichever the
     * person has.
     */
    request: ({ rpId }: Site, allowed: readonly string[], purpose: string) => ({
      challenge: challenges.issue(purpose),
      rpId,
      timeout: CHALLENGE_MS,
      userVerification: 'required',
      allowCredentials: allowed.map((id) => ({ type: 'public-key', id })),
    }),

    /** The new key. Throws PasskeyRefused. */
    verifyNew: (credencial: Credencial, { origin, rpId }: Site, purpose: string): Promise<NewKey> =>
      verify(purpose, async (library, isGood) => {
        const { registrationInfo } = await library.verifyRegistrationResponse({
          response: credencial as unknown as WebAuthn.RegistrationResponseJSON,
          expectedChallenge: isGood,
          expectedOrigin: origin,
          expectedRPID: rpId,
          supportedAlgorithmIDs: ALGORITHMS,
        })
        const { id, publicKey, counter } = registrationInfo!.credential
        return {
          credencial: id,
          clavePublica: Buffer.from(publicKey).toString('base64url'),
          contador: counter,
        }
      }),

    /** The key's count now; whether it went upwards is seen as it is written down. Throws PasskeyRefused. */
    verifyUse: (
      credencial: Credencial,
      { origin, rpId }: Site,
      purpose: string,
      key: { credencial: string; clavePublica: string; usuarioId: string },
    ): Promise<number> =>
      verify(purpose, async (library, isGood) => {
        const { userHandle } = credencial.response
        const { verified, authenticationInfo } = await library.verifyAuthenticationResponse({
          response: credencial as unknown as WebAuthn.AuthenticationResponseJSON,
          expectedChallenge: isGood,
          expectedOrigin: origin,
          expectedRPID: rpId,
          credential: {
            id: key.credencial,
            publicKey: new Uint8Array(Buffer.from(key.clavePublica, 'base64url')),
            counter: 0,
          },
        })
        if (!verified) throw new Error('wrong signature')
        const owner = Buffer.from(key.usuarioId).toString('base64url')
        if (userHandle !== undefined && userHandle !== null && userHandle !== owner)
          throw new Error('a key of somebody else')
        return authenticationInfo.newCounter
      }),
  }
}
