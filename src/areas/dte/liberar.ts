// The release of a scheduled emission: its request is read anew, as of that moment, and takes its folio, not before
// (contract §7).

import { AppError } from '../../domain/errors'
import type { Job, JobError } from '../../jobs/kind'
import type { Store } from '../../store/store'
import { FolioPorConciliar, type Folios } from '../folios'
import type { Conciliar } from './conciliar'
import type { Emision } from './emision'
import { jobError, RELOJ_MS } from './fallas'
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
  conciliar: Conciliar
  emision: Emision
  programadas: Programadas
}

export type Liberar = ReturnType<typeof createLiberar>

/** The release of scheduled emissions. Both functions run inside the transaction that moves the job. */
export function createLiberar({ store, folios, conciliar, emision, programadas }: Deps) {
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
          conciliar.conciliar(fault.titular, fault.tipoDte).catch(() => {})
          return new Date(now.getTime() + RELOJ_MS)
        }
        if (!(fault instanceof AppError)) throw fault
        return toJobError(fault)
      }
      return undefined
    },
  }
}
