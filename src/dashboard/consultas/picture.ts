// The picture that the SII wants read, as a refusal brings it (http §19.4).

import type { Fault } from '../api/fault'

export interface Picture {
  id: string
  file: Blob
  message: string
}

/** Null where the failure is another one. */
export function pictureOf({
  code,
  message,
  detalles,
}: Pick<Fault, 'code' | 'message' | 'detalles'>): Picture | null {
  const { captcha_id: id, imagen_base64: bytes, tipo } = detalles[0]?.datos ?? {}
  if (code !== 'CAPTCHA_REQUIRED' || typeof id !== 'string' || typeof bytes !== 'string') return null
  const letters = Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0))
  return { id, message, file: new Blob([letters], { type: String(tipo) }) }
}
