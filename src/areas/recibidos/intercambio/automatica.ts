// The receipt that leaves by itself for what comes by mail, where the company wants it (areas/recibidos/intercambio §3).

import type { Clock } from '../../../base/clock'
import type { Log } from '../../../base/log'
import { automaticaDe, type RespuestaAutomatica } from '../../../domain/intercambio'
import { isStorageFault } from '../../../store/storage-fault'
import type { Store } from '../../../store/store'
import type { Solicitante, Trabajos } from '../../trabajos'
import { isRespondible, type Prepare, recepcionesOf } from './prepare'
import { TIPO } from './respond.job'
import type { Respuestas } from './respuestas'

/** How long a file of many documents is waited for. */
const LONG_MS = 5000

const PEDIDO = {
  tipo: 'recepcion',
  estado: null,
  glosa: '',
  recinto: '',
  enviar: true,
  para: null,
  origen: 'automatica',
} as const

interface Deps {
  clock: Clock
  store: Pick<Store, 'client'>
  log: Log
  trabajos: Pick<Trabajos, 'enqueue'>
  respuestas: Respuestas
  prepare: Prepare
  elegida(empresaId: string): RespuestaAutomatica | null
  canSign(empresaId: string): boolean
}

export function createAutomatica({
  store,
  clock,
  log,
  trabajos,
  respuestas,
  prepare,
  elegida,
  canSign,
}: Deps) {
  const answer = store.client.transaction((actor: Solicitante, archivoId: string): void => {
    const rows = respuestas.recibidosOf(archivoId)
    const [first] = rows.filter(isRespondible)
    if (!first) return
    const known = respuestas.automatica(archivoId)
    if (known) {
      // A long file is written in pieces: the receipt waits, and takes what comes until it is signed.
      if (known.firmada_en === null) respuestas.addDocumentos(known.id, recepcionesOf(rows, known.rut_emisor))
      return
    }
    const { sobre } = respuestas.archivo(archivoId)
    const total = sobre ? ((JSON.parse(sobre) as { documentos?: number }).documentos ?? 0) : 0
    trabajos.enqueue(actor, {
      tipo: TIPO,
      operacion: null,
      clave: `automatica ${archivoId}`,
      objeto: `recepcion ${first.rut_emisor} ${first.tipo_dte}-${first.folio}`,
      args: {},
      linea: archivoId,
      ...(total > rows.length && { runAt: new Date(clock().getTime() + LONG_MS) }),
      write: (jobId) => prepare(actor, PEDIDO, first, jobId),
    })
  })

  /** A savepoint: whatever is wrong with the receipt, what came stays. In the transaction that wrote the documents of a file. */
  return (titular: Pick<Solicitante, 'cuentaId' | 'empresaId' | 'ambiente'>, archivoId: string): void => {
    const chosen = elegida(titular.empresaId)
    if (automaticaDe(chosen, titular.ambiente) === 'no') return
    // Nobody asked for it: without a certificate to sign with there is none, instead of a stopped one for each mail.
    if (chosen === null && !canSign(titular.empresaId)) return
    try {
      answer({ ...titular, usuarioId: null, apiKeyId: null, ip: null }, archivoId)
    } catch (fault) {
      if (isStorageFault(fault) || !store.client.inTransaction) throw fault
      log.error('intercambio.sin_cola', { archivo_id: archivoId, fault })
    }
  }
}
