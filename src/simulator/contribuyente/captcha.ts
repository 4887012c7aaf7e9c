// The captcha before the tax status (simulator §13.3): what the page hands out, the picture it shows, and whether a person read it.

import { createHash } from 'node:crypto'
import type { Pedido } from '../portal/servicio'
import { readAjustes } from '../registro/ajustes'
import type { Sim } from '../sim'
import { drawCaptcha, LETRAS } from './imagen'
import { outagePage } from './mantencion'

/** How long a picture may be looked at (ours). */
const VIDA_MS = 5 * 60_000
/** How a text begins that some reading of its picture satisfies, and one that none does. */
const LEGIBLE = '04'
const ILEGIBLE = '05'
/** Tells Timbre's client that any four characters will do, which the SII never does. */
const LIBRE = 'X-Simulador-Captcha'

/** The characters of a picture, by the text that names it. */
const lettersOf = (name: string): string =>
  [...createHash('sha256').update(`captcha ${name}`).digest().subarray(0, 4)]
    .map((byte) => LETRAS[byte % LETRAS.length])
    .join('')

/** Until when a text is good and what its picture shows; null when no page handed it out. */
function openText(text: string): { letras: string; legible: boolean; venceAt: number } | null {
  const name = Buffer.from(text, 'base64').toString('latin1')
  const [, vence] = /^0[45][0-9a-f]{16}(\d{13})$/.exec(name) ?? []
  return vence ? { letras: lettersOf(name), legible: name.startsWith(LEGIBLE), venceAt: Number(vence) } : null
}

/** CViewCaptcha.cgi: `oper=0` a text that names a picture, `oper=1` that picture. */
export async function answerCaptcha(sim: Sim, { request, query, falla }: Pedido): Promise<Response> {
  if (falla?.falla === 'mantencion') return outagePage()
  const body = new URLSearchParams(await request.text())
  const field = (name: string): string | null => body.get(name) ?? query.get(name)
  if (field('oper') === '1') {
    const known = openText(field('txtCaptcha') ?? '')
    if (!known) return new Response('Not Found', { status: 404 })
    return new Response(new Uint8Array(drawCaptcha(known.letras)), {
      headers: { 'content-type': 'image/bmp' },
    })
  }
  const random = Buffer.from(sim.random(8)).toString('hex')
  // A fault that the page of the status should show may meet this one first.
  const kind = falla?.falla === 'captcha_malo' ? ILEGIBLE : LEGIBLE
  const name = `${kind}${random}${sim.now().getTime() + VIDA_MS}`
  return Response.json(
    { codigorespuesta: 0, glosarespuesta: 'OK', txtCaptcha: Buffer.from(name).toString('base64') },
    { headers: readAjustes(sim).captcha ? {} : { [LIBRE]: 'libre' } },
  )
}

/** Whether what was read is in the picture, letters small or capital; with the setting off, whether it is four characters. */
export function isRead(sim: Sim, text: string, read: string): boolean {
  const known = openText(text)
  if (!known?.legible || known.venceAt < sim.now().getTime() || !/^[A-Za-z0-9]{4}$/.test(read)) return false
  return !readAjustes(sim).captcha || read.toUpperCase() === known.letras
}
