// The release of a scheduled emission: its request is read anew, as of that moment, and takes its folio, not before
// (http §7).

import { AppError } from '../../../domain/errors'
import { type Job, type JobError, jobError } from '../../../jobs/kind'
import type { Store } from '../../../store/store'
import { FolioPorConciliar, type Folios } from '../../folios'
import type { Programadas } from '../documento/programada-store'
import { CLOCK_LOOK_MS } from '../envio/job-errors'
import { checkEmpresa } from './check-empresa'
import type { Emision } from './emision'
import type { Reconciliation } from './reconciliation'

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

/** Its hour passed after the copy was made that this database is: it may have been issued then. */
const PASADA = jobError(
  'INVALID_STATE',
  'Su hora pasó mientras esta base no estaba en servicio: es una copia anterior, y el documento puede haberse emitido ya',
  'construccion',
  {
    accion:
      'Compruebe en el SII o con el cliente si se emitió: si se emitió, descarte el trabajo; si no, reintente y toma su folio ahora',
  },
)

interface Deps {
  store: Store
  folios: Pick<Folios, 'porConciliar'>
  reconciliation: Reconciliation
  emision: Emision
  programadas: Programadas
}

export type ScheduledRelease = ReturnType<typeof createScheduledRelease>

/** The release of scheduled emissions. Both functions run inside the transaction that moves the job. */
export function createScheduledRelease({ store, folios, reconciliation, emision, programadas }: Deps) {
  /** Reads the request anew, as of `now`, and takes its folio; throws what emission throws. */
  function accept(job: Job, now: Date): void {
    const { empresaId, ambiente } = job
    const reviewed = emision.reread(programadas.cuerpo(job.id), { empresaId, ambiente })
    checkEmpresa(reviewed, now)
    emision.acceptReviewed(reviewed, job.id, now)
    programadas.remove(job.id)
  }
  // A savepoint: what a broken rule interrupts is undone, while the job that ends `failed` for it is kept.
  const takeWhole = store.client.transaction(accept)
  return {
    accept,
    /**
     * The error of a job that cannot be released, or when to try again because the SII must be asked first: nothing of it is
     * kept, no folio has moved.
     */
    release(job: Job, now: Date, due: Date): JobError | Date | undefined {
      const restaurada = folios.porConciliar.restauradaAt()
      if (restaurada && due <= restaurada) return PASADA
      try {
        takeWhole(job, now)
      } catch (fault) {
        if (fault instanceof FolioPorConciliar) {
          // Its log tells how that goes.
          reconciliation.reconcile(fault.titular, fault.tipoDte).catch(() => {})
          return new Date(now.getTime() + CLOCK_LOOK_MS)
        }
        if (!(fault instanceof AppError)) throw fault
        return toJobError(fault)
      }
      return undefined
    },
  }
}
