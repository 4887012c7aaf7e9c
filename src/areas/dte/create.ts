// Puts the parts of emission together over a store: what the routes, the job kinds and other areas share.

import type { KeyObject } from 'node:crypto'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Log } from '../../base/log'
import type { Metrics } from '../../base/metrics'
import type { Timer } from '../../base/timer'
import type { FormatoDte } from '../../domain/dte/formato'
import { conUmbrales, type Umbral } from '../../domain/dte/umbral'
import type { NotifyCuota } from '../../domain/plan/cuota'
import type { Idempotency } from '../../http/idempotency'
import { createHasten } from '../../jobs/hasten'
import { createInsertJob } from '../../jobs/insert'
import type { JobKind } from '../../jobs/kind'
import { createRequeue } from '../../jobs/requeue'
import type { Sii } from '../../sii'
import { createGroupCommit, type GroupCommit } from '../../store/group-commit'
import type { Store } from '../../store/store'
import type { Sign } from '../../xml/firma'
import type { Eventos } from '../eventos'
import type { Folios } from '../folios'
import type { TiposCambio } from '../tipos-cambio'
import { createAcceptOnce } from './aceptar/accept-once'
import { createAcceptUnasked } from './aceptar/accept-unasked'
import { createCommit } from './aceptar/commit'
import { createCuotaEmision } from './aceptar/cuota'
import { createEmision } from './aceptar/emision'
import { createIssueSet } from './aceptar/issue-set'
import { createEmitirLote } from './aceptar/lote'
import { createReconciliation } from './aceptar/reconciliation'
import { createScheduledRelease } from './aceptar/scheduled-release'
import { createDocumentos } from './documento/documento-store'
import { createEmisores } from './documento/emisor'
import { createProgramadas } from './documento/programada-store'
import { createLatency } from './enviar/latency'
import { lineaJob } from './enviar/linea.job'
import { createPreparation } from './enviar/preparation'
import { createSealing } from './enviar/sealing'
import { createSettling } from './enviar/settling'
import { createSignDocumentos } from './enviar/sign-documentos'
import { createUpload } from './enviar/upload'
import { createEnvios } from './envio/envio-store'
import { createIncidentes } from './envio/incidente'
import { createLineas } from './envio/linea'
import { createReenvios } from './envio/reenvio-store'
import { createSets } from './envio/set-store'
import { createFacturarGuias } from './guias/facturar'
import { createAnular } from './notas/anular'
import { createAnulaciones } from './referencias/anulaciones'
import { createEnlace } from './referencias/enlace'
import { createGuias } from './referencias/guias'
import { createReemplazos } from './referencias/reemplazos'
import { createReferencias } from './referencias/referencias'
import { createEnvioOfSet } from './seguir/envio-of-set'
import { createFollowAgain } from './seguir/follow-again'
import { createHurryVeredicto } from './seguir/hurry'
import { createListeners } from './seguir/listeners'
import { createExplainLook } from './seguir/look-fault'
import { createTakeBack } from './seguir/take-back'
import { veredictoJob } from './seguir/veredicto.job'
import { createWriteVeredictos } from './seguir/veredictos'
import { emitirJob } from './trabajo/emitir.job'
import { createExplainWait } from './trabajo/explain-wait'
import { createRefusedFiles } from './trabajo/refused-files'

/** An operator's options for the writing of documents. */
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
  tipos: Pick<TiposCambio, 'find' | 'lastBefore'>
  eventos: Pick<Eventos, 'emit'>
  idempotency: Idempotency
  queue: { alive(): boolean; wake(): void }
  maxBacklog: number
  notifyCuota: NotifyCuota
  timer: Timer
  log: Log
  metrics: Metrics
  /** How accepted documents reach the disk; together unless the bench asks otherwise. */
  commits?: (client: Store['client']) => GroupCommit
  /**
   * Tells whether a certificate (PEM) is simulated; omitted, whether the simulator's authority signed it.
   */
  isSimulated?: ((certificadoPem: string) => boolean) | undefined
  /** Told of a key that no company has any more; omitted, nobody is. */
  forgetLlave?: ((llave: KeyObject) => void) | undefined
}

