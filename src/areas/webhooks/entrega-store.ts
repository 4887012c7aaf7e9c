// Deliveries and their attempts on disk. A delivery's state is its job's: both carry one id.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Titular } from '../../domain/titular'
import { sourceBehind, type Walked } from '../../http/listing'
import type { Estado } from '../../jobs/estados'
import type { InsertJob } from '../../jobs/insert'
import type { Store } from '../../store/store'
import { type EntregaRow, prepareEntregas, type Sending } from './statements'

export const ENTREGAR = 'webhook.entregar'

export const ESTADOS_ENTREGA = ['pendiente', 'entregada', 'fallida'] as const
type EstadoEntrega = (typeof ESTADOS_ENTREGA)[number]

/**
 * The group of deliveries that a person asks for: behind a crowd of waiting ones it would come too late to
 * tell anything.
 */
const POR_MANO = ':mano'

/** Deliveries to one endpoint travel together; `kind:id`, or `kind:id:mano`. */
export const endpointOf = (grupo: string): string => grupo.split(':')[1]!

interface Endpoint extends Titular {
  id: string
}

export interface Entrega {
  id: string
  eventoId: string
  evento: string
  estado: EstadoEntrega
  vez: number
  intentos: number
  proximoIntento: Date | null
  createdAt: Date
  /** The last attempt's status, or why none came. */
  status: number | null
  error: string | null
}

export interface Intento {
  numero: number
  at: Date
  duracionMs: number
  url: string
  encabezados: Record<string, string>
  status: number | null
  respuesta: string | null
  error: string | null
}

/** The states of its job that a delivery's state stands for. */
const JOB_ESTADOS: Record<EstadoEntrega, readonly Estado[]> = {
  pendiente: ['reserved', 'scheduled', 'pending', 'processing'],
  entregada: ['completed'],
  // Discarded: given up by a person at the command line.
  fallida: ['failed', 'dlq', 'discarded'],
}

export type Entregas = ReturnType<typeof createEntregas>

/** The writers run inside the caller's transaction. */
export function createEntregas({
  store: { client },
  clock,
  newId,
  insertJob,
}: {
  store: Store
  clock: Clock
  newId: NewId
  insertJob: InsertJob
}) {
  const { insert, sending, insertIntento, one, attempts, lastVez, list } = prepareEntregas(client)
  const lists = {
    todas: list(null),
    pendiente: list(JOB_ESTADOS.pendiente),
    entregada: list(JOB_ESTADOS.entregada),
    fallida: list(JOB_ESTADOS.fallida),
  }

  function put(endpoint: Endpoint, eventoId: string, vez: number, mano: boolean): string {
    const id = newId('dlv')
    insertJob({
      id,
      kind: ENTREGAR,
      empresaId: endpoint.empresaId,
      ambiente: endpoint.ambiente,
      grupo: `${ENTREGAR}:${endpoint.id}${mano ? POR_MANO : ''}`,
      args: {},
      estado: 'pending',
    })
    insert.run(id, endpoint.id, eventoId, vez, clock().getTime())
    return id
  }

  return {
    /** An event's first way to an endpoint. Returns its id. */
    create: (endpoint: Endpoint, eventoId: string): string => put(endpoint, eventoId, 1, false),
    /** The same for an event that a person asked for. */
    createByHand: (endpoint: Endpoint, eventoId: string): string => put(endpoint, eventoId, 1, true),
    /** Another way of an event that had one to the endpoint already. */
    repeat: (endpoint: Endpoint, eventoId: string): string =>
      put(endpoint, eventoId, lastVez.get(eventoId, endpoint.id)! + 1, true),
    sending: (id: string): Sending => sending.get(id)!,
    addIntento(id: string, i: Intento): void {
      const encabezados = JSON.stringify(i.encabezados)
      insertIntento.run(
        id,
        i.numero,
        i.at.getTime(),
        i.duracionMs,
        i.url,
        encabezados,
        i.status,
        i.respuesta,
        i.error,
      )
    },
    /** Newest first. */
    list(webhookId: string, estado: EstadoEntrega | undefined): Walked<Entrega> {
      const { page, count } = lists[estado ?? 'todas']
      const read = (limit: number, offset: number, last: Entrega | null): Entrega[] => {
        const at = last?.createdAt.getTime() ?? Number.MAX_SAFE_INTEGER
        return page.all(webhookId, at, last?.id ?? '', limit, offset).map(fromRow)
      }
      return sourceBehind(read, () => count.get(webhookId)!)
    },
    find(webhookId: string, id: string): Entrega | null {
      const row = one.get(webhookId, id)
      return row ? fromRow(row) : null
    },
    intentos: (id: string): Intento[] =>
      attempts.all(id).map(({ at, duracion_ms, encabezados, ...row }) => ({
        ...row,
        at: new Date(at),
        duracionMs: duracion_ms,
        encabezados: JSON.parse(encabezados) as Record<string, string>,
      })),
  }
}

const fromRow = (row: EntregaRow): Entrega => ({
  id: row.id,
  eventoId: row.evento_id,
  evento: row.evento,
  estado: ESTADOS_ENTREGA.find((estado) => JOB_ESTADOS[estado].includes(row.estado))!,
  vez: row.vez,
  intentos: row.intentos,
  proximoIntento: row.run_at === null ? null : new Date(row.run_at),
  createdAt: new Date(row.created_at),
  status: row.status,
  error: row.error,
})
