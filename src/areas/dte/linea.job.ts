// The run of a line: signs the documents that wait and sends them together, oldest first, until none does (architecture, decision 3).
// One envelope is at the SII's door, one being sealed, one being signed: no core waits for another step.

import type { Clock } from '../../domain/ambiente'
import { AppError } from '../../domain/errors'
import { defineJob, type JobContext, type JobError, type Outcome } from '../../jobs/kind'
import { nextTurn } from '../../jobs/next-turn'
import type { Sii } from '../../sii'
import type { Store } from '../../store/store'
import type { Canario } from './canario'
import type { Congelar, Firmado } from './congelar'
import type { DocumentoRow, Documentos } from './documento-store'
import { type Emisores, type FirmanteListo, loadFirmante } from './emisor'
import type { Enviar, Received } from './enviar'
import type { Envios } from './envio-store'
import { localFault, RELOJ_MS } from './fallas'
import type { Firmar } from './firmar'
import type { Guias } from './guias'
import { type Corrida, grupoOf, LINEA, type Lineas, settleStopped } from './linea'
import { createReconocer } from './reconocer'
import type { Referencias } from './referencias'
import { createRetener } from './retener'

/**
 * Documents of one envelope at most. The SII would take 500 boletas or 2,000 DTE, but from 20 on nothing is gained, and
 * freezing a larger file holds the event loop longer (architecture, decision 3; performance.md §2).
 */
const LOTE = 200
/** Characters of the documents in one envelope: two hundred of sixty short lines have fewer. */
const SOBRE_CHARS = 2 * 1024 * 1024
/** After so long a run ends and the next begins: what hangs is given up in twice that. */
const RUN_MS = 30 * 60_000

/** Documents in their order, in as many envelopes as their length asks for. */
function inSobres(firmados: readonly Firmado[]): Firmado[][] {
  const sobres: Firmado[][] = []
  let chars = 0
  for (const firmado of firmados) {
    chars += firmado.xml.length
    if (!sobres.length || chars > SOBRE_CHARS) {
      sobres.push([])
      chars = firmado.xml.length
    }
    sobres.at(-1)!.push(firmado)
  }
  return sobres
}

interface Deps {
  store: Store
  sii: Sii
  clock: Clock
  lineas: Lineas
  emisores: Emisores
  documentos: Documentos
  envios: Envios
  referencias: Referencias
  guias: Guias
  canario: Canario
  congelar: Congelar
  firmar: Firmar
  enviar: Enviar
  received: Received
}

/** Documents on their way to the door: signed, or frozen in an envelope before. */
interface Lote {
  firmante: FirmanteListo
  congelados: Map<string, DocumentoRow[]>
  firmados: Firmado[]
  /** The document that goes in an envelope of its own. */
  solo: string | null
}

/** There is work again, though there was none a moment ago. */
class MoreWork extends Error {}

