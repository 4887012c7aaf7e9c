// Puts the parts of emission together over a store: what the routes, the job kinds and other areas share.

import type { Clock } from '../../domain/ambiente'
import type { FormatoDte } from '../../domain/dte/formato'
import { conUmbrales, type Umbral } from '../../domain/dte/umbral'
import type { NewId } from '../../domain/id'
import type { Log } from '../../domain/log'
import type { AvisarCuota } from '../../domain/plan/cuota'
import { createInsertJob } from '../../jobs/insert'
import type { JobKind } from '../../jobs/kind'
import { createRequeue } from '../../jobs/requeue'
import type { Timer } from '../../jobs/timer'
import type { Sii } from '../../sii'
import { createGroupCommit, type GroupCommit } from '../../store/group-commit'
import type { Store } from '../../store/store'
import type { Sign } from '../../xml/firma'
import type { Eventos } from '../eventos'
import type { Folios } from '../folios'
import { createAnulaciones } from './anulaciones'
import { createAnular } from './anular'
import { createCanario } from './canario'
import { createConciliar } from './conciliar'
import { createCongelar } from './congelar'
import { createCuotaEmision } from './cuota'
import { createDesenlace } from './desenlace'
import { createDevolver } from './devolver'
import { createDocumentos } from './documento-store'
import { createEmision } from './emision'
import { createEmisores } from './emisor'
import { emitirJob } from './emitir.job'
import { createEnviar } from './enviar'
import { createEnvios } from './envio-store'
import { createFacturarGuias } from './facturar'
import { createFirmar } from './firmar'
import { createGuias } from './guias'
import { createIncidentes } from './incidente'
import { createLiberar } from './liberar'
import { createLineas } from './linea'
import { lineaJob } from './linea.job'
import { createLote } from './lote'
import { createPreparar } from './preparar'
import { createProgramadas } from './programada-store'
import { createReenvios } from './reenvio-store'
import { createReferencias } from './referencias'
import { createRetenidos } from './retenidos'
import type { Seguimiento } from './seguimiento'
import { veredictoJob } from './veredicto.job'
import { createWriteVeredictos } from './veredictos'

/** What an operator may say of how documents are written. */
export interface OpcionesDte {
  /** Omitted, today's. */
  formatoDte?: FormatoDte | undefined
  /** Totals from which a boleta names its buyer, beyond those Timbre knows. */
  umbrales?: readonly Umbral[] | undefined
}

interface Deps extends OpcionesDte {
  store: Store
  clock: Clock
  newId: NewId
  sii: Sii
  sign: Sign
  folios: Folios
  eventos: Pick<Eventos, 'emit'>
  /** The runner, made after the kinds are known. */
  queue: { alive(): boolean; wake(): void }
  maxBacklog: number
  avisarCuota: AvisarCuota
  seguimiento: Seguimiento
  timer: Timer
  log: Log
  /** How accepted documents reach the disk; together unless the bench asks otherwise. */
  commits?: (client: Store['client']) => GroupCommit
  /** Of a certificate (PEM); omitted, whether the simulator's authority signed it. */
  isSimulated?: ((certificadoPem: string) => boolean) | undefined
}

export type EmisionDte = ReturnType<typeof createEmisionDte>

export function createEmisionDte(deps: Deps) {
  const { store } = deps
  const insertJob = createInsertJob(store.client, deps.clock)
  const requeue = createRequeue(store.client, deps.clock)
  const lineas = createLineas({ ...deps, insertJob })
  const commits = (deps.commits ?? createGroupCommit)(store.client)
  const documentos = createDocumentos(store)
  const envios = createEnvios(store, documentos)
  const reenvios = createReenvios(store)
  const emisores = createEmisores(store, deps.isSimulated)
  const anulaciones = createAnulaciones(store, documentos)
  const referencias = createReferencias(store, documentos, anulaciones)
  const guias = createGuias({ ...deps, documentos, anulaciones })
  const programadas = createProgramadas(store)
  const cuotaEmision = createCuotaEmision(store.client, deps.clock, deps.avisarCuota)
  const stores = { cuotaEmision, documentos, envios, reenvios, emisores, referencias, guias, programadas }
  const conciliar = createConciliar({ ...deps, emisores })
  const escritura = { formatoDte: deps.formatoDte ?? '2.5', umbrales: conUmbrales(deps.umbrales ?? []) }
  const shared = { ...deps, ...escritura, ...stores, insertJob, lineas, requeue, commits, conciliar }
  const firmar = createFirmar(shared)
  const incidentes = createIncidentes(deps)
  const desenlace = createDesenlace({ ...shared, incidentes })
  const enviar = createEnviar({ ...shared, desenlace })
  const emision = createEmision(shared)
  const liberar = createLiberar({ ...shared, emision })
  const congelar = createCongelar(shared)
  const writeVeredictos = createWriteVeredictos(shared)
  const devolver = createDevolver({ ...shared, writeVeredictos })
  const retenidos = createRetenidos({ ...shared, writeVeredictos })
  const envio = {
    ...shared,
    canario: createCanario(shared),
    congelar,
    firmar,
    desenlace,
    enviar,
    writeVeredictos,
  }
  const kinds = [
    emitirJob({ ...envio, liberar }),
    lineaJob({ ...envio, preparar: createPreparar(envio) }),
    veredictoJob({ ...envio, devolver, incidentes }),
  ] as JobKind[]
  const emitirLote = createLote({ ...shared, emision })
  const facturarGuias = createFacturarGuias({ ...shared, emision })
  const anular = createAnular({ ...shared, emision, anulaciones })
  return {
    emision,
    conciliar,
    emitirLote,
    facturarGuias,
    anular,
    writeVeredictos,
    retenidos,
    lineas,
    ...stores,
    kinds,
  }
}
