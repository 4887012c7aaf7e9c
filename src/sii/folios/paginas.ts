// The common parts of the pages of folios (sii §15): forms by name and action, the numbers in them, refusals
// by their words.

import type { AppError } from '../../domain/errors'
import { splitRut } from '../../domain/rut'
import type { Conversacion } from '../portal'
import type { Formulario } from '../portal/html'
import type { Pagina } from '../portal/pages'
import { faultOfPage, type Paying, type Rehuso } from '../portal/rehusos'

export { formTo, refusal, sentenceWith } from '../portal/rehusos'

/** A conversation whose pages are paid for, and the company that they are about. */
export interface FoliosSession {
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

export const company = ({ rut }: Pick<FoliosSession, 'rut'>): Record<string, string> => {
  const { numero, dv } = splitRut(rut)
  return { RUT_EMP: String(numero), DV_EMP: dv }
}

/** A page by the name of its program; with `campos` a POST. */
export const open = (
  { sii, pay }: FoliosSession,
  programa: string,
  paso: string,
  campos?: Record<string, string>,
): Promise<Pagina> => pay(() => sii.cgi('dte', RUTA + programa, paso, campos && Object.entries(campos)))

export const send = (
  { sii, pay }: FoliosSession,
  pagina: Pagina,
  form: Formulario,
  cambios: Record<string, string>,
  paso: string,
): Promise<Pagina> => pay(() => sii.submit(pagina, form, cambios, paso))

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

/** The SII's refusals. */
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
    words: /empresa (?:ingresada )?no est[aá] autorizada (?:a|para) operar/i,
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

/** For a page without what its step should give: the fault to throw (sii §11.4). */
export const strange = (
  { sii }: Pick<FoliosSession, 'sii'>,
  pagina: Pagina,
  operacion: string,
  paso: string,
  esperado: string,
): AppError => faultOfPage(sii, REHUSOS, pagina, operacion, paso, esperado)
