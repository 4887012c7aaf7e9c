// What the pages of folios have in common (sii §15): forms by name and action, the numbers in them, refusals by their words.

import { AppError } from '../../domain/errors'
import { splitRut } from '../../domain/rut'
import { rehusadoOf } from '../dicho'
import type { Conversacion } from '../portal'
import { type Formulario, formsOf, textOf, visible } from '../portal/html'
import type { Pagina } from '../portal/pages'

/** Pays for a question. */
export type Paying = <T>(ask: () => Promise<T>) => Promise<T>

/** A conversation whose pages are paid for, and the company that they are about. */
export interface Mesa {
  sii: Conversacion
  pay: Paying
  rut: string
  tipoDte: number
  sleep(ms: number): Promise<void>
}

/** First and last folio of a range. */
export interface RangoFolios {
  desde: number
  hasta: number
}

const RUTA = '/cvc_cgi/dte/'

export const company = ({ rut }: Pick<Mesa, 'rut'>): Record<string, string> => {
  const { numero, dv } = splitRut(rut)
  return { RUT_EMP: String(numero), DV_EMP: dv }
}

/** A page by the name of its program; with `campos` a POST. */
export const open = (
  { sii, pay }: Mesa,
  programa: string,
  paso: string,
  campos?: Record<string, string>,
): Promise<Pagina> => pay(() => sii.cgi('dte', RUTA + programa, paso, campos && Object.entries(campos)))

export const send = (
  { sii, pay }: Mesa,
  pagina: Pagina,
  form: Formulario,
  cambios: Record<string, string>,
  paso: string,
): Promise<Pagina> => pay(() => sii.submit(pagina, form, cambios, paso))

/** The form of a page that goes to a program; null without it. Scripts name others, which are none. */
export const formTo = ({ html }: Pagina, programa: string): Formulario | null =>
  formsOf(html).find(({ action }) => action.split('?')[0]!.endsWith(programa)) ?? null

/** A whole number of a form; null where it holds none. */
export function numberIn({ campos }: Formulario, name: string): number | null {
  const text = campos.get(name)?.trim() ?? ''
  return /^\d{1,12}$/.test(text) ? Number(text) : null
}

/** The range that a form is about; null where it is about none. */
export function rangeIn(form: Formulario): RangoFolios | null {
  const [desde, hasta] = [numberIn(form, 'FOLIO_INI'), numberIn(form, 'FOLIO_FIN')]
  return desde !== null && hasta !== null && desde > 0 && hasta >= desde ? { desde, hasta } : null
}

const BLOQUE = /<(?:\/?(?:p|div|td|th|tr|table|h[1-6]|li|ul|title|center|body|form)|br|hr)\b[^>]*>/gi

/** The paragraph of a page with some words, as the SII says it; the beginning of the page where no paragraph has them whole. */
export function sentenceWith({ html }: Pagina, words: RegExp): string {
  const paragraphs = visible(html).split(BLOQUE).map(textOf)
  return (paragraphs.find((one) => words.test(one)) ?? textOf(html)).slice(0, 300)
}

interface Rehuso {
  words: RegExp
  code: 'SII_REFUSED' | 'PORTAL_FORBIDDEN'
  causa: string
  solucion: string
}

/** What the SII says when it says no. */
const REHUSOS: readonly Rehuso[] = [
  {
    words: /NO (?:SE )?AUTORIZA TIMBRAJE/i,
    code: 'SII_REFUSED',
    causa:
      'El SII bloqueó los folios de este tipo: hay autorizados sin usar, o situaciones tributarias pendientes',
    solucion:
      'Use o anule los folios que el SII tiene por sin usar (GET /v1/dte/folios/por-anular), revise la situación tributaria en sii.cl y vuelva a pedir',
  },
  {
    words: /no registra Verificaci[oó]n de Actividades/i,
    code: 'SII_REFUSED',
    causa: 'El SII no ha verificado la actividad de la empresa',
    solucion: 'Pida en sii.cl la verificación de actividades y vuelva a pedir',
  },
  {
    words: /no est[aá] autorizad[oa] para ingresar a esta opci[oó]n/i,
    code: 'PORTAL_FORBIDDEN',
    causa: 'La persona del certificado no puede hacer esto por la empresa',
    solucion: 'Déle en sii.cl el permiso de folios de la empresa, o cargue el certificado de quien lo tiene',
  },
  {
    words: /empresa no est[aá] autorizada para operar/i,
    code: 'SII_REFUSED',
    causa: 'La empresa no es emisora electrónica en este ambiente',
    solucion: 'Inscríbala en sii.cl como emisora de documentos electrónicos',
  },
  {
    words: /(?:c[oó]digo|error|cod\.)\D{0,12}\b106\b/i,
    code: 'PORTAL_FORBIDDEN',
    causa: 'La persona del certificado no tiene el permiso de folios',
    solucion: 'Déle en sii.cl el permiso de folios de la empresa',
  },
  {
    words: /deber[aá] presentarse en la oficina/i,
    code: 'SII_REFUSED',
    causa: 'El SII pide una visita a sus oficinas',
    solucion: 'Preséntese en la oficina del SII que indica el mensaje',
  },
]

/** The SII understood and said no. */
export const refusal = (
  operacion: string,
  glosa: string,
  causa: string | null,
  solucion: string | null,
  code: 'SII_REFUSED' | 'PORTAL_FORBIDDEN' = 'SII_REFUSED',
): AppError =>
  new AppError(code, `El SII respondió: ${glosa}`, {
    detalles: [rehusadoOf(operacion, { codigo: null, glosa }, { causa, solucion })],
  })

const CAIDA = /\berror 5\d\d\b|internal server error|\bcaptcha\b/i

/**
 * For a page without what its step should give: the fault to throw. A refusal by its words, an outage, else SII_ERROR; then the page is
 * kept for support.
 */
export function strange({ sii }: Mesa, pagina: Pagina, operacion: string, paso: string, esperado: string) {
  const text = textOf(pagina.html)
  const said = REHUSOS.find(({ words }) => words.test(text))
  if (said) return refusal(operacion, sentenceWith(pagina, said.words), said.causa, said.solucion, said.code)
  if (CAIDA.test(text))
    return new AppError('SII_UNAVAILABLE', `El SII no está disponible en el paso «${paso}»`)
  return sii.unexpected(pagina, paso, esperado)
}
