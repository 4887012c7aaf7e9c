// Settings that people change (simulator §12.4): how far the copy of the register lags, from how many rows on it makes files, and whether
// the tax status stands behind a picture that somebody must read (simulator §13.3).

import { chileDate, chileInstant } from '../../domain/fecha'
import { readBody } from '../api-lectura'
import { type ApiCall, type ApiDeps, ok } from '../api-pedido'
import type { Sim } from '../sim'

/** `rcv_refresco`: `0`, the register as it is; milliseconds between two copies of it; `diario`, a copy at 06:00 of Chile. */
interface Ajustes {
  rcv_refresco: number | 'diario'
  rcv_maximo: number
  captcha: boolean
  /** Whether folios are given by what was used of those before (simulator §14.2). */
  caf_racionado: boolean
  /** How many reasons the form that annuls a boleta of third parties offers (simulator §15.4). */
  bte_causas: number
  /** Whether those pages let in who came with a certificate. */
  bte_certificado: boolean
}

const RAPIDO: Ajustes = {
  rcv_refresco: 0,
  rcv_maximo: 500,
  captcha: false,
  caf_racionado: false,
  bte_causas: 2,
  bte_certificado: false,
}
const PRESETS: Record<string, Ajustes> = {
  rapido: RAPIDO,
  fiel: { ...RAPIDO, rcv_refresco: 'diario', captcha: true, caf_racionado: true },
}

export function readAjustes({ sql }: Sim): Ajustes {
  const own = new Map(sql.registro.ajuste.list.all().map(({ nombre, valor }) => [nombre, valor]))
  const refresco = own.get('rcv_refresco') ?? String(RAPIDO.rcv_refresco)
  return {
    rcv_refresco: refresco === 'diario' ? 'diario' : Number(refresco),
    rcv_maximo: Number(own.get('rcv_maximo') ?? RAPIDO.rcv_maximo),
    captcha: own.get('captcha') === 'true',
    caf_racionado: own.get('caf_racionado') === 'true',
    bte_causas: Number(own.get('bte_causas') ?? RAPIDO.bte_causas),
    bte_certificado: own.get('bte_certificado') === 'true',
  }
}

/** The instant of the copy that shows what was so at `at`: itself where there is no lag. `before`: the last one, else the next. */
export function copyAt(refresco: Ajustes['rcv_refresco'], at: number, before: boolean): number {
  if (refresco === 0) return at
  if (refresco !== 'diario') return (before ? Math.floor(at / refresco) : Math.ceil(at / refresco)) * refresco
  const six = (day: number): number =>
    chileInstant(`${chileDate(new Date(at + day * 86_400_000))}T06:00:00`).getTime()
  const copies = [-1, 0, 1].map(six)
  return before ? copies.findLast((copy) => copy <= at)! : copies.find((copy) => copy >= at)!
}

/** The settings, with the preset whose they all are; null of none. */
function ajustesJson(sim: Sim) {
  const ajustes = readAjustes(sim)
  const is = (preset: Ajustes) =>
    Object.entries(preset).every(([nombre, valor]) => ajustes[nombre as keyof Ajustes] === valor)
  return { ...ajustes, preset: Object.keys(PRESETS).find((name) => is(PRESETS[name]!)) ?? null }
}

/** GET ajustes. */
export const getAjustes = ({ sim }: ApiDeps): Response => ok(ajustesJson(sim))

/** PUT ajustes: those that are named; `preset` sets all. */
export async function putAjustes({ sim }: ApiDeps, { request }: ApiCall): Promise<Response> {
  const body = await readBody(request, ['preset', ...Object.keys(RAPIDO)])
  const given: Partial<Ajustes> = {}
  if (body.has('preset')) {
    const preset = body.oneOf('preset', ['rapido', 'fiel'])
    Object.assign(given, PRESETS[preset])
  }
  if (body.has('rcv_refresco'))
    given.rcv_refresco =
      body.raw('rcv_refresco') === 'diario' ? 'diario' : body.integer('rcv_refresco', 0, 86_400_000)
  if (body.has('rcv_maximo')) given.rcv_maximo = body.integer('rcv_maximo', 0, 1_000_000)
  if (body.has('captcha')) given.captcha = body.boolean('captcha')
  if (body.has('caf_racionado')) given.caf_racionado = body.boolean('caf_racionado')
  if (body.has('bte_causas')) given.bte_causas = body.integer('bte_causas', 2, 3)
  if (body.has('bte_certificado'))
    given.bte_certificado = body.raw('bte_certificado') === 'si' || body.boolean('bte_certificado')
  body.done()
  for (const [nombre, valor] of Object.entries(given)) sim.sql.registro.ajuste.save.run(nombre, String(valor))
  return ok(ajustesJson(sim))
}
