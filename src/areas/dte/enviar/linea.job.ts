// The run of a line: signs the documents that wait and sends them together, oldest first, until none does (jobs §3).
// One envelope is at the SII's door, one being sealed, one being signed: no core waits for another step.

import type { Clock } from '../../../base/clock'
import { nextTurn } from '../../../base/turn'
import { defineJob, type Outcome } from '../../../jobs/kind'
import type { Documentos, EmitidoRow } from '../documento/documento-store'
import { grupoOf, LINEA, type Lineas, SOON_MS } from '../envio/linea'
import type { Reenvios } from '../envio/reenvio-store'
import type { Preparation, Prepared } from './preparation'
import { jobsOf, type Run, type Trip } from './run'
import type { Upload } from './upload'

/**
 * Documents of one envelope at most. The SII would take 500 boletas or 2,000 DTE, but from 20 on nothing is gained, and
 * freezing a larger file holds the event loop longer (jobs §3; src §3.4).
 */
const DOCUMENTS_PER_ENVELOPE = 200
/** Documents looked up in one turn of the event loop. */
const PIECE = 50
/** After so long a run ends and the next begins: what hangs is given up in twice that. */
const RUN_MS = 30 * 60_000

interface Deps {
  clock: Clock
  lineas: Lineas
  documentos: Documentos
  reenvios: Reenvios
  preparation: Preparation
  upload: Upload
}

/** There is work again, though there was none a moment ago. */
class MoreWork extends Error {}

export const lineaJob = ({ clock, lineas, documentos, reenvios, preparation, upload }: Deps) => {
  const { prepare, seal } = preparation

  /**
   * The next trip: a part of a refused file, else the oldest waiting documents, with their jobs. They go
   * before a part that failed, whose fault may be its own.
   */
  async function nextTrip({ ctx, line, jobs, partes }: Run): Promise<Trip> {
    const grupo = grupoOf(line)
    const rows: EmitidoRow[] = []
    const parte = reenvios.next(grupo, partes, clock())
    if (!parte || parte.intentos) {
      const ids = ctx.claim(lineas.ready(grupo, DOCUMENTS_PER_ENVELOPE)).map((job) => {
        jobs.set(job.id, job)
        return job.id
      })
      for (let i = 0; i < ids.length; i += PIECE) {
        // The first time too: taking them has cost a piece already.
        await nextTurn()
        rows.push(...documentos.byJobs(ids.slice(i, i + PIECE)))
      }
    }
    if (!parte || rows.length) return { rows, parte: null }
    partes.add(parte.parte)
    return { rows: reenvios.documentos(parte.parte), parte }
  }

  /** Has documents wait for the line, their attempt unspent; those that were never tried, as what is new. */
  function waitBehind(run: Run, until: Date, ids: readonly string[]): Promise<unknown> {
    const { ctx, jobs } = run
    const isNew = (id: string): boolean => jobs.get(id)?.intentos === 1
    run.nuevos ||= ids.some(isNew)
    const soon = new Date(Math.min(until.getTime(), clock().getTime() + SOON_MS))
    return ctx.settle(ids.map((id): Outcome => ({ id, outcome: 'snooze', runAt: isNew(id) ? soon : until })))
  }

  /** Sends envelopes one after the other; what comes behind one that did not get through waits with it, its attempt unspent. */
  async function send(
    run: Run,
    { firmante, parte }: Prepared,
    sobres: ReadonlyMap<string, EmitidoRow[]>,
  ): Promise<void> {
    for (const [envioId, rows] of sobres) {
      const trip = { rows, parte }
      if (run.until) await waitBehind(run, run.until, jobsOf(trip))
      else await upload(run, envioId, trip, firmante)
    }
  }

  /**
   * Ends a run that found nothing more to do: the line's row goes, or waits for the first of its documents. Whether there was
   * no more.
   */
  async function finish({ ctx, line, partes }: Run, over: boolean): Promise<boolean> {
    const { id, empresaId, ambiente } = line
    const grupo = grupoOf(line)
    const times = [lineas.nextAt({ empresaId, ambiente, grupo }), reenvios.nextAt(grupo)].filter(
      (at) => at !== null,
    )
    const nextAt = over ? clock() : times.sort((a, b) => a.getTime() - b.getTime())[0]
    const outcome: Outcome = nextAt
      ? { id, outcome: 'snooze', runAt: nextAt, error: null }
      : { id, outcome: 'completed' }
    try {
      await ctx.settle([outcome], () => {
        if (!over && (lineas.ready(grupo, 1).length || reenvios.next(grupo, partes, clock())))
          throw new MoreWork()
        if (!nextAt) lineas.forget(id)
      })
    } catch (fault) {
      if (fault instanceof MoreWork) return false
      throw fault
    }
    return true
  }

  return defineJob<object>({
    kind: LINEA,
    // Its work is its documents', which have attempts of their own.
    maxIntentos: Number.MAX_SAFE_INTEGER,
    // Three lines whose door hangs leave room for a fourth; a company has one for its boletas and one for the rest.
    concurrencia: 12,
    timeoutMs: 2 * RUN_MS,
    hurriesAtStart: true,
    endWaits: reenvios.recall,
    async run([line], ctx) {
      const run: Run = {
        ctx,
        line: line!,
        jobs: new Map(),
        partes: new Set(),
        fallas: line!.fallas,
        until: null,
        nuevos: false,
      }
      const begun = ctx.now()
      // A clock that was put back since says nothing of how long that was.
      const isLong = (): boolean => Math.abs(ctx.now().getTime() - begun.getTime()) >= RUN_MS
      let sealed: Promise<unknown> = Promise.resolve()
      let sent: Promise<unknown> = sealed
      let earlier = sent
      const next = async (taken: Trip): Promise<void> => {
        const prepared = await prepare(run, taken, sealed)
        if (!prepared) return
        const sobres = sealed.then(() => seal(run, prepared))
        const out = Promise.all([sobres, sent])
          .then(([all]) => send(run, prepared, all))
          .finally(() => {
            for (const { job_id } of taken.rows) run.jobs.delete(job_id)
          })
        // A step that fails says so to the run below; until then its rejection counts as handled.
        for (const step of [sobres, out]) step.catch(() => {})
        const before = earlier
        sealed = sobres
        earlier = sent
        sent = out
        await before
      }
      try {
        for (let any = false; ; any = true) {
          const over = any && (ctx.shouldYield() || isLong())
          const taken = run.until || over ? null : await nextTrip(run)
          if (taken?.rows.length) {
            await next(taken)
            continue
          }
          await sent
          if (run.until) {
            const { empresaId, ambiente } = line!
            const grupo = grupoOf(line!)
            if (run.nuevos || lineas.hasNew(grupo, begun))
              lineas.wakeSoon({ empresaId, ambiente, grupo }, ctx.now())
            return
          }
          if (await finish(run, over)) return
        }
      } catch (fault) {
        // The upload at the door is awaited: its answer must survive a fault of the next one.
        await Promise.allSettled([sealed, sent])
        throw fault
      }
    },
  })
}
