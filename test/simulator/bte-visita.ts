// A company that issues boletas of third parties at the simulated SII's site by hand, and reads its report as one does who trusts nothing
// but words and columns.

import { forms, words } from './folios-visita'
import { EMPRESA } from './sobres'
import type { Portal, Visita } from './visita'

export const JOSE = '9876543-3'

export interface Fila {
  folio: number
  estado: string
  fecha: string
  emisor: string
  tecleada: string
  beneficiario: string
  nombre: string
  bruto: number
  retencion: number
  pagado: number
  enlace: string
}

const latin1 = (text: string): string =>
  [...Buffer.from(text, 'latin1')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
/** A form as a browser sends it from a page in Latin-1. */
const encoded = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${latin1(value)}`)
    .join('&')

export interface Pagador {
  visita: Visita
  get(page: string): Promise<string>
  send(page: string, fields: Record<string, string>): ReturnType<Visita['go']>
  post(page: string, fields: Record<string, string>): Promise<string>
  /** The page after a form is filled in. */
  draft(over?: Record<string, string>): Promise<string>
  /** The number of a boleta that is issued. */
  issue(over?: Record<string, string>): Promise<number>
  month(mes: string, ano: string, pagina?: number, side?: '1' | '2'): Promise<string>
}

/** The typed fields of a boleta to José, of half a million. */
export const TYPED: Record<string, string> = {
  DIA: '02',
  MES: '03',
  ANO: '2026',
  RUT_TERC: '9876543',
  DV_TERC: '3',
  NOMBRE_TERC: 'José Ñancupil Cárdenas',
  DOMICILIO_TER: 'Parcela 12',
  cod_region: '8',
  cod_comuna: '7101',
  DESC_COMUNA: 'TALCA',
  PRESTA1: 'Mantención de jardín',
  VALOR1: '500000',
}

/** Logged in with the clave of a RUT. */
export async function pagador(p: Portal, rut = EMPRESA, dueno: string | null = null): Promise<Pagador> {
  const visita = p.visit(dueno)
  const { status } = await visita.clave(rut, await p.newClave(rut, dueno))
  if (status !== 302) throw new Error(`login: ${status}`)
  const at = (page: string) => `zeus/cvc_cgi/bte/bte_indiv_${page}`
  const own: Pagador = {
    visita,
    get: async (page) => (await visita.go(at(page))).text,
    send: (page, fields) =>
      visita.go(at(page), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: encoded(fields),
      }),
    post: async (page, fields) => (await own.send(page, fields)).text,
    async draft(over = {}) {
      const [form] = forms(await own.get('ing'))
      return own.post('ing2', { ...form!.values, ...TYPED, ...over })
    },
    async issue(over = {}) {
      const draft = await own.draft(over)
      const [form] = forms(draft)
      if (!form) throw new Error(`no draft: ${words(draft)}`)
      const issued = await own.post('ing3', form.values)
      const folio = forms(issued)[0]?.values.NUMBOL
      if (!folio) throw new Error(`not issued: ${words(issued)}`)
      return Number(folio)
    },
    month: (MESM, ANOM, pagina = 1, CNTR = '1') =>
      own.post('cons2', {
        ...{ CNTR, PAGINA: String(pagina), AUTEN: 'RUTCLAVE', TIPO: 'mensual', DIA: '1' },
        ...{ MESM, ANOM },
      }),
  }
  return own
}

/** The boletas of a page of the report. */
export function rows(text: string): Fila[] {
  const lines = [...text.matchAll(/<tr>(<td><a href="[^"]*bte_indiv_cons3[\s\S]*?)<\/tr>/g)]
  return lines.map(([, line = '']) => {
    const cells = [...line.matchAll(/<font class="?reporte"?>([\s\S]*?)<\/font>/gi)].map(
      ([, cell = '']) => /overlib\('([^']*)'/.exec(cell)?.[1] ?? words(cell.replace(/&nbsp;/g, ' ')),
    )
    const [folio, estado, fecha, emisor, , tecleada, beneficiario, nombre, ...amounts] = cells as string[]
    const [bruto, retencion, pagado] = amounts.map((one) => Number(one.replaceAll('.', '')))
    return {
      ...{ folio: Number(folio), estado: estado!, fecha: fecha!, emisor: emisor!, tecleada: tecleada! },
      ...{
        beneficiario: beneficiario!,
        nombre: nombre!,
        bruto: bruto!,
        retencion: retencion!,
        pagado: pagado!,
      },
      enlace: /href="([^"]*)"/.exec(line)![1]!.replaceAll('&amp;', '&'),
    }
  })
}

/** Gross, withheld and paid of the line of totals. */
export const totals = (text: string): number[] =>
  words(/<tr><td colspan=9>Totales<\/td>([\s\S]*?)<\/tr>/.exec(text)?.[1] ?? '')
    .split(' ')
    .map((one) => Number(one.replaceAll('.', '')))
