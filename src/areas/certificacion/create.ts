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
import type { Rcof } from '../rcof'
import type { RespaldoProgramado } from '../respaldo'
import type { Trabajos } from '../trabajos'
import { createAskFolios, createFoliosDue } from './ask-folios'
import { createAvance } from './avance'
import { createAvisos } from './avisos'
import { createCaminos, type SetDelCamino } from './camino'
import { createCertificaciones } from './certificaciones'
import { createComputeLibro } from './compute-libro'
import { createEvidencia } from './evidencia'
import { createIntercambio, type ReadRecibido } from './intercambio'
import { createJuicios } from './juicio'
import { createLecturas } from './lectura'
import { sendLibroJob } from './libro.job'
import { createMuestras } from './muestras'
import { createPlazos } from './notify-plazos'
import { createOyente } from './oyente'
import { createPapeles } from './papeles'
import { createReadRcof } from './read-rcof'
import { createRevision } from './revision'
import { createRunLibro } from './run-libro'
import { createRunSet } from './run-set'
import { createSimulacion } from './simulacion'
import { createTakeBack } from './take-back'
import { createTakeSet } from './take-set'
import { createTakeSetmail } from './take-setmail'

export interface CreateDeps extends Impresores {
  store: Store
  clock: Clock
  newId: NewId
  audit: Audit
  emisores: Emisores
  folios: Pick<Folios, 'disponibles' | 'encargo'>
  rcof: Pick<Rcof, 'rcofs'>
  trabajos: Pick<Trabajos, 'enqueue'>
  eventos: Pick<Eventos, 'emit'>
  sii: Sii
  sign: Sign
  dte: Pick<EmisionDte, 'issueSet' | 'judgeSet' | 'envioOfSet'>
  readRecibido: ReadRecibido
  /** The copies that the server makes of itself; null where it makes none. */
  respaldo: RespaldoProgramado | null
  /** Seconds by which the clock of the server differs from the SII's; null where nobody knows. */
  desfaseReloj: () => number | null
}

export type CertificacionServices = ReturnType<typeof createCertificacion>

export function createCertificacion(deps: CreateDeps) {
  const certificaciones = createCertificaciones(deps.store)
  const lecturas = createLecturas({ ...deps, certificaciones })
  const juicios = createJuicios({ ...deps, ...deps.dte })
  const readRcof = createReadRcof(deps)
  const caminos = createCaminos({ ...deps, ...deps.dte, certificaciones, lecturas, juicios, readRcof })
  const simulacion = createSimulacion({ ...deps, certificaciones })
  const foliosDue = createFoliosDue({ ...deps, certificaciones, lecturas, simulacion })
  const avisos = createAvisos({ ...deps, certificaciones })
  const computeLibro = createComputeLibro({ ...deps, certificaciones, lecturas })
  const avance = createAvance({ ...deps, certificaciones, avisos })
  const muestras = createMuestras({ ...deps, certificaciones })
  const printPapel = createPapeles({ ...deps, certificaciones })
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
    takeBack: createTakeBack({ ...deps, certificaciones, avisos }),
    setOf,
    simulacion,
    foliosDue,
    askFolios: createAskFolios({ ...deps, foliosDue }),
    takeSetmail: createTakeSetmail({ ...deps, certificaciones, avance, setOf }),
    notifyPlazos: createPlazos({ ...deps, certificaciones, avisos }),
    runLibro: createRunLibro({ ...deps, certificaciones }),
    kinds: [sendLibroJob({ ...deps, certificaciones, avisos, computeLibro })] as JobKind[],
    runSet: createRunSet({ ...deps, ...deps.dte, certificaciones }),
    oyente: createOyente({ ...deps, ...deps.dte, certificaciones, avisos }),
    readRcof,
    caminos,
    lecturas,
    newId: deps.newId,
    takeSet: createTakeSet({ ...deps, certificaciones }),
    answerIntercambio: createIntercambio({ ...deps, certificaciones }),
    muestras,
    printPapel,
    review: createRevision({ ...deps, caminos, foliosDue }),
    evidencia: createEvidencia({ ...deps, ...deps.dte, certificaciones, caminos, muestras, printPapel }),
  }
}
