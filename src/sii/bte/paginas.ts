// The common parts of the pages of boletas de terceros (sii §16): zeus, forms by name and action, refusals
// by their words.

import { isPersona } from '../../domain/bte/boleta'
import { AppError } from '../../domain/errors'
import { parseRut, splitRut } from '../../domain/rut'
import type { Conversacion } from '../portal'
import { SesionMuerta } from '../portal/faults'
import { type Formulario, textOf } from '../portal/html'
import type { Pagina } from '../portal/pages'
import { faultOfPage, formTo, type Paying, type Rehuso } from '../portal/rehusos'

/** A conversation whose pages are paid for, and the company that they are about. */
export interface BteSession {
  sii: Conversacion
  pay: Paying
  rut: string
}

const RUTA = '/cvc_cgi/bte/'

/** These pages say in words of their own that nobody is logged in. */
function refuseStranger(pagina: Pagina, paso: string): Pagina {
  if (/no se encuentra autenticad[oa]/i.test(textOf(pagina.html))) throw new SesionMuerta(paso)
  return pagina
}

/** A page by the name of its program, with its query; with `campos` a POST. */
export const open = (
  { sii, pay }: BteSession,
  programa: string,
  paso: string,
  campos?: Record<string, string>,
): Promise<Pagina> =>
  pay(async () =>
    refuseStranger(await sii.cgi('zeus', RUTA + programa, paso, campos && Object.entries(campos)), paso),
  )

export const send = (
  { sii, pay }: BteSession,
  pagina: Pagina,
  form: Formulario,
  cambios: Record<string, string>,
  paso: string,
): Promise<Pagina> => pay(async () => refuseStranger(await sii.submit(pagina, form, cambios, paso), paso))

export const emisorOf = ({ rut }: Pick<BteSession, 'rut'>): Record<'RUT' | 'DV', string> => {
  const { numero, dv } = splitRut(rut)
  return { RUT: numero, DV: dv }
}

const NO_AUTORIZADO = /no (?:est[aá]|se encuentra) (?:autorizad|habilitad)[oa]/i

/** The SII's refusals. */
const REHUSOS: readonly Rehuso[] = [
  {
    words: NO_AUTORIZADO,
    code: 'PORTAL_FORBIDDEN',
    causa: 'La persona que entra al SII no puede emitir boletas de terceros por la empresa',
    solucion: 'Entre con la clave tributaria de la empresa, o déle en sii.cl el permiso a esa persona',
  },
  { words: /no ha sido posible/i, code: 'SII_REFUSED', causa: null, solucion: null },
]

/** Whether an answer says no, in words that are known. */
export const isRefusal = (pagina: Pagina): boolean => {
  const text = textOf(pagina.html)
  return REHUSOS.some(({ words }) => words.test(text))
}

/** Why the SII may have refused, and what to do. */
type Sospecha = Pick<Rehuso, 'causa' | 'solucion'>

/** For a page without what its step should give: the fault to throw (sii §11.4). `sospecha` is told where the words explain nothing. */
export const strange = (
  { sii }: Pick<BteSession, 'sii'>,
  pagina: Pagina,
  operacion: string,
  paso: string,
  esperado: string,
  sospecha: Sospecha | null = null,
): AppError => {
  const rehusos = REHUSOS.map((one) => (one.causa === null ? { ...one, ...sospecha } : one))
  return faultOfPage(sii, rehusos, pagina, operacion, paso, esperado)
}

/** The suspicion about a boleta to the RUT of a company; null for one to a person. */
export const sospechaOf = (rut: string): Sospecha | null =>
  isPersona(rut)
    ? null
    : {
        causa: `Probablemente, que el RUT ${rut} es de una empresa: una boleta de terceros es para una persona`,
        solucion: 'Emítala al RUT de la persona que prestó el servicio; a una empresa pídale su factura',
      }

/** The code under the bars, as a page prints it; null where it prints none. */
export const barrasIn = (pagina: Pagina): string | null => BARRAS.exec(textOf(pagina.html))?.[0] ?? null
const BARRAS = /\bC\d{7,20}[0-9A-F]{1,12}\b/

/**
 * Before anything else: the pages are about whoever is in, and but for the first they name nobody. With the company's own clave that is the
 * company; of anybody else the form must say so. Throws PORTAL_FORBIDDEN where it names another, SII_ERROR where it names nobody.
 */
export async function requireEmisor(session: BteSession): Promise<void> {
  if (session.sii.rut === session.rut) return
  const pagina = await open(session, 'bte_indiv_ing', 'inicio')
  const campos = formTo(pagina, 'bte_indiv_ing2')?.campos
  const named = parseRut(`${campos?.get('RUT') ?? ''}-${campos?.get('DV') ?? ''}`)
  if (!named)
    throw strange(
      session,
      pagina,
      'boletas de terceros',
      'inicio',
      'el formulario, con el RUT de quien emite',
    )
  if (named === session.rut) return
  throw new AppError(
    'PORTAL_FORBIDDEN',
    `Quien entra al SII con el RUT ${session.sii.rut} emite ahí boletas de terceros por ${named}, y no por la empresa: cargue la clave tributaria de la empresa`,
  )
}
