// A firm's board: what needs a person today across all companies of an account (areas/firma §1).

import type { NewId } from '../../base/id'
import type { Log } from '../../base/log'
import type { Metrics } from '../../base/metrics'
import type { Calendario } from '../../domain/feriados'
import { addRoutes } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import type { SendMail } from '../auth'
import type { Programacion, Tarea } from '../programacion'
import { createAviso } from './aviso'
import { avisoRoutes } from './aviso.route'
import { calendarioRoutes } from './calendario.route'
import { carteraRoutes } from './cartera.route'
import { estadoFirmaRoute } from './estado.route'
import { createKeep } from './keep'
import { createOperaciones } from './operaciones'
import { operacionesRoutes } from './operaciones.route'
import { createReadFacetas, type ReadDeps } from './read-facetas'
import { createTablero } from './tablero'
import { createVencimientos } from './vencimientos'

type Deps = ReadDeps &
  Pick<AreaDeps, 'store' | 'clock' | 'credential' | 'audit' | 'random'> & {
    publicUrl: string | null
    sendMail: SendMail | null
    calendario: Calendario
    newId: NewId
    queue: { wake(): void }
    tareas: readonly Tarea[]
    programacion: Programacion
    log: Log
    metrics: Metrics
    milliseconds?: () => number
  }

/** Days. */
const OPERACIONES_DIAS = 90

export function bindFirma(deps: Deps) {
  const keep = createKeep({ ...deps, read: createReadFacetas(deps) })
  const boards = { tablero: createTablero(deps), vencimientos: createVencimientos(deps) }
  const aviso = createAviso({ ...deps, ...boards })
  const operaciones = createOperaciones(deps)
  const found = () => [{ value: keep.desvios() }]
  deps.metrics.gauge(
    'timbre_firma_desvios',
    'Rows of boards that were found wrong at night.',
    found,
    'counter',
  )
  return {
    keep,
    crons: [
      { name: 'firma', pattern: '*/3 * * * * *', run: keep.look },
      { name: 'firma.todo', pattern: '27 4 * * *', run: keep.checkAll },
      { name: 'firma.aviso', pattern: '* * * * *', run: aviso.look },
      { name: 'firma.operaciones', pattern: '*/2 * * * * *', run: operaciones.look },
    ],
    aviso,
    operaciones,
    trims: [{ name: 'firma_operacion', days: OPERACIONES_DIAS, forget: operaciones.forget }],
    routes: () =>
      addRoutes({ ...deps, ...boards, aviso, operaciones }, [
        estadoFirmaRoute,
        carteraRoutes,
        calendarioRoutes,
        avisoRoutes,
        operacionesRoutes,
      ]),
  }
}
