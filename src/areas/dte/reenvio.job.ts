// Brings documents to the SII anew after it refused their file as a whole: the same signed bytes in another envelope. Their
// own jobs ended with the first Track ID (contract §7), so this one carries them, through retries and restarts alike.

import type { Clock } from '../../domain/ambiente'
import { tipoDocumento } from '../../domain/dte/tipos'
import { AppError } from '../../domain/errors'
import { defineJob, type JobContext, type JobError } from '../../jobs/kind'
import type { Eventos } from '../eventos'
import type { Congelar } from './congelar'
import type { DocumentoRow, Documentos } from './documento-store'
import { type Emisores, type FirmanteListo, loadFirmante } from './emisor'
import type { Enviar } from './enviar'
import type { EnvioRow, Envios } from './envio-store'
import { eventosFallidos } from './eventos'
import { localFault, localOutcome } from './fallas'
import type { Firmar } from './firmar'
import { isRechazoTotal, REENVIO, type Repartir, retenidoError } from './rechazo'
import type { WriteVeredictos } from './veredictos'

interface Deps {
  clock: Clock
  emisores: Emisores
  documentos: Documentos
  envios: Envios
  congelar: Congelar
  firmar: Firmar
  enviar: Enviar
  repartir: Repartir
  writeVeredictos: WriteVeredictos
  eventos: Pick<Eventos, 'emit'>
}

/** The refused envelope that a document still belongs to; undefined once another was frozen around it. */
const refusedOf = (envios: Envios, { envio_id }: DocumentoRow): EnvioRow | undefined => {
  const envio = envio_id ? envios.get(envio_id) : undefined
  return envio?.estado === 'recibido' && isRechazoTotal(envio.estado_sii) ? envio : undefined
}

/**
 * Gives up a document that waits for a person: the refusal of its file is its verdict. Throws INVALID_STATE when another
 * envelope with it may have reached the SII since. In the transaction of whoever discards it.
 */
export function desistir(
  { documentos, writeVeredictos }: Pick<Deps, 'documentos' | 'writeVeredictos'>,
  row: DocumentoRow,
): void {
  if (row.visto)
    throw new AppError('INVALID_STATE', 'El SII puede tener el documento en un envío posterior; reintente')
  documentos.setReenvio(row.id, null)
  const { codigo_sii: codigo, glosa_sii: glosa } = row
  writeVeredictos([[row, { estado: 'rechazado', codigo, glosa }]], true)
}

export const reenvioJob = (deps: Deps) => {
  const { clock, emisores, documentos, envios, congelar, firmar, enviar, repartir, eventos } = deps

  const setFolios = (rows: readonly DocumentoRow[], estado: 'tomado' | 'retenido'): void => {
    for (const { id } of rows) documentos.setFolioEstado(id, estado)
  }

  const stop = (ctx: JobContext, id: string, rows: readonly DocumentoRow[], error: JobError) =>
    ctx.settle(
      [localOutcome(id, error, clock())],
      error.reintentable ? undefined : () => setFolios(rows, 'retenido'),
    )

  /** The envelope that carries the documents from now on, frozen; what is wrong when one of them cannot go into it. */
  async function envelopeOf(
    jobId: string,
    rows: readonly DocumentoRow[],
    firmante: FirmanteListo,
    { signal }: JobContext,
  ): Promise<string | JobError> {
    congelar.dissolveStale(rows, firmante)
    const refused = refusedOf(envios, rows[0]!)
    const current = rows[0]!.envio_id
    if (current && !refused) return current
    const { firmados, fallidos } = await firmar(rows, firmante, signal)
    if (fallidos[0]) return fallidos[0].error
    return congelar.freeze(firmados, firmante, () => refused && envios.detach(refused.id, jobId))
  }

  return defineJob<object>({
    kind: REENVIO,
    hurriesAtStart: true,
    loteMax: () => 1,
    async run([job], ctx) {
      const { id, empresaId } = job!
      const rows = documentos.byReenvio(id)
      const first = rows[0]
      if (!first) return void (await ctx.settle([{ id, outcome: 'completed' }]))
      const refused = refusedOf(envios, first)
      // A retry takes them out of this state; what has to be mended before stands in the error.
      if (refused && first.folio_estado === 'retenido')
        return void (await stop(ctx, id, rows, retenidoError(refused.estado_sii, refused.glosa_sii)))
      // Refused again at the door, which says at once which one is bad when each comes alone.
      if (rows.length > 1 && first.solo) {
        const envio = {
          empresa_id: empresaId,
          ambiente: job!.ambiente,
          sobre: tipoDocumento(first.tipo_dte).sobre,
        }
        const ids = rows.map((row) => row.id)
        return void (await ctx.settle([{ id, outcome: 'completed' }], () => repartir(envio, ids, 1)))
      }
      let firmante: FirmanteListo
      let envio: string | JobError
      try {
        firmante = loadFirmante(emisores, empresaId, job!.ambiente, clock())
        envio = await envelopeOf(id, rows, firmante, ctx)
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault
        return void (await stop(ctx, id, rows, localFault(fault, 'firma')))
      }
      const corrida = { ctx, line: job!, jobs: new Map([[id, job!]]), fallas: job!.fallas, until: null }
      if (typeof envio === 'string') await enviar(corrida, envio, rows, firmante)
      else await stop(ctx, id, rows, envio)
    },
    buried: (job) => setFolios(documentos.byReenvio(job.id), 'retenido'),
    retried: (job) => setFolios(documentos.byReenvio(job.id), 'tomado'),
    ended([ended]) {
      const { job, error } = ended!
      if (error) eventos.emit(job, eventosFallidos(deps, documentos.byReenvio(job.id), error))
    },
    discarded(job) {
      for (const row of documentos.byReenvio(job.id)) desistir(deps, row)
    },
  })
}
