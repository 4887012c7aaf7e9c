// Asking the SII for a document's acceptance, at most once a minute and never once nothing can change (http §27.3).

import type { Clock } from '../../base/clock'
import { createAnswerCache } from '../../http/answer-cache'
import type { Pagador } from '../../http/cuota'
import type { ReplySet } from '../../http/reply'
import type { Tenant } from '../../http/tenant'
import { asking } from '../../sii'
import type { Charge } from '../../sii/metered'
import type { DocumentoRow } from '../dte'
import { type Estados, estadoToJson, isFinal } from './estados'
import type { AskSii } from './question'
import type { Clave } from './statements'

export function createAsk({
  clock,
  charge,
  estados,
  askSii,
}: {
  clock: Clock
  charge: Charge<Pagador>
  estados: Estados
  askSii: AskSii
}) {
  const cached = createAnswerCache(clock)

  /** One unit, taken at the first answer. */
  async function ask(tenant: Tenant, set: ReplySet, clave: Clave, own: DocumentoRow | null): Promise<void> {
    const oido = await askSii({
      titular: tenant,
      clave,
      own,
      charge: (first) => charge({ ...tenant, set }, 'consulta_acuse', first),
    })
    estados.heard(clave, own, oido)
  }

  /**
   * As clients see it, with `X-Cache` where the SII would be asked; `acts` whether the company is the one that may register. Throws
   * SII_REFUSED and what the SII and the quota do.
   */
  return async (
    tenant: Tenant,
    set: ReplySet,
    clave: Clave,
    { own, acts, local }: { own: DocumentoRow | null; acts: boolean; local: boolean },
  ) => {
    const kept = estados.stateOf(clave, own)
    if (local || isFinal(kept)) return estadoToJson(kept, clock(), acts, 'local')
    const { empresa_id, ambiente, rut_emisor, tipo_dte, folio } = clave
    const key = [tenant.cuentaId, empresa_id, ambiente, rut_emisor, tipo_dte, folio].join(' ')
    const { hit } = await cached(key, () => asking(() => ask(tenant, set, clave, own)))
    set.headers['x-cache'] = hit ? 'HIT' : 'MISS'
    // As it is kept: what was registered from here meanwhile is in it.
    return estadoToJson(estados.stateOf(clave, own), clock(), acts, 'sii')
  }
}
