// Brings one copy to the mail server. Nothing here touches the document's emission; a copy that fails is told in its history.

import type { Log } from '../../base/log'
import { AppError, type ErrorCode } from '../../domain/errors'
import { defineJob, type Job, type JobContext, type JobError, jobError } from '../../jobs/kind'
import { type CorreoDe, CorreoFault } from '../../mail/correo'
import { CLOCK_LOOK_MS, type Documentos } from '../dte'
import { COPIA, type Copias } from './copias'
import type { BuildMensaje } from './mensaje'

interface Deps {
  copias: Copias
  documentos: Documentos
  buildMensaje: BuildMensaje
  correoDe: CorreoDe
  log: Log
}

const faultOf = (code: ErrorCode, error: string, reintentable: boolean): JobError =>
  jobError(code, error, 'envio', {
    reintentable,
    accion: reintentable ? null : 'Corrija la causa y envíe la copia de nuevo',
  })

const SIN_CORREO = new CorreoFault('Este servidor no envía correo: pídalo a quien lo administra', {
  permanente: false,
  enlace: true,
})

export const copiaJob = ({ copias, documentos, buildMensaje, correoDe, log }: Deps) => {
  async function deliver(job: Job, ctx: JobContext): Promise<void> {
    const copia = copias.byJob(job.id)
    const row = documentos.byId(copia.documentoId)!
    if (row.estado_sii === 'rechazado') throw new AppError('INVALID_STATE', 'el SII rechazó el documento')
    // A company that switches copies off wants no more of them, waiting ones included.
    if (copia.origen === 'automatica' && copias.envioOf(row) === 'no')
      throw new AppError('INVALID_STATE', 'la empresa ya no envía copias')
    const correo = correoDe({ empresaId: row.empresa_id, ambiente: row.ambiente }, copia.destinatario)
    if (!correo) throw SIN_CORREO
    await correo.send(await buildMensaje(row, copia), ctx.signal)
    await ctx.settle([{ id: job.id, outcome: 'completed' }], () => copias.sent(copia))
  }

  async function settleFault(job: Job, ctx: JobContext, fault: unknown): Promise<void> {
    const copia = copias.byJob(job.id)
    const { id } = job
    if (fault instanceof CorreoFault) {
      // The history says what a person can use; the socket's own words are for whoever runs the server.
      const cause = (fault.cause as Error | undefined)?.message
      log.warn('copia.falla', { job_id: id, copia_id: copia.id, message: fault.message, cause })
    }
    if (fault instanceof CorreoFault && !fault.permanente) {
      const error = faultOf('MAIL_ERROR', fault.message, true)
      await ctx.settle([{ id, outcome: 'retry', error }], ([settled]) => {
        if (job.fallas === 0 && settled!.estado === 'pending') copias.waits(copia, fault.message)
      })
    } else if (fault instanceof AppError && fault.code === 'CERTIFICATE_INVALID') {
      // The clock was put back to before the certificate's first day: it is mended without this job.
      const runAt = new Date(ctx.now().getTime() + CLOCK_LOOK_MS)
      const error = faultOf(fault.code, fault.message, true)
      await ctx.settle([{ id, outcome: 'snooze', error, runAt }])
    } else if (fault instanceof CorreoFault || fault instanceof AppError) {
      const code = fault instanceof AppError ? fault.code : 'MAIL_ERROR'
      await ctx.settle([{ id, outcome: 'failed', error: faultOf(code, fault.message, false) }], () =>
        copias.fail(copia, fault.message),
      )
    } else throw fault
  }

  return defineJob<object>({
    kind: COPIA,
    hurriesAtStart: true,
    porGrupo: 2,
    concurrencia: 4,
    async run([job], ctx) {
      try {
        await deliver(job!, ctx)
      } catch (fault) {
        await settleFault(job!, ctx, fault)
      }
    },
    exhausted: (job) => copias.buried(job.id),
    retried: (job) => copias.reopen(job.id),
  })
}
