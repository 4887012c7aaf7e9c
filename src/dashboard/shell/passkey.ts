// Passkeys by the browser's own means (http §14.2): options and answers travel as JSON.

import { Fault } from '../api/fault'

type Json = Record<string, unknown>

/** An address made of numbers, for which no key answers. */
const NUMBERS = /^[\d.]+$|:/

/** Whether this page may use them: by https and a name, or on localhost, in a browser that reads JSON. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext &&
  !NUMBERS.test(location.hostname) &&
  typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function'

/** Makes a key on a device of the person's choice. Rejects with a Fault. */
export const makePasskey = (opciones: Json): Promise<Json> =>
  answered(() => {
    const given = opciones as unknown as PublicKeyCredentialCreationOptionsJSON
    return navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(given),
    })
  })

/** Has the person show one of the keys that will do. Rejects with a Fault. */
export const showPasskey = (opciones: Json): Promise<Json> =>
  answered(() => {
    const given = opciones as unknown as PublicKeyCredentialRequestOptionsJSON
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(given) })
  })

async function answered(ask: () => Promise<Credential | null>): Promise<Json> {
  try {
    return ((await ask()) as PublicKeyCredential).toJSON() as unknown as Json
  } catch (thrown) {
    throw new Fault('VALIDATION_ERROR', wordsOf(thrown instanceof DOMException ? thrown.name : ''))
  }
}

// A browser tells little, so that a page learns nothing of keys that it was not given.
function wordsOf(name: string): string {
  if (name === 'InvalidStateError') return 'Ese dispositivo ya tiene una llave de acceso suya.'
  if (name === 'NotSupportedError' || name === 'ConstraintError')
    return 'Ese dispositivo no guarda llaves de acceso, o no puede verificar que es usted: pruebe con otro.'
  return 'No se usó ninguna llave de acceso: se canceló, no hay ninguna, o pasó el tiempo.'
}
