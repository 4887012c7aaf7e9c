// The shared parts of the pages of boletas de terceros: the person and company, the words of a refusal
// (simulator §15.1).

import { parseRut } from '../../domain/rut'
import { empresasOf, isEmisor } from '../contribuyentes'
import { readCampos } from '../portal/campos'
import { html, loginRedirect, page } from '../portal/paginas'
import type { Pedido } from '../portal/servicio'
import type { Sesion } from '../portal/sesiones'
import { readAjustes } from '../registro/ajustes'
import type { Sim } from '../sim'

export const BASE = '/cvc_cgi/bte'

/** There is one `zeus` for both worlds; who may act for whom is asked of the side on which neighbours live. */
const LADO = 'certificacion'

/** A page that was asked for. */
export interface Visita {
  sim: Sim
  sesion: Sesion
  /** The company, or person, that pays. */
  pagador: string
  /** The fields of the form, or of the address. */
  campos: Readonly<Record<string, string>>
  /** The address without its path: menus have a query without a name. */
  consulta: string
  falla: string | null
}

/** A page that says something and leads nowhere. */
export const messagePage = (sim: Sim, title: string, text: string): Response =>
  page(
    sim,
    title,
    `<table><tr><td class=texto>${html(text)}</td></tr></table>\n<input type=button value="Volver" onclick="history.back()">`,
  )

/** A refusal in the words by which clients know one. */
export const refuse = (sim: Sim, reason: string): Response =>
  messagePage(sim, 'ERROR', `No ha sido posible atender su solicitud: ${reason}`)

/**
 * The payer in a session: the company that was chosen at the door, else the one that names this person, else
 * the person; a page may name another such company.
 */
function payerOf(sim: Sim, { rut, empresa }: Sesion, { RUT, DV }: Visita['campos']): string | null {
  const companies = empresasOf(sim, LADO, rut)
  if (!RUT) return empresa ?? (companies.length === 1 ? companies[0]! : rut)
  const named = parseRut(`${RUT}-${DV ?? ''}`)
  return named && (named === rut || companies.includes(named)) ? named : null
}

/** A row's answer: finds out for whom it is asked, and turns away who may not. */
export const visita =
  (answer: (v: Visita) => Response) =>
  async (sim: Sim, pedido: Pedido, sesion: Sesion): Promise<Response> => {
    const { request, query, falla } = pedido
    if (sesion.metodo === 'certificado' && !readAjustes(sim).bte_certificado) return loginRedirect(pedido)
    const campos = { ...Object.fromEntries(query), ...(await readCampos(request)) }
    const pagador = payerOf(sim, sesion, campos)
    if (!pagador || !isEmisor(sim, LADO, pagador))
      return messagePage(
        sim,
        'ERROR',
        'El contribuyente no está autorizado para emitir boletas de prestación de servicios de terceros',
      )
    const consulta = new URL(request.url).search.slice(1)
    return answer({ sim, sesion, pagador, campos, consulta, falla: falla?.falla ?? null })
  }

export const integerOf = (text: string | undefined): number | null =>
  /^\d{1,12}$/.test((text ?? '').trim()) ? Number(text) : null

/** As the SII prints pesos: `76.250`. */
export const pesos = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/g, '.')