export const lineaJob = (deps: Deps) => {
  const { clock, lineas, emisores, documentos, canario, congelar, firmar, enviar } = deps
  const retener = createRetener(deps)
  const reconocer = createReconocer(deps)

  /** What stops before anything travelled: a fault of the clock stops the line, unspent; any other ends the document, its folio kept for a retry. */
  async function settleFaults(
    corrida: Corrida,
    faults: readonly { row: DocumentoRow; error: JobError }[],
  ): Promise<void> {
    const [temporary, ended] = [true, false].map((is) =>
      faults.filter(({ error }) => error.reintentable === is),
    )
    if (ended!.length)
      await corrida.ctx.settle(
        ended!.map(({ row, error }): Outcome => ({ id: row.job_id, outcome: 'failed', error })),
        () => {
          for (const { row } of ended!) documentos.setFolioEstado(row.id, 'retenido')
        },
      )
    if (!temporary!.length) return
    const runAt = new Date(clock().getTime() + RELOJ_MS)
    const ids = temporary!.map(({ row }) => row.job_id)
    await settleStopped(corrida, ids, { outcome: 'snooze', runAt, error: temporary![0]!.error })
  }

  const settleAll = (corrida: Corrida, rows: readonly DocumentoRow[], error: JobError): Promise<void> =>
    settleFaults(
      corrida,
      rows.map((row) => ({ row, error })),
    )

  /** Ends the jobs of what arrived and was refused with its file before they heard of it: another job brings it anew. */
  async function leaveReturned(rows: DocumentoRow[], ctx: JobContext): Promise<DocumentoRow[]> {
    const returned = rows.filter((row) => row.reenvio_id)
    if (!returned.length) return rows
    await ctx.settle(returned.map(({ job_id: id }): Outcome => ({ id, outcome: 'completed' })))
    return rows.filter((row) => !row.reenvio_id)
  }

  /** The oldest documents that wait, with their jobs taken along. */
  async function take({ ctx, line, jobs }: Corrida): Promise<DocumentoRow[]> {
    const rows: DocumentoRow[] = []
    for (const [i, job] of ctx.take(lineas.ready(grupoOf(line), LOTE)).entries()) {
      if (i % 50 === 49) await nextTurn()
      jobs.set(job.id, job)
      rows.push(documentos.byJob(job.id)!)
    }
    return rows
  }

  /** Signs what may travel of the documents; `sealed` are those taken before. What stopped is settled. */
  async function prepare(
    corrida: Corrida,
    taken: DocumentoRow[],
    sealed: Promise<unknown>,
  ): Promise<Lote | null> {
    const { ctx, line } = corrida
    let firmante: FirmanteListo
    try {
      firmante = loadFirmante(emisores, line.empresaId, line.ambiente, clock())
    } catch (fault) {
      await settleAll(corrida, taken, localFault(fault, 'firma'))
      return null
    }
    const may = await retener(await leaveReturned(taken, ctx), ctx)
    const { rows, solo } = await canario(await reconocer(may, firmante, corrida), ctx, sealed)
    congelar.dissolveStale(rows, firmante)
    const [frozen, rest] = [true, false].map((is) => rows.filter((r) => (r.envio_id !== null) === is))
    const { firmados, fallidos } = await firmar(rest!, firmante, ctx.signal)
    await settleFaults(corrida, fallidos)
    return { firmante, congelados: Map.groupBy(frozen!, (r) => r.envio_id!), firmados, solo }
  }

  /** The envelopes of the documents: those frozen before, then new ones around what has none yet. */
  async function seal(
    corrida: Corrida,
    { firmante, congelados, firmados, solo }: Lote,
  ): Promise<Map<string, DocumentoRow[]>> {
    const isAlone = ({ row }: Firmado): boolean => row.solo === 1 || row.id === solo
    const alone = firmados.filter(isAlone).map((f) => [f])
    for (const group of [...inSobres(firmados.filter((f) => !isAlone(f))), ...alone]) {
      const rows = group.map(({ row }) => row)
      try {
        congelados.set(await congelar.freeze(group, firmante), rows)
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault
        await settleAll(corrida, rows, localFault(fault, 'firma'))
      }
    }
    return congelados
  }

  /** Sends envelopes one after the other; what comes behind one that did not get through waits with it, its attempt unspent. */
  async function send(
    corrida: Corrida,
    firmante: FirmanteListo,
    sobres: ReadonlyMap<string, DocumentoRow[]>,
  ): Promise<void> {
    for (const [envioId, rows] of sobres) {
      const { until } = corrida
      if (until)
        await corrida.ctx.settle(
          rows.map(({ job_id: id }): Outcome => ({ id, outcome: 'snooze', runAt: until })),
        )
      else await enviar(corrida, envioId, rows, firmante)
    }
  }

  /** Ends a run that found nothing more to do: the line's row goes, or waits for the first of its documents. Whether there was no more. */
  async function finish({ ctx, line }: Corrida, over: boolean): Promise<boolean> {
    const { id, empresaId, ambiente } = line
    const grupo = grupoOf(line)
    const nextAt = over ? clock() : lineas.nextAt({ empresaId, ambiente, grupo })
    const outcome: Outcome = nextAt
      ? { id, outcome: 'snooze', runAt: nextAt, error: null }
      : { id, outcome: 'completed' }
    try {
      await ctx.settle([outcome], () => {
        if (!over && lineas.ready(grupo, 1).length) throw new MoreWork()
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
      const corrida: Corrida = { ctx, line: line!, jobs: new Map(), fallas: line!.fallas, until: null }
      const end = ctx.now().getTime() + RUN_MS
      let sealed: Promise<unknown> = Promise.resolve()
      let sent: Promise<unknown> = sealed
      let earlier = sent
      for (;;) {
        const over = ctx.now().getTime() >= end
        const taken = corrida.until || over ? [] : await take(corrida)
        if (!taken.length) {
          await sent
          if (corrida.until || (await finish(corrida, over))) return
          continue
        }
        const lote = await prepare(corrida, taken, sealed)
        if (!lote) continue
        const sobres = sealed.then(() => seal(corrida, lote))
        const out = Promise.all([sobres, sent]).then(([all]) => send(corrida, lote.firmante, all))
        // Who fails says so to the run below; until then nobody may be surprised by it.
        for (const step of [sobres, out]) step.catch(() => {})
        await earlier
        sealed = sobres
        earlier = sent
        sent = out
      }
    },
  })
}
