// Asking the SII for a document's acceptance, at most once a minute and never once nothing can change (http §27.3).

import type { Clock } from '../../base/clock'
import { createAnswerCache } from '../../http/answer-cache'
import type { Pagador } from '../../http/cuota'
import type { ReplySet } from '../../http/reply'
import type { Tenant } from '../../http/tenant'
import { asking, type Sii } from '../../sii'
import type { Charge } from '../../sii/metered'
import { type DocumentoRow, type Emisores, loadFirmante } from '../dte'
import { type Estados, estadoToJson, isFinal } from './estados'
import { refusal } from './register'
import type { Clave } from './statements'

/** 15: events follow; 16: there are none. */
const ANSWERS: readonly string[] = ['15', '16']

export function createAsk({
  clock,
  sii,
  charge,
  emisores,
  estados,
}: {
  clock: Clock
  sii: Pick<Sii, 'listAcuses' | 'queryRecepcion' | 'queryCedible'>
  charge: Charge<Pagador>
  emisores: Emisores
  estados: Estados
}) {
  const cached = createAnswerCache(clock)

  /** One unit, taken at the first answer; the questions that follow belong to it. */
  async function ask(tenant: Tenant, set: ReplySet, clave: Clave, own: DocumentoRow | null): Promise<void> {
    const { empresaId, ambiente } = tenant
    const { firmante } = loadFirmante(emisores, empresaId, ambiente, clock())
    const ctx = { ambiente, firmante, rutEmpresa: emisores.get(empresaId, ambiente).emisor.rut }
    const dte = { rutEmisor: clave.rut_emisor, tipoDte: clave.tipo_dte, folio: clave.folio }
    const { codigo, glosa, eventos } = await charge({ ...tenant, set }, 'consulta_acuse', () =>
      sii.listAcuses(ctx, dte),
    )
    if (!ANSWERS.includes(codigo)) throw refusal(codigo, glosa)
    const before = estados.stateOf(clave, own)
    const recibido = before.estimado ? await sii.queryRecepcion(ctx, dte) : before.recibido
    const cedible = own ? (await sii.queryCedible(ctx, dte)).codigo : null
    estados.heard(clave, own, { eventos, recibido, cedible })
  }

  /** As clients see it, with `X-Cache` where the SII would be asked. Throws SII_REFUSED and what the SII and the quota do. */
  return async (tenant: Tenant, set: ReplySet, clave: Clave, own: DocumentoRow | null, local: boolean) => {
    const kept = estados.stateOf(clave, own)
    if (local || isFinal(kept)) return estadoToJson(kept, clock(), own === null, 'local')
    const { empresa_id, ambiente, rut_emisor, tipo_dte, folio } = clave
    const key = [tenant.cuentaId, empresa_id, ambiente, rut_emisor, tipo_dte, folio].join(' ')
    const { hit } = await cached(key, () => asking(() => ask(tenant, set, clave, own)))
    set.headers['x-cache'] = hit ? 'HIT' : 'MISS'
    // As it is kept: what was registered from here meanwhile is in it.
    return estadoToJson(estados.stateOf(clave, own), clock(), own === null, 'sii')
  }
}
