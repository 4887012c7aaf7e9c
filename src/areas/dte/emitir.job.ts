// Signs the waiting documents of one company and one kind of envelope, and sends them together (architecture, decision 3).

import type { Clock } from '../../domain/ambiente'
import { type Sobre, tipoDocumento } from '../../domain/dte/tipos'
import { AppError } from '../../domain/errors'
import { chileTimestamp } from '../../domain/fecha'
import type { NewId } from '../../domain/id'
import { RUT_SII } from '../../domain/rut'
import { defineJob, type Job, type JobContext, type JobError, type Outcome } from '../../jobs/kind'
import type { Store } from '../../store/store'
import type { Sign } from '../../xml/firma'
import { buildSobre } from '../../xml/sobre'
import type { Folios } from '../folios'
import { discardDocumento } from './descartar'
import type { DocumentoRow, Documentos } from './documento-store'
import { EMITIR, MAX_INTENTOS } from './emision'
import type { Emisores, FirmanteListo } from './emisor'
import type { Enviar } from './enviar'
import type { Envios } from './envio-store'
import { jobError, localFault } from './fallas'
import type { Firmado, Firmar } from './firmar'
import type { Referencias } from './referencias'

/**
 * Documents of one envelope at most: the boleta service's limit, kept for both kinds. The SII would take 2,000 DTE, but
 * beyond a few dozen nothing is gained, and freezing a larger file holds the event loop (architecture, decision 3).
 */
const LOTE = 500

/** How long a note waits before it looks again whether what it refers to was accepted. */
const WAIT_MS = { simulacion: 1000, certificacion: 30_000, produccion: 30_000 }

interface Deps {
  store: Store
  folios: Folios
  clock: Clock
  newId: NewId
  sign: Sign
  emisores: Emisores
  documentos: Documentos
  envios: Envios
  referencias: Referencias
  firmar: Firmar
  enviar: Enviar
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export const emitirJob = (deps: Deps) => {
  const { store, clock, newId, sign, emisores, documentos, envios, referencias, firmar, enviar } = deps
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

  /** A note travels once what it refers to was accepted: before that the SII rejects it (REF-3-750, protocol-core §4.5). */
  async function holdNotes(
    rows: readonly DocumentoRow[],
    jobs: ReadonlyMap<string, Job>,
    ctx: JobContext,
  ): Promise<DocumentoRow[]> {
    const ready: DocumentoRow[] = []
    for (const row of rows) {
      const pending = tipoDocumento(row.tipo_dte).nota ? referencias.pendingReferidos(row.id) : []
      const rejected = pending.find(({ estado_sii }) => estado_sii === 'rechazado')
      const id = row.job_id
      if (rejected) {
        const what = `El documento tipo ${rejected.tipo_dte} folio ${rejected.folio} al que se refiere fue rechazado por el SII`
        const accion = 'Descarte el trabajo; no hay documento que modificar'
        await settleFaults(ctx, [{ row, error: jobError('INVALID_STATE', what, 'construccion', { accion }) }])
      } else if (!pending.length) ready.push(row)
      else if (clock().getTime() - jobs.get(id)!.queuedAt.getTime() > 86_400_000) {
        const error = jobError(
          'INVALID_STATE',
          'El documento referido sigue sin veredicto del SII',
          'construccion',
          { reintentable: true },
        )
        await ctx.settle([{ id, outcome: 'retry', error }], () =>
          documentos.setFolioEstado(row.id, 'retenido'),
        )
      } else {
        const runAt = new Date(clock().getTime() + WAIT_MS[row.ambiente])
        await ctx.settle([{ id, outcome: 'snooze', runAt }])
      }
    }
    return ready
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
    insertEnvio.immediate(
      { id, empresaId: row.empresa_id, ambiente: row.ambiente, sobre, xml, documentoIds },
      at.toISOString(),
    )
    return id
  }

  /** An envelope that never travelled and was signed by a certificate since replaced would be refused: it is made anew. */
  function dissolveStale(rows: readonly DocumentoRow[], firmante: FirmanteListo): void {
    for (const row of rows) {
      const envio = row.envio_id ? envios.get(row.envio_id) : undefined
      if (envio?.estado !== 'armado' || envio.created_at >= firmante.cargadoAt) continue
      store.client.transaction(() => envios.dissolve(envio.id)).immediate()
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

  function loadFirmante(empresaId: string): FirmanteListo {
    const firmante = emisores.firmante(empresaId)
    if (firmante.validoHasta <= clock().toISOString()) {
      throw new AppError(
        'CERTIFICATE_EXPIRED',
        `El certificado digital venció el ${firmante.validoHasta.slice(0, 10)}`,
      )
    }
    return firmante
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
        firmante = loadFirmante(jobs[0]!.empresaId)
      } catch (fault) {
        const error = localFault(fault, 'firma')
        return settleFaults(
          ctx,
          rows.map((row) => ({ row, error })),
        )
      }
      const ready = await holdNotes(rows, byId, ctx)
      const envelopes = await prepare(ready, firmante, ctx)
      await ctx.turn()
      for (const [envioId, documents] of envelopes) {
        // The one before could not get through: this one waits behind it, its attempt unspent.
        const runAt = ctx.heldUntil()
        if (runAt) await ctx.settle(documents.map(({ job_id: id }) => ({ id, outcome: 'snooze', runAt })))
        else await enviar(ctx, envioId, documents, firmante)
      }
    },
    buried: (job) => documentos.setFolioEstado(documentos.byJob(job.id)!.id, 'retenido'),
    retried: (job) => documentos.setFolioEstado(documentos.byJob(job.id)!.id, 'tomado'),
    discarded: (job, now, { liberarFolio }) => discardDocumento(deps, job.id, now, liberarFolio === true),
  })
}
