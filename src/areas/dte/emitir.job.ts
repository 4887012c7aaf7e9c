// Signs the waiting documents of one company and one kind of envelope, and sends them together (architecture, decision 3).

import type { Clock } from '../../domain/ambiente'
import { type Sobre, tipoDocumento } from '../../domain/dte/tipos'
import { chileTimestamp } from '../../domain/fecha'
import type { NewId } from '../../domain/id'
import { RUT_SII } from '../../domain/rut'
import type { InsertJob } from '../../jobs/insert'
import { defineJob, type JobContext, type JobError, type Outcome } from '../../jobs/kind'
import { nextTurn } from '../../jobs/next-turn'
import type { Store } from '../../store/store'
import type { Sign } from '../../xml/firma'
import { buildSobre } from '../../xml/sobre'
import type { Eventos } from '../eventos'
import type { Folios } from '../folios'
import { discardDocumento } from './descartar'
import { type DocumentoRow, type Documentos, isDescartado } from './documento-store'
import { EMITIR, MAX_INTENTOS } from './emision'
import { type Emisores, type FirmanteListo, loadFirmante } from './emisor'
import type { Enviar } from './enviar'
import type { Envios } from './envio-store'
import { eventoDescartado, eventosDeTrabajos } from './eventos'
import { localFault } from './fallas'
import type { Firmado, Firmar } from './firmar'
import type { Guias } from './guias'
import type { Liberar } from './liberar'
import type { Programadas } from './programada-store'
import type { Referencias } from './referencias'
import { createRetener } from './retener'

/**
 * Documents of one envelope at most. The SII would take 500 boletas or 2,000 DTE, but from 20 on nothing is gained, and
 * freezing a larger file holds the event loop longer (architecture, decision 3; performance.md §2).
 */
const LOTE = 200

interface Deps {
  store: Store
  insertJob: InsertJob
  folios: Folios
  clock: Clock
  newId: NewId
  sign: Sign
  emisores: Emisores
  documentos: Documentos
  envios: Envios
  referencias: Referencias
  guias: Guias
  firmar: Firmar
  enviar: Enviar
  liberar: Liberar
  programadas: Programadas
  eventos: Pick<Eventos, 'emit'>
}

export const emitirJob = (deps: Deps) => {
  const {
    store,
    clock,
    newId,
    sign,
    emisores,
    documentos,
    envios,
    referencias,
    guias,
    firmar,
    enviar,
    eventos,
  } = deps
  const retener = createRetener(deps)
  const insertEnvio = store.client.transaction((envio: Parameters<Envios['insert']>[0], at: string) =>
    envios.insert(envio, at),
  )

  /** Ends or postpones jobs with one error each; ended ones keep their folio for a retry. */
  const settleFaults = async (
    ctx: JobContext,
    faults: readonly { row: DocumentoRow; error: JobError }[],
  ): Promise<void> => {
    if (!faults.length) return
    await ctx.settle(
      faults.map(({ row, error }): Outcome => ({ id: row.job_id, outcome: 'failed', error })),
      () => {
        for (const { row } of faults) documentos.setFolioEstado(row.id, 'retenido')
      },
    )
  }

  /** Freezes an envelope around signed documents; returns its id. */
  async function freezeEnvelope(
    sobre: Sobre,
    firmados: readonly Firmado[],
    firmante: FirmanteListo,
  ): Promise<string> {
    const { row } = firmados[0]!
    const caratula = {
      rutEmisor: row.rut_emisor,
      rutEnvia: firmante.firmante.rut,
      rutReceptor: RUT_SII,
      // The company's of today: what its documents were accepted under may have been mended since.
      resolucion:
        emisores.get(row.empresa_id, row.ambiente).resolucion ?? documentos.contenido(row).resolucion,
    }
    const at = clock()
    const signing = { llave: firmante.llave, sign, at: chileTimestamp(at), pause: nextTurn }
    const xml = await buildSobre(sobre, caratula, firmados, signing)
    const id = newId('env')
    const documentoIds = firmados.map((f) => f.row.id)
    const { rutEnvia } = caratula
    insertEnvio.immediate(
      { id, empresaId: row.empresa_id, ambiente: row.ambiente, sobre, rutEnvia, xml, documentoIds },
      at.toISOString(),
    )
    return id
  }

  /**
   * An envelope that never travelled is made anew when another person signs by now, who could not upload it, or when a
   * document of it was given up.
   */
  function dissolveStale(rows: readonly DocumentoRow[], firmante: FirmanteListo): void {
    for (const row of rows) {
      const envio = row.envio_id ? envios.get(row.envio_id) : undefined
      if (envio?.estado !== 'armado') continue
      if (envio.rut_envia === firmante.firmante.rut && !envios.hasDiscarded(envio.id)) continue
      const dissolve = store.client.transaction(() => {
        for (const other of documentos.byEnvio(envio.id).filter(isDescartado)) {
          referencias.revert(other.id)
          guias.settled(other.id)
        }
        envios.dissolve(envio.id)
      })
      dissolve.immediate()
      for (const other of rows) if (other.envio_id === envio.id) other.envio_id = null
    }
  }

  /** The envelopes of a batch: those frozen before, then new ones around what has none yet. */
  async function prepare(
    rows: readonly DocumentoRow[],
    firmante: FirmanteListo,
    ctx: JobContext,
  ): Promise<Map<string, DocumentoRow[]>> {
    dissolveStale(rows, firmante)
    const envelopes = Map.groupBy(
      rows.filter((r) => r.envio_id),
      (r) => r.envio_id!,
    )
    const { firmados, fallidos } = await firmar(
      rows.filter((r) => !r.envio_id),
      firmante,
    )
    await settleFaults(ctx, fallidos)
    const alone = firmados.filter(({ row }) => row.solo).map((f) => [f])
    const together = firmados.filter(({ row }) => !row.solo)
    for (const group of [together, ...alone]) {
      if (!group.length) continue
      const { sobre } = tipoDocumento(group[0]!.tipoDte)
      envelopes.set(
        await freezeEnvelope(sobre, group, firmante),
        group.map(({ row }) => row),
      )
    }
    return envelopes
  }

  return defineJob<object>({
    kind: EMITIR,
    maxIntentos: MAX_INTENTOS,
    porGrupo: 2,
    loteMax: () => LOTE,
    async run(jobs, ctx) {
      const byId = new Map(jobs.map((job) => [job.id, job]))
      const rows: DocumentoRow[] = []
      for (const [i, { id }] of jobs.entries()) {
        if (i % 50 === 49) await nextTurn()
        rows.push(documentos.byJob(id)!)
      }
      let firmante: FirmanteListo
      try {
        firmante = loadFirmante(emisores, jobs[0]!.empresaId, clock())
      } catch (fault) {
        const error = localFault(fault, 'firma')
        return settleFaults(
          ctx,
          rows.map((row) => ({ row, error })),
        )
      }
      const ready = await retener(rows, byId, ctx)
      const envelopes = await prepare(ready, firmante, ctx)
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
