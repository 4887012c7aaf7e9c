// Folios asked for by themselves when few are left (contract §18, `reposicion_automatica`): a job, since the SII may be away.

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'
import type { TipoDte } from '../../domain/dte/tipos'
import { AppError, type ErrorCode } from '../../domain/errors'
import type { NewId } from '../../domain/id'
import { type Audit, operador } from '../../http/audit'
import type { Pagador } from '../../http/cuota'
import type { InsertJob } from '../../jobs/insert'
import { defineJob, type JobError } from '../../jobs/kind'
import type { Charge } from '../../sii/metered'
import type { Store } from '../../store/store'
import type { Alertas } from './alertas'
import type { LoadCaf } from './carga'
import type { Titular } from './rango'
import { createSolicitar, type RequestCaf } from './solicitud'

const KIND = 'folios.reponer'

/** Queues a request for folios of a type that is set to ask by itself, unless one is under way. In the caller's transaction. */
export function createPedirReposicion({
  client,
  newId,
  insertJob,
  alertas,
}: {
  client: Database
  newId: NewId
  insertJob: InsertJob
  alertas: Pick<Alertas, 'get'>
}) {
  const underWay = client
    .prepare<[string, string, string], number>(
      `SELECT count(*) FROM job WHERE kind = '${KIND}' AND estado IN ('pending', 'processing') AND empresa_id = ?
       AND ambiente = ? AND grupo = ?`,
    )
    .pluck()
  return (titular: Titular, tipoDte: number): void => {
    if (!alertas.get(titular, tipoDte).reposicionAutomatica) return
    const { empresaId, ambiente } = titular
    const grupo = `${KIND}:${empresaId}:${ambiente}:${tipoDte}`
    if (underWay.get(empresaId, ambiente, grupo)) return
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
 * Asks anew for every type that is set to ask by itself and has few left: an attempt that failed, or an amount that did not
 * lift it above its threshold, would else be the last before the folios run out, and then no folio is taken any more.
 */
export function createRevisarReposicion({
  client,
  alertas,
  pedir,
}: {
  client: Database
  alertas: Pick<Alertas, 'isLow'>
  pedir: ReturnType<typeof createPedirReposicion>
}): () => void {
  const types = client.prepare<[], Titular & { tipoDte: number }>(
    `SELECT a.empresa_id AS empresaId, a.ambiente, a.tipo_dte AS tipoDte
     FROM folio_alerta a JOIN empresa e ON e.id = a.empresa_id
     WHERE a.reposicion_automatica = 1 AND e.deleted_at IS NULL`,
  )
  const run = client.transaction(() => {
    for (const { tipoDte, ...titular } of types.all()) {
      if (alertas.isLow(titular, tipoDte)) pedir(titular, tipoDte)
    }
  })
  return () => run.immediate()
}

const TEMPORARY: readonly ErrorCode[] = ['SII_UNAVAILABLE', 'SII_TIMEOUT', 'SII_ERROR']

const jobError = ({ code, message }: AppError, reintentable: boolean): JobError => ({
  code,
  error: message,
  etapa: null,
  reintentable,
  sii: null,
  accion: reintentable ? null : 'Corrija la causa, o cargue los folios con POST /v1/dte/folios',
})

/** Asks for what the type is set to ask for, unless there are enough folios by now. Pays like a request by hand. */
export const reponerJob = ({
  store,
  folios: { alertas, load },
  requestCaf,
  charge,
  audit,
}: {
  store: Store
  folios: { alertas: Alertas; load: LoadCaf }
  requestCaf: Partial<Record<Ambiente, RequestCaf>>
  charge: Charge<Pagador>
  audit: Audit
}) => {
  const solicitar = createSolicitar({ store, requestCaf })
  const cuentaOf = store.client
    .prepare<[string], string>('SELECT cuenta_id FROM empresa WHERE id = ? AND deleted_at IS NULL')
    .pluck()

  async function ask(titular: Titular, tipoDte: TipoDte): Promise<void> {
    const { reposicionAutomatica, cantidad } = alertas.get(titular, tipoDte)
    const cuentaId = cuentaOf.get(titular.empresaId)
    // Somebody loaded a range meanwhile, or an attempt that died had got it already; or the company is gone.
    if (!cuentaId || !reposicionAutomatica || !alertas.isLow(titular, tipoDte)) return
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
    await solicitar(tipoDte, cantidad, titular, {
      load: keep,
      pay: (question) => charge(pagador, 'solicitud_folios', question),
    })
  }

  return defineJob<{ tipo_dte: TipoDte }>({
    kind: KIND,
    loteMax: () => 1,
    async run([job], ctx) {
      const { id, empresaId, ambiente, args } = job!
      try {
        await ask({ empresaId, ambiente }, args.tipo_dte)
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault
        const temporary = TEMPORARY.includes(fault.code)
        await ctx.settle([{ id, outcome: temporary ? 'retry' : 'failed', error: jobError(fault, temporary) }])
        return
      }
      await ctx.settle([{ id, outcome: 'completed' }])
    },
  })
}
