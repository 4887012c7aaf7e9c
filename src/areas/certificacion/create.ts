// Puts the certification of companies together.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { AppError } from '../../domain/errors'
import type { Titular } from '../../domain/titular'
import type { Audit } from '../../http/audit'
import type { JobKind } from '../../jobs/kind'
import type { Sii } from '../../sii'
import type { Store } from '../../store/store'
import type { Sign } from '../../xml/firma'
import type { EmisionDte, Emisores, Impresores } from '../dte'
import type { Eventos } from '../eventos'
import type { Folios } from '../folios'
import { createAvance } from './avance'
import { createAvisos } from './avisos'
import { createCaminos, type SetDelCamino } from './camino'
import { createCertificaciones } from './certificaciones'
import { createComputeLibro } from './compute-libro'
import { createEvidencia } from './evidencia'
import { createIntercambio, type ReadRecibido } from './intercambio'
import { createLecturas } from './lectura'
import { sendLibroJob } from './libro.job'
import { createMuestras } from './muestras'
import { createPlazos } from './notify-plazos'
import { createOyente } from './oyente'
import { createRevision } from './revision'
import { createRunLibro } from './run-libro'
import { createRunSet } from './run-set'
import { createSimulacion } from './simulacion'
import { createTakeSet } from './take-set'
import { createTakeSetmail } from './take-setmail'

export interface CreateDeps extends Impresores {
  store: Store
  clock: Clock
  newId: NewId
  audit: Audit
  emisores: Emisores
  folios: Pick<Folios, 'disponibles'>
  eventos: Pick<Eventos, 'emit'>
  sii: Sii
  sign: Sign
  dte: Pick<EmisionDte, 'issueSet' | 'envioOfSet'>
  readRecibido: ReadRecibido
  /** Seconds by which the clock of the server differs from the SII's; null where nobody knows. */
  desfaseReloj: () => number | null
}

export type CertificacionServices = ReturnType<typeof createCertificacion>

export function createCertificacion(deps: CreateDeps) {
  const certificaciones = createCertificaciones(deps.store)
  const lecturas = createLecturas({ ...deps, certificaciones })
  const caminos = createCaminos({ ...deps, ...deps.dte, certificaciones, lecturas })
  const avisos = createAvisos({ ...deps, certificaciones })
  const computeLibro = createComputeLibro({ ...deps, certificaciones, lecturas })
  const avance = createAvance({ ...deps, certificaciones, avisos })
  /** A set of the last round. Throws NOT_FOUND. */
  function setOf(titular: Titular, { id, clase }: { id: string; clase: string }): SetDelCamino {
    const { sets } = caminos.of(certificaciones.get(titular, id))
    const found = sets.find(({ row }) => row.clase === clase)
    if (!found) throw new AppError('NOT_FOUND', `La certificación no tiene un set ${clase}`)
    return found
  }
  return {
    certificaciones,
    avance,
    setOf,
    simulacion: createSimulacion({ ...deps, certificaciones }),
    takeSetmail: createTakeSetmail({ ...deps, certificaciones, avance, setOf }),
    notifyPlazos: createPlazos({ ...deps, certificaciones, avisos }),
    runLibro: createRunLibro({ ...deps, certificaciones }),
    kinds: [sendLibroJob({ ...deps, certificaciones, avisos, computeLibro })] as JobKind[],
    runSet: createRunSet({ ...deps, ...deps.dte, certificaciones }),
    oyente: createOyente({ ...deps, ...deps.dte, certificaciones, avisos }),
    caminos,
    lecturas,
    newId: deps.newId,
    takeSet: createTakeSet({ ...deps, certificaciones }),
    answerIntercambio: createIntercambio({ ...deps, certificaciones }),
    printMuestras: createMuestras({ ...deps, certificaciones }),
    review: createRevision({ ...deps, caminos }),
    evidencia: createEvidencia({ ...deps, ...deps.dte, certificaciones, caminos }),
  }
}
