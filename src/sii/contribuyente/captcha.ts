// The captcha before the tax status (sii §12.3). Its text names a picture and goes back unchanged with what a person read there; what a program
// could find out from either is nobody's business here.

import type { Pagina } from '../portal/pages'

export interface Imagen {
  /** `image/png` */
  tipo: string
  bytes: Buffer
}

export interface Captcha {
  texto: string
  /** Whether it is a simulator's that takes any four characters. */
  libre: boolean
  cookies: [name: string, value: string][]
}

/** The text of an answer; null where it is another one. */
export function readCaptcha(json: string): string | null {
  try {
    const { codigorespuesta, txtCaptcha } = JSON.parse(json) as Record<string, unknown>
    const good = Number(codigorespuesta ?? 0) === 0 && typeof txtCaptcha === 'string' && txtCaptcha !== ''
    return good ? txtCaptcha : null
  } catch {
    return null
  }
}

const IMAGEN_MAX = 100_000

/** The picture of an answer; null where it is none. */
export function readImagen({ html, headers }: Pick<Pagina, 'html' | 'headers'>): Imagen | null {
  const tipo = /^image\/(?:png|jpeg|gif|bmp|x-ms-bmp|webp)/i.exec(headers.get('content-type') ?? '')?.[0]
  // Read as Latin-1, a letter is a byte.
  return tipo && html && html.length <= IMAGEN_MAX
    ? { tipo: tipo.toLowerCase(), bytes: Buffer.from(html, 'latin1') }
    : null
}
