// A person who asks for folios at the simulated SII's site by hand: reads the form of each page and fills it in.

import { type CafUsado, cafUsado, EMPRESA, PERSONA } from './sobres'
import type { Portal, Visita } from './visita'

interface Formulario {
  name: string
  action: string
  /** The values of hidden fields and of what is chosen already. */
  values: Record<string, string>
  options: Record<string, string[]>
}

const decoded = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

/** A page's text without tags, entities resolved. */
export const words = (text: string): string =>
  decoded(
    text
      .replace(/<script[\s\S]*?<\/script>/g, '')
      .replace(/&oacute;/g, 'ó')
      .replace(/<[^>]*>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim()

const attribute = (tag: string, name: string): string | null => {
  const [, double, single, bare] =
    new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag) ?? []
  const value = double ?? single ?? bare
  return value === undefined ? null : decoded(value)
}

/** The forms of a page, those inside scripts not among them. */
export function forms(text: string): Formulario[] {
  const body = text.replace(/<script[\s\S]*?<\/script>/g, '')
  return [...body.matchAll(/(<form[^>]*>)([\s\S]*?)<\/form>/gi)].map(([, open = '', inner = '']) => {
    const values: Record<string, string> = {}
    for (const [tag] of inner.matchAll(/<input[^>]*>/gi))
      values[attribute(tag, 'name')!] = attribute(tag, 'value') ?? ''
    const options: Record<string, string[]> = {}
    for (const [, head = '', list = ''] of inner.matchAll(/(<select[^>]*>)([\s\S]*?)<\/select>/gi)) {
      const name = attribute(head, 'name')!
      options[name] = [...list.matchAll(/<option[^>]*>/gi)].map(([tag]) => attribute(tag, 'value')!)
      const chosen = /<option selected[^>]*>/i.exec(list)?.[0]
      values[name] = chosen ? attribute(chosen, 'value')! : ''
    }
    return { name: attribute(open, 'name')!, action: attribute(open, 'action')!, values, options }
  })
}

export interface Ventanilla {
  visita: Visita
  /** By the name of the page. */
  get(page: string): Promise<string>
  post(page: string, fields: Record<string, string>): Promise<string>
  /** Fills in the only form of a page, or the first, and sends it to where that form says. */
  fill(text: string, fields?: Record<string, string>, which?: number): Promise<string>
}

/** Somebody who came with the certificate of the fixtures. */
export async function ventanilla(
  p: Portal,
  dueno: string | null = null,
  host = 'maullin',
): Promise<Ventanilla> {
  const visita = p.visit(dueno)
  const { status } = await visita.certificado(PERSONA)
  if (status !== 302) throw new Error(`login: ${status}`)
  const at = (page: string) => `${host}/cvc_cgi/dte/${page}`
  const v: Ventanilla = {
    visita,
    get: async (page) => (await visita.go(at(page))).text,
    post: async (page, fields) => (await visita.post(at(page), fields)).text,
    async fill(text, fields = {}, which = 0) {
      const form = forms(text)[which]
      if (!form) throw new Error(`no form: ${words(text)}`)
      return (await visita.post(`${host}${form.action}`, { ...form.values, ...fields })).text
    },
  }
  return v
}

const [RUT_EMP, DV_EMP] = EMPRESA.split('-') as [string, string]
export const COMPANY = { RUT_EMP, DV_EMP }

/** The pages of a request up to its proposal, as they came back. */
export async function ask(
  v: Ventanilla,
  { tipo = 33, cantidad = 10, inicial = '1' }: { tipo?: number; cantidad?: number; inicial?: string } = {},
) {
  const types = await v.fill(await v.get('of_solicita_folios'), COMPANY)
  const chosen = await v.post('of_solicita_folios_dcto', {
    ...forms(types)[0]!.values,
    COD_DOCTO: String(tipo),
    CANT_DOCTOS: '',
  })
  const confirmed = await v.fill(chosen, { CANT_DOCTOS: String(cantidad) })
  const first = forms(confirmed)[0]?.values.FOLIO_INICIAL !== undefined
  const proposed = first ? await v.fill(confirmed, { FOLIO_INICIAL: inicial }) : confirmed
  return { types, chosen, first, proposed }
}

/** The whole way to a file. */
export async function request(
  v: Ventanilla,
  over: Parameters<typeof ask>[1] = {},
): Promise<CafUsado & { file: string }> {
  const { proposed } = await ask(v, over)
  const file = await v.fill(await v.fill(proposed))
  return { ...cafUsado(file), file }
}

/** The ranges on a page of a list, by their forms. */
export const listed = (text: string): [number, number][] =>
  forms(text)
    .filter(({ name }) => /^frm\d+$/.test(name))
    .map(({ values }) => [Number(values.FOLIO_INI), Number(values.FOLIO_FIN)])

/** The second page of fetching again or of annulling. */
export const list = (v: Ventanilla, clase: 'rf' | 'af', tipo = 33, pagina = 1): Promise<string> =>
  v.post(clase === 'rf' ? 'rf_reobtencion2_folios' : 'af_anular2', {
    ...COMPANY,
    PAGINA: String(pagina),
    COD_DOCTO: String(tipo),
    ACEPTAR: 'Consultar',
  })

/** Annuls folios of the range that stands at a place of the list; the last page. */
export async function annul(
  v: Ventanilla,
  desde: number,
  hasta: number,
  which = 0,
  MOTIVO = 'Sin uso',
): Promise<string> {
  const page = await v.fill(await list(v, 'af'), {}, which)
  return v.fill(page, { FOLIO_INI_A: String(desde), FOLIO_FIN_A: String(hasta), MOTIVO })
}
