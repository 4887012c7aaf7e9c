// The words of a page of the SII's in place of an answer: one table for every window, pages of HTML and
// plain text alike (sii §1.5). A page that none of it knows is no refusal: what it answers may have arrived.

import { foldText } from '../domain/texto'
import { afterAsides } from './nodo'
import { textOf, titleOf } from './portal/html'

/** The page that answered in place of the service, or the service's refusal. */
export type Frente = 'firewall' | 'cola' | 'captcha' | 'sesion' | 'mantencion' | 'rehuso'

/** To ask to come back: of a question an outage, but a door says it to who is refused, too. */
const VUELVA = /intente(?:lo)? (?:mas tarde|nuevamente|de nuevo)/

/** In this order; of letters without accents. Maintenance in so many words goes before a refusal, mere asking to come back after it. */
const PALABRAS: readonly (readonly [Frente, RegExp])[] = [
  [
    'firewall',
    /requested url was rejected|request rejected|support id\b|transaccion rechazada|acceso restringido|\baccess denied|web application firewall|incapsula incident|cloudflare ray id|attention required!/,
  ],
  ['cola', /\bqueue-it\b|fila de espera|sala de espera virtual/],
  ['captcha', /\bcaptcha\b|no soy un robot|\bnot a robot\b|codigo de seguridad de la imagen/],
  [
    'sesion',
    /no esta autenticado|\bsesion (?:\w+ )?(?:expir|caduc|venc|finaliz|termin)|debe (?:autenticarse|identificarse)|vuelva a (?:autenticarse|ingresar su clave)/,
  ],
  ['mantencion', /\ben mantencion\b|mantencion (?:programada|del s)|\bmantenimiento\b|fuera de servicio/],
  // The service speaks about itself, and not about the asker: that is no refusal.
  [
    'mantencion',
    /\b(?:servicio|sistema|sitio|pagina|portal|recurso|aplicacion|opcion|javascript|cookies|direccion ip)\b[^.;:]{0,20}?\bno (?:esta|se encuentra|ha sido|es|fue) (?:\w+ ){0,3}?(?:autorizad|habilitad|activad)[ao]s?\b/,
  ],
  [
    'rehuso',
    /\bno (?:esta|se encuentra|ha sido|figura|es|fue) (?:\w+ ){0,3}?(?:autorizad|habilitad|facultad|inscrit|enrolad)[ao]s?\b|\bno autorizad[ao]s?\b|\bno (?:tiene|posee|cuenta con) (?:\w+ ){0,2}?(?:permisos?|autorizacion|facultades)\b|\bsin (?:permisos?|autorizacion) para\b/,
  ],
  [
    'mantencion',
    /temporalmente (?:no disponible|fuera|suspendid)|no (?:esta|se encuentra) disponible|service (?:temporarily )?unavailable|under maintenance|bad gateway|gateway time-?out|\berror 5\d\d\b|internal server error/,
  ],
  ['mantencion', VUELVA],
]

/** Words of a text; null where none says any of it. */
export function frenteOf(words: string): Frente | null {
  const plain = foldText(words)
  return PALABRAS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null
}

/** Whether they tell of an outage in so many words, and do not merely ask to come back. */
export function isOutage(words: string): boolean {
  const frente = frenteOf(foldText(words).replaceAll(new RegExp(VUELVA, 'g'), ' '))
  return frente !== null && frente !== 'rehuso' && frente !== 'sesion'
}

const CONOCIDOS =
  /^(?:<!doctype\s+html|<(?:html|head|body|title|meta|center|table|div|p|h[1-6]|font|form|script|style|br|b|link)\b)/i

/** Whether a text is a page, or a piece of one, whatever its answer calls itself (sii §9.5). */
export const isHtml = (text: string): boolean => CONOCIDOS.test(afterAsides(text))

/** Data is JSON or XML: whose words are somebody's names, and not the SII's. */
const isData = (text: string): boolean => /^\s*[{["<]/.test(text)

/** No page says what it is farther down. */
const HASTA = 64 * 1024
const DICHO_MAX = 200
const TITULO = /<title\b[^>]*>[^<]*<\/title\s*>/gi

/** The sense of a page or a plain text, and its words as a person reads them; null for data. */
export function readFrente(text: string): { frente: Frente | null; dicho: string } | null {
  const head = text.slice(0, HASTA)
  const html = isHtml(head)
  if (!html && isData(head)) return null
  const words = html ? textOf(head) : head.replace(/\s+/g, ' ').trim()
  // The title names the page, and says something only where nothing else does.
  const dicho = html ? textOf(head.replace(TITULO, ' ')) || titleOf(head) : words
  return { frente: frenteOf(words), dicho: dicho.slice(0, DICHO_MAX) }
}

/** The words of each about itself, behind `El SII no está disponible:`. */
export const DE_FRENTE: Record<Exclude<Frente, 'rehuso' | 'sesion'>, string> = {
  firewall: 'un cortafuegos del SII rechaza por ahora las consultas de este servidor',
  cola: 'tiene a todos en una fila de espera',
  captcha: 'pide por ahora comprobar que pregunta una persona',
  mantencion: 'está en mantención o fuera de servicio',
}
