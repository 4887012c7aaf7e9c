// Folios asked for by themselves when few are left (http §18, `reposicion_automatica`): the same job that a person's request is.

import { and, eq, isNull } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { Db, Store } from '../../store/store'
import { empresa } from '../../store/tables/empresa'
import { folioAlerta } from '../../store/tables/folios'
import type { Enqueue } from '../trabajos'
import type { Alertas } from './alertas'
import type { Forecasts } from './forecasts'
import type { Titular } from './rango'
import type { EncargoSolicitud } from './sii/encargo'

/**
 * Queues a request for folios of a type that is set to ask by itself, unless one is under way, or the SII refused one within the last
 * day. In the caller's transaction.
 */
export function createRequestReposicion({
  db,
  clock,
  enqueue,
  encargo,
  alertas,
}: {
  db: Db
  clock: Clock
  enqueue: Enqueue
  encargo: EncargoSolicitud
  alertas: Pick<Alertas, 'get' | 'isRefused'>
}) {
  return (titular: Titular, tipoDte: number): void => {
    if (!alertas.get(titular, tipoDte).reposicionAutomatica) return
    // A range that may stand at the SII comes first, and what was refused is a person's to mend.
    if (alertas.isRefused(titular, tipoDte, clock()) || encargo.isOpen(titular, tipoDte)) return
    const { empresaId, ambiente } = titular
    const row = db
      .select({ cuentaId: empresa.cuentaId })
      .from(empresa)
      .where(eq(empresa.id, empresaId))
      .get()!
    const nobody = { usuarioId: null, apiKeyId: null, ip: null }
    enqueue({ ...row, empresaId, ambiente, ...nobody }, encargo.of(titular, tipoDte, null))
  }
}

/**
 * Asks anew for every type that is set to ask by itself and has few left, or by its forecast will soon: an attempt that failed, or an amount that did not
 * lift it above its threshold, would else be the last before the folios run out, and then no folio is taken any more.
 */
export function createReviewReposicion({
  store: { client, db },
  needsMore,
  request,
}: {
  store: Pick<Store, 'client' | 'db'>
  needsMore: Forecasts['needsMore']
  request: ReturnType<typeof createRequestReposicion>
}): () => void {
  const types = () =>
    db
      .select({
        empresaId: folioAlerta.empresaId,
        ambiente: folioAlerta.ambiente,
        tipoDte: folioAlerta.tipoDte,
      })
      .from(folioAlerta)
      .innerJoin(empresa, eq(empresa.id, folioAlerta.empresaId))
      .where(and(eq(folioAlerta.reposicionAutomatica, true), isNull(empresa.deletedAt)))
      .all()
  const run = client.transaction(() => {
    for (const { tipoDte, ...titular } of types()) {
      if (needsMore(titular, tipoDte)) request(titular, tipoDte)
    }
  })
  return () => run.immediate()
}
