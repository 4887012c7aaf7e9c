// The release of a scheduled emission: its request is read anew, as of that moment, and takes its folio, not before
// (contract §7).

import { AppError } from '../../domain/errors'
import type { Job, JobError } from '../../jobs/kind'
import type { Store } from '../../store/store'
import type { Emision } from './emision'
import { jobError } from './fallas'
import type { Programadas } from './programada-store'
import { checkEmpresa } from './requisitos'

const accionDe = ({ code }: AppError): string => {
  if (code === 'NO_FOLIOS') return 'Cargue o pida folios y reintente el trabajo'
  if (code.startsWith('CERTIFICATE')) return 'Cargue un certificado vigente y reintente el trabajo'
  return 'Corrija la causa y reintente el trabajo; si está en la solicitud, descártelo y emita de nuevo'
}

/** All that was wrong, in one text: a job's error has no list of faults. */
function toJobError(fault: AppError): JobError {
  const mensajes = (fault.detalles ?? []).flatMap((d) => (d as { mensaje?: string }).mensaje ?? [])
  const error = mensajes.length > 1 ? mensajes.join('; ') : fault.message
  return jobError(fault.code, error, 'construccion', { accion: accionDe(fault) })
}

interface Deps {
  store: Store
  emision: Emision
  programadas: Programadas
}

export type Liberar = ReturnType<typeof createLiberar>

/** The release of scheduled emissions. Both functions run inside the transaction that moves the job. */
export function createLiberar({ store, emision, programadas }: Deps) {
  /** Reads the request anew, as of `now`, and takes its folio; throws what emission throws. */
  function take(job: Job, now: Date): void {
    const { empresaId, ambiente } = job
    const revisado = emision.reread(programadas.cuerpo(job.id), { empresaId, ambiente })
    checkEmpresa(revisado, now)
    emision.take(revisado, job.id, now)
    programadas.remove(job.id)
  }
  // A savepoint: what a broken rule interrupts is undone, while the job that ends `failed` for it is kept.
  const takeWhole = store.client.transaction(take)
  return {
    take,
    /** The error of a job that cannot be released: nothing of it is kept, no folio has moved. */
    release(job: Job, now: Date): JobError | undefined {
      try {
        takeWhole(job, now)
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault
        return toJobError(fault)
      }
      return undefined
    },
  }
}
