// Signs the waiting documents of one company and one kind of envelope, and sends them together (architecture, decision 3).

import type { Clock } from '../../domain/ambiente'
import { AppError } from '../../domain/errors'
import type { NewId } from '../../domain/id'
import type { InsertJob } from '../../jobs/insert'
import { defineJob, type JobContext, type JobError, type Outcome } from '../../jobs/kind'
import { nextTurn } from '../../jobs/next-turn'
import type { Sii } from '../../sii'
import type { Store } from '../../store/store'
import type { Eventos } from '../eventos'
import type { Folios } from '../folios'
import type { Canario } from './canario'
import type { Congelar, Firmado } from './congelar'
import { discardDocumento } from './descartar'
import type { DocumentoRow, Documentos } from './documento-store'
import { EMITIR, MAX_INTENTOS } from './emision'
import { type Emisores, type FirmanteListo, loadFirmante } from './emisor'
import type { Enviar, Received } from './enviar'
import type { Envios } from './envio-store'
import { eventoDescartado, eventosDeTrabajos } from './eventos'
import { localFault, localOutcome } from './fallas'
import type { Firmar } from './firmar'
import type { Guias } from './guias'
import type { Liberar } from './liberar'
import type { Programadas } from './programada-store'
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
  insertJob: InsertJob
  folios: Folios
  clock: Clock
  newId: NewId
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
  liberar: Liberar
  programadas: Programadas
  eventos: Pick<Eventos, 'emit'>
}

export const emitirJob = (deps: Deps) => {
  const { clock, emisores, documentos, canario, congelar, firmar, enviar, eventos } = deps
  const retener = createRetener(deps)
  const reconocer = createReconocer(deps)

  /** Ends or postpones jobs with one error each; ended ones keep their folio for a retry. What was accepted later waits too. */
  const settleFaults = async (
    ctx: JobContext,
    faults: readonly { row: DocumentoRow; error: JobError }[],
  ): Promise<void> => {
    if (!faults.length) return
    // A batch before this one that gets through lets the line go: what waits in it must be said after that.
    if (faults.some(({ error }) => error.reintentable)) await ctx.turn()
    await ctx.settle(
      faults.map(({ row, error }) => localOutcome(row.job_id, error, clock())),
      () => {
        for (const { row, error } of faults)
          if (!error.reintentable) documentos.setFolioEstado(row.id, 'retenido')
      },
    )
  }

  const settleAll = (ctx: JobContext, rows: readonly DocumentoRow[], error: JobError): Promise<void> =>
    settleFaults(
      ctx,
      rows.map((row) => ({ row, error })),
    )

  /** Ends the jobs of what arrived and was refused with its file before they heard of it: another job brings it anew. */
  async function leaveReturned(rows: DocumentoRow[], ctx: JobContext): Promise<DocumentoRow[]> {
    const returned = rows.filter((row) => row.reenvio_id)
    if (!returned.length) return rows
    await ctx.settle(returned.map(({ job_id: id }): Outcome => ({ id, outcome: 'completed' })))
    return rows.filter((row) => !row.reenvio_id)
  }

  /** The envelopes of a batch: those frozen before, then new ones around what has none yet. */
  async function prepare(
    rows: readonly DocumentoRow[],
    solo: string | null,
    firmante: FirmanteListo,
    ctx: JobContext,
  ): Promise<Map<string, DocumentoRow[]>> {
    congelar.dissolveStale(rows, firmante)
    const envelopes = Map.groupBy(
      rows.filter((r) => r.envio_id),
      (r) => r.envio_id!,
    )
    const { firmados, fallidos } = await firmar(
      rows.filter((r) => !r.envio_id),
      firmante,
      ctx.signal,
    )
    await settleFaults(ctx, fallidos)
    const isAlone = (row: DocumentoRow): boolean => row.solo === 1 || row.id === solo
    const alone = firmados.filter(({ row }) => isAlone(row)).map((f) => [f])
    const together = firmados.filter(({ row }) => !isAlone(row))
    for (const group of [...inSobres(together), ...alone]) {
      const documents = group.map(({ row }) => row)
      try {
        envelopes.set(await congelar.freeze(group, firmante), documents)
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault
        await settleAll(ctx, documents, localFault(fault, 'firma'))
      }
    }
    return envelopes
  }

  return defineJob<object>({
    kind: EMITIR,
    maxIntentos: MAX_INTENTOS,
    // One at the SII's door, one being sealed, one being signed: no core waits for another step.
    porGrupo: 3,
    // Three lines whose door hangs leave room for a fourth; a company has one for its boletas and one for the rest.
    concurrencia: 12,
    loteMax: () => LOTE,
    async run(jobs, ctx) {
      const rows: DocumentoRow[] = []
      for (const [i, { id }] of jobs.entries()) {
        if (i % 50 === 49) await nextTurn()
        rows.push(documentos.byJob(id)!)
      }
      let firmante: FirmanteListo
      try {
        firmante = loadFirmante(emisores, jobs[0]!.empresaId, jobs[0]!.ambiente, clock())
      } catch (fault) {
        return settleAll(ctx, rows, localFault(fault, 'firma'))
      }
      const may = await retener(await leaveReturned(rows, ctx), ctx)
      const paso = await canario(await reconocer(may, firmante, ctx), ctx)
      const envelopes = await prepare(paso.rows, paso.solo, firmante, ctx)
      await ctx.turn()
      for (const [envioId, documents] of envelopes) {
        // The one before could not get through: this one waits behind it, its attempt unspent.
        const runAt = ctx.heldUntil()
        if (runAt) await ctx.settle(documents.map(({ job_id: id }) => ({ id, outcome: 'snooze', runAt })))
        else await enviar(ctx, envioId, documents, firmante)
      }
    },
    release: deps.liberar.release,
    buried: (job) => documentos.setFolioEstado(documentos.byJob(job.id)!.id, 'retenido'),
    retried(job, now) {
      const row = documentos.byJob(job.id)
      // Its release failed: it has neither folio nor document, and may have both now.
      if (!row) deps.liberar.take(job, now)
      else if (row.folio_estado === 'retenido') documentos.setFolioEstado(row.id, 'tomado')
    },
    ended(ended) {
      const { empresaId, ambiente } = ended[0]!.job
      eventos.emit({ empresaId, ambiente }, eventosDeTrabajos(deps, ended))
    },
    discarded(job, now, { liberarFolio }) {
      discardDocumento(deps, job.id, now, liberarFolio === true)
      eventos.emit(job, [eventoDescartado(deps, job.id)])
    },
  })
}
