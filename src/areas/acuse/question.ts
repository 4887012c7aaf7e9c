// Asks the SII's registry about a document: its events, its reception and whether it can be ceded (http
// §27.3).

import type { Clock } from '../../base/clock'
import type { Titular } from '../../domain/titular'
import type { Sii } from '../../sii'
import { type DocumentoRow, type Emisores, loadFirmante } from '../dte'
import type { Estados, Oido } from './estados'
import { refusal } from './register'
import type { Clave } from './statements'

/** 15: events follow; 16: there are none. */
const ANSWERS: readonly string[] = ['15', '16']

export interface Pregunta {
  titular: Titular
  clave: Clave
  /** The row of one that was issued here. */
  own: DocumentoRow | null
  /** Runs the first question, to whose unit the others belong. */
  charge<T>(ask: () => Promise<T>): Promise<T>
  signal?: AbortSignal
}

export type AskSii = ReturnType<typeof createQuestion>

/** Throws SII_REFUSED, and what the SII, `charge` and `loadFirmante` throw. */
export function createQuestion({
  clock,
  sii,
  emisores,
  estados,
}: {
  clock: Clock
  sii: Pick<Sii, 'listAcuses' | 'queryRecepcion' | 'queryCedible'>
  emisores: Emisores
  estados: Pick<Estados, 'stateOf'>
}) {
  return async ({ titular, clave, own, charge, signal }: Pregunta): Promise<Oido> => {
    const { empresaId, ambiente } = titular
    const { firmante } = loadFirmante(emisores, { empresaId, ambiente }, clock())
    const rutEmpresa = emisores.get({ empresaId, ambiente }).emisor.rut
    const contexto = { ambiente, firmante, rutEmpresa, ...(signal && { signal }) }
    const dte = { rutEmisor: clave.rut_emisor, tipoDte: clave.tipo_dte, folio: clave.folio }
    const { codigo, glosa, eventos } = await charge(() => sii.listAcuses(contexto, dte))
    if (!ANSWERS.includes(codigo)) throw refusal(codigo, glosa)
    const before = estados.stateOf(clave, own)
    const recibido = before.estimado ? await sii.queryRecepcion(contexto, dte) : before.recibido
    const isIssuer = clave.rut_emisor === rutEmpresa
    const cedible = isIssuer ? (await sii.queryCedible(contexto, dte)).codigo : null
    return { eventos, recibido, cedible }
  }
}
