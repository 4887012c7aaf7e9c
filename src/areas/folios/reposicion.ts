// Folios asked for by themselves when few are left (http §18, `reposicion_automatica`): a job, since the SII may be away.

import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { NewId } from '../../base/id'
import type { Ambiente } from '../../domain/ambiente'
import type { TipoDte } from '../../domain/dte/tipos'
import { AppError, type ErrorCode } from '../../domain/errors'
import { type Audit, operador } from '../../http/audit'
import type { Pagador } from '../../http/cuota'
import type { InsertJob } from '../../jobs/insert'
import { defineJob, type JobError, jobError } from '../../jobs/kind'
import type { Charge } from '../../sii/metered'
import type { Db, Store } from '../../store/store'
import { empresa } from '../../store/tables/empresa'
import { folioAlerta } from '../../store/tables/folios'
import { job } from '../../store/tables/job'
import type { Alertas } from './alertas'
import type { Forecasts } from './forecasts'
import type { LoadCaf } from './load-caf'
import type { Titular } from './rango'
import { createSolicitar, type RequestCaf } from './solicitar'

const KIND = 'folios.reponer'

/** Queues a request for folios of a type that is set to ask by itself, unless one is under way. In the caller's transaction. */
export function createRequestReposicion({
  db,
  newId,
  insertJob,
  alertas,
}: {
  db: Db
  newId: NewId
  insertJob: InsertJob
  alertas: Pick<Alertas, 'get'>
}) {
  return (titular: Titular, tipoDte: number): void => {
    if (!alertas.get(titular, tipoDte).reposicionAutomatica) return
    const { empresaId, ambiente } = titular
    const grupo = `${KIND}:${empresaId}:${ambiente}:${tipoDte}`
    const underWay = and(
      eq(job.kind, KIND),
      // As the partial index of what is not completed says it.
      sql`${job.estado} <> 'completed'`,
      inArray(job.estado, ['pending', 'processing']),
      eq(job.empresaId, empresaId),
      eq(job.ambiente, ambiente),
      eq(job.grupo, grupo),
    )
    if (db.select({ id: job.id }).from(job).where(underWay).get()) return
    insertJob({
      id: newId('job'),
      kind: KIND,
      empresaId,
      ambiente,
      grupo,
      args: { tipo_dte: tipoDte },
      estado: 'pending',
    })
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

const TEMPORARY: readonly ErrorCode[] = ['SII_UNAVAILABLE', 'SII_TIMEOUT', 'SII_ERROR']

const faultOf = ({ code, message }: AppError, reintentable: boolean): JobError =>
  jobError(code, message, null, {
    reintentable,
    accion: reintentable ? null : 'Corrija la causa, o cargue los folios con POST /v1/dte/folios',
  })

/** Asks for what the type is set to ask for, unless there are enough folios by now. Pays like a request by hand. */
export const reposicionJob = ({
  store,
  folios: { alertas, load, needsMore, amountOf },
  requestCaf,
  charge,
  audit,
}: {
  store: Store
  folios: Pick<Forecasts, 'needsMore' | 'amountOf'> & { alertas: Alertas; load: LoadCaf }
  requestCaf: Partial<Record<Ambiente, RequestCaf>>
  charge: Charge<Pagador>
  audit: Audit
}) => {
  const solicitar = createSolicitar({ store, requestCaf })
  const cuentaOf = (empresaId: string): string | undefined =>
    store.db
      .select({ id: empresa.cuentaId })
      .from(empresa)
      .where(and(eq(empresa.id, empresaId), isNull(empresa.deletedAt)))
      .get()?.id

  async function ask(titular: Titular, tipoDte: TipoDte): Promise<void> {
    const { reposicionAutomatica } = alertas.get(titular, tipoDte)
    const cuentaId = cuentaOf(titular.empresaId)
    // Somebody loaded a range meanwhile, or an attempt that died had got it already; or the company is gone.
    if (!cuentaId || !reposicionAutomatica || !needsMore(titular, tipoDte)) return
    const quien = { ...operador(cuentaId), empresaId: titular.empresaId, nombre: 'reposición automática' }
    const keep: LoadCaf = (bytes, whose, origen) =>
      audit(
        quien,
        () => load(bytes, whose, origen),
        ({ id, desde, hasta }) => ({
          accion: 'folios.solicitados',
          objeto: id,
          detalle: { tipo_dte: tipoDte, desde, hasta },
        }),
      )
    const pagador = { cuentaId, empresaId: titular.empresaId, set: null }
    await solicitar(tipoDte, amountOf(titular, tipoDte), titular, {
      load: keep,
      pay: (question) => charge(pagador, 'solicitud_folios', question),
    })
  }

  return defineJob<{ tipo_dte: TipoDte }>({
    kind: KIND,
    async run([job], ctx) {
      const { id, empresaId, ambiente, args } = job!
      try {
        await ask({ empresaId, ambiente }, args.tipo_dte)
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault
        const temporary = TEMPORARY.includes(fault.code)
        await ctx.settle([{ id, outcome: temporary ? 'retry' : 'failed', error: faultOf(fault, temporary) }])
        return
      }
      await ctx.settle([{ id, outcome: 'completed' }])
    },
  })
}
