// The run of a line: signs the documents that wait and sends them together, oldest first, until none does (architecture, decision 3).
// One envelope is at the SII's door, one being sealed, one being signed: no core waits for another step.

import type { Clock } from '../../domain/ambiente'
import { defineJob, type Outcome } from '../../jobs/kind'
import { nextTurn } from '../../jobs/next-turn'
import type { DocumentoRow, Documentos } from './documento-store'
import type { Enviar } from './enviar'
import { type Corrida, grupoOf, jobsOf, LINEA, type Lineas, PRONTO_MS, type Viaje } from './linea'
import type { Lote, Preparar } from './preparar'
import type { Reenvios } from './reenvio-store'

/**
 * Documents of one envelope at most. The SII would take 500 boletas or 2,000 DTE, but from 20 on nothing is gained, and
 * freezing a larger file holds the event loop longer (architecture, decision 3; performance.md §2).
 */
const LOTE = 200
/** After so long a run ends and the next begins: what hangs is given up in twice that. */
const RUN_MS = 30 * 60_000

interface Deps {
  clock: Clock
  lineas: Lineas
  documentos: Documentos
  reenvios: Reenvios
  preparar: Preparar
  enviar: Enviar
}

/** There is work again, though there was none a moment ago. */
class MoreWork extends Error {}

export const lineaJob = ({ clock, lineas, documentos, reenvios, preparar, enviar }: Deps) => {
  const { prepare, seal } = preparar

  /** What travels next: a part of a refused file, then the oldest documents that wait, their jobs taken along; at last a part that fails again and again. */
  async function take({ ctx, line, jobs, partes }: Corrida): Promise<Viaje> {
    const grupo = grupoOf(line)
    const rows: DocumentoRow[] = []
    let parte = reenvios.next(grupo, partes, false)
    if (!parte)
      for (const [i, job] of ctx.take(lineas.ready(grupo, LOTE)).entries()) {
        // The first time too: taking them has cost a piece already.
        if (i % 50 === 0) await nextTurn()
        jobs.set(job.id, job)
        rows.push(documentos.byJob(job.id)!)
      }
    if (!rows.length) parte ??= reenvios.next(grupo, partes, true)
    if (!parte) return { rows, parte: null }
    partes.add(parte.parte)
    return { rows: reenvios.documentos(parte.parte), parte }
  }

  /** Has documents wait for the line, their attempt unspent; those that were never tried, as what is new. */
  function waitBehind(corrida: Corrida, until: Date, ids: readonly string[]): Promise<unknown> {
    const { ctx, jobs } = corrida
    const isNew = (id: string): boolean => jobs.get(id)?.intentos === 1
    corrida.nuevos ||= ids.some(isNew)
    const soon = new Date(Math.min(until.getTime(), clock().getTime() + PRONTO_MS))
    return ctx.settle(ids.map((id): Outcome => ({ id, outcome: 'snooze', runAt: isNew(id) ? soon : until })))
  }

  /** Sends envelopes one after the other; what comes behind one that did not get through waits with it, its attempt unspent. */
  async function send(
    corrida: Corrida,
    { firmante, parte }: Lote,
    sobres: ReadonlyMap<string, DocumentoRow[]>,
  ): Promise<void> {
    for (const [envioId, rows] of sobres) {
      const viaje = { rows, parte }
      if (corrida.until) await waitBehind(corrida, corrida.until, jobsOf(viaje))
      else await enviar(corrida, envioId, viaje, firmante)
    }
  }

  /** Ends a run that found nothing more to do: the line's row goes, or waits for the first of its documents. Whether there was no more. */
  async function finish({ ctx, line, partes }: Corrida, over: boolean): Promise<boolean> {
    const { id, empresaId, ambiente } = line
    const grupo = grupoOf(line)
    const again = over || reenvios.next(grupo, [], true) !== undefined
    const nextAt = again ? clock() : lineas.nextAt({ empresaId, ambiente, grupo })
    const outcome: Outcome = nextAt
      ? { id, outcome: 'snooze', runAt: nextAt, error: null }
      : { id, outcome: 'completed' }
    try {
      await ctx.settle([outcome], () => {
        if (!over && (lineas.ready(grupo, 1).length || reenvios.next(grupo, partes, true)))
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
    loteMax: () => 1,
    async run([line], ctx) {
      const corrida: Corrida = {
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
      const next = async (taken: Viaje): Promise<void> => {
        const lote = await prepare(corrida, taken, sealed)
        if (!lote) return
        const sobres = sealed.then(() => seal(corrida, lote))
        const out = Promise.all([sobres, sent])
          .then(([all]) => send(corrida, lote, all))
          .finally(() => {
            for (const { job_id } of taken.rows) corrida.jobs.delete(job_id)
          })
        // Who fails says so to the run below; until then nobody may be surprised by it.
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
          const taken = corrida.until || over ? null : await take(corrida)
          if (taken?.rows.length) {
            await next(taken)
            continue
          }
          await sent
          if (corrida.until) {
            const { empresaId, ambiente } = line!
            const grupo = grupoOf(line!)
            if (corrida.nuevos || lineas.hasNew(grupo, begun))
              lineas.wakeSoon({ empresaId, ambiente, grupo }, ctx.now())
            return
          }
          if (await finish(corrida, over)) return
        }
      } catch (fault) {
        // What is at the door is heard out: its answer must not be lost for a fault of what comes behind it.
        await Promise.allSettled([sealed, sent])
        throw fault
      }
    },
  })
}