export type EmisionDte = ReturnType<typeof createEmisionDte>

export function createEmisionDte(deps: Deps) {
  const { store } = deps
  const listeners = createListeners()
  listeners.add({ received: createLatency(deps.metrics, store, deps.clock) })
  const insertJob = createInsertJob(store.client, deps.clock)
  const requeue = createRequeue(store.client, deps.clock)
  const hasten = createHasten(store.client)
  const lineas = createLineas({ ...deps, insertJob })
  const commits = (deps.commits ?? createGroupCommit)(store.client)
  const documentos = createDocumentos(store)
  const envios = createEnvios(store, documentos)
  const reenvios = createReenvios(store)
  const sets = createSets(store)
  const emisores = createEmisores(store, deps)
  const anulaciones = createAnulaciones(store, documentos)
  const referencias = createReferencias(store, documentos, anulaciones)
  const guias = createGuias({ ...deps, documentos, anulaciones })
  const programadas = createProgramadas(store)
  const reemplazos = createReemplazos(store, documentos, programadas)
  const cuotaEmision = createCuotaEmision(store.client, deps.clock, deps.notifyCuota)
  const stores = {
    cuotaEmision,
    documentos,
    envios,
    reenvios,
    sets,
    emisores,
    referencias,
    guias,
    reemplazos,
    programadas,
  }
  const reconciliation = createReconciliation({ ...deps, emisores })
  const escritura = { formatoDte: deps.formatoDte ?? '2.5', umbrales: conUmbrales(deps.umbrales ?? []) }
  const shared = {
    ...deps,
    listeners,
    ...escritura,
    ...stores,
    insertJob,
    lineas,
    requeue,
    hasten,
    reconciliation,
    commit: createCommit({ ...deps, commits, reconciliation }),
  }
  const signDocumentos = createSignDocumentos(shared)
  const incidentes = createIncidentes(deps)
  const settling = createSettling({ ...shared, incidentes })
  const upload = createUpload({ ...shared, settling })
  const emision = createEmision(shared)
  const scheduledRelease = createScheduledRelease({ ...shared, emision })
  const sealing = createSealing(shared)
  const writeVeredictos = createWriteVeredictos(shared)
  const takeBack = createTakeBack({ ...shared, writeVeredictos })
  const refusedFiles = createRefusedFiles({ ...shared, writeVeredictos })
  const envio = {
    ...shared,
    sealing,
    signDocumentos,
    settling,
    upload,
    writeVeredictos,
  }
  const kinds = [
    emitirJob({ ...envio, scheduledRelease }),
    lineaJob({ ...envio, preparation: createPreparation(envio) }),
    veredictoJob({ ...envio, takeBack, incidentes }),
  ] as JobKind[]
  const emitirLote = createEmitirLote({ ...shared, emision })
  const { issueSet, judgeSet } = createIssueSet({ ...shared, emision })
  const facturarGuias = createFacturarGuias({ ...shared, emision })
  const followAgain = createFollowAgain(shared)
  const anular = createAnular({ ...shared, emision, anulaciones })
  return {
    /** Has somebody told of what becomes of documents, after whoever listens already. */
    listen: listeners.add,
    emision,
    acceptOnce: createAcceptOnce({ ...shared, emision }),
    acceptUnasked: createAcceptUnasked({ emision }),
    reconciliation,
    emitirLote,
    issueSet,
    judgeSet,
    envioOfSet: createEnvioOfSet(shared),
    facturarGuias,
    anular,
    writeVeredictos,
    refusedFiles,
    followAgain,
    explainLook: createExplainLook(envios),
    explainWait: createExplainWait({ ...shared, refusedFiles, incidentes }),
    hurryVeredicto: createHurryVeredicto({
      ...deps,
      envios,
      followAgain,
      hasten,
    }),
    lineas,
    /** Links what was moved in. */
    enlace: createEnlace(shared),
    ...stores,
    kinds,
  }
}
