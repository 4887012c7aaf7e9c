// Pages that are not what their step should give (sii §11.4): a refusal by its words, an outage, or something unknown.

import { AppError } from '../../domain/errors'
import { rehusadoOf } from '../dicho'
import { DE_FRENTE, frenteOf } from '../frente'
import { type Formulario, formsOf, textOf, visible } from './html'
import type { Pagina } from './pages'

/** Pays for a question. */
export type Paying = <T>(ask: () => Promise<T>) => Promise<T>

/** The form of a page that goes to a program; null without it. Scripts name others, which are none. */
export const formTo = ({ html }: Pagina, programa: string): Formulario | null =>
  formsOf(html).find(({ action }) => action.split('?')[0]!.endsWith(programa)) ?? null

const BLOQUE = /<(?:\/?(?:p|div|td|th|tr|table|h[1-6]|li|ul|title|center|body|form)|br|hr)\b[^>]*>/gi

/** The paragraph of a page with some words, as the SII says it; the beginning of the page where no paragraph has them whole. */
export const sentenceWith = (pagina: Pagina, words: RegExp): string =>
  paragraphOf(pagina, (text) => words.test(text))

function paragraphOf({ html }: Pagina, is: (text: string) => boolean): string {
  const paragraphs = visible(html).split(BLOQUE).map(textOf)
  return (paragraphs.find(is) ?? textOf(html)).slice(0, 300)
}

/** Words of an application that says no. */
export interface Rehuso {
  words: RegExp
  code: 'SII_REFUSED' | 'PORTAL_FORBIDDEN'
  causa: string | null
  solucion: string | null
}

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

/** The refusal or outage that a page tells in the words of every window (sii §1.5); null for neither. */
export function faultOfWords(pagina: Pagina, operacion: string, paso: string): AppError | null {
  const text = textOf(pagina.html)
  const frente = frenteOf(text)
  if (frente === 'rehuso') return refusal(operacion, paragraphOf(pagina, isRehuso), null, null)
  if (frente !== 'mantencion' && frente !== 'captcha') return null
  return new AppError(
    'SII_UNAVAILABLE',
    `El SII no está disponible en el paso «${paso}»: ${DE_FRENTE[frente]}`,
  )
}

const isRehuso = (text: string): boolean => frenteOf(text) === 'rehuso'

/**
 * For a page without what its step should give: the fault to throw. A refusal by the application's words, an outage, else SII_ERROR;
 * then the page is kept for support.
 */
export function faultOfPage(
  sii: { unexpected(pagina: Pagina, paso: string, esperado: string): AppError },
  rehusos: readonly Rehuso[],
  pagina: Pagina,
  operacion: string,
  paso: string,
  esperado: string,
): AppError {
  const text = textOf(pagina.html)
  const said = rehusos.find(({ words }) => words.test(text))
  if (said) return refusal(operacion, sentenceWith(pagina, said.words), said.causa, said.solucion, said.code)
  return faultOfWords(pagina, operacion, paso) ?? sii.unexpected(pagina, paso, esperado)
}
