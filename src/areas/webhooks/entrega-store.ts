// Deliveries and their attempts on disk. A delivery's state is its job's: both carry one id.

import type { Ambiente, Clock } from '../../domain/ambiente'
import type { NewId } from '../../domain/id'
import type { Estado } from '../../jobs/estados'
import type { InsertJob } from '../../jobs/insert'
import type { Store } from '../../store/store'

export const ENTREGAR = 'webhook.entregar'

export const ESTADOS_ENTREGA = ['pendiente', 'entregada', 'fallida'] as const
export type EstadoEntrega = (typeof ESTADOS_ENTREGA)[number]

/** Of what a person asks for: behind a crowd of waiting deliveries it would come too late to tell him anything. */
const POR_MANO = ':mano'

/** Deliveries to one endpoint travel together; `kind:id`, or `kind:id:mano`. */
export const endpointOf = (grupo: string): string => grupo.split(':')[1]!

export interface Endpoint {
  id: string
  empresaId: string
  ambiente: Ambiente
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
  /** Of its last attempt: the status that came, or why none did. */
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

/** What is sent. */
export interface Envio {
  eventoId: string
  evento: string
  cuerpo: string
}

interface Row {
  id: string
  evento_id: string
  evento: string
  estado: Estado
  vez: number
  intentos: number
  run_at: number | null
  created_at: number
  status: number | null
  error: string | null
}

interface IntentoRow {
  numero: number
  at: number
  duracion_ms: number
  url: string
  encabezados: string
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
  const insert = client.prepare('INSERT INTO webhook_entrega VALUES (?, ?, ?, ?, ?)')
  const envio = client.prepare<[string], Envio>(
    `SELECT v.id AS eventoId, v.evento, v.cuerpo FROM webhook_entrega e JOIN evento v ON v.id = e.evento_id
     WHERE e.id = +?`,
  )
  const insertIntento = client.prepare(
    'INSERT OR REPLACE INTO webhook_intento VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const columns = `e.id, e.evento_id, v.evento, j.estado, e.vez, j.intentos, j.run_at, e.created_at, i.status,
    coalesce(i.error, j.error ->> 'error') AS error`
  const from = `FROM webhook_entrega e JOIN job j ON j.id = e.id JOIN evento v ON v.id = e.evento_id
    LEFT JOIN webhook_intento i ON i.entrega_id = e.id
      AND i.numero = (SELECT max(numero) FROM webhook_intento WHERE entrega_id = e.id)
    WHERE e.webhook_id = ?`
  const ofEstado = (estado: EstadoEntrega) =>
    `AND j.estado IN (${JOB_ESTADOS[estado].map((name) => `'${name}'`).join(', ')})`
  const prepareList = (filter: string) => ({
    page: client.prepare<[string, number, number], Row>(
      `SELECT ${columns} ${from} ${filter} ORDER BY e.created_at DESC, e.id DESC LIMIT ? OFFSET ?`,
    ),
    count: client
      .prepare<[string], number>(
        `SELECT count(*) FROM webhook_entrega e JOIN job j ON j.id = e.id WHERE e.webhook_id = ? ${filter}`,
      )
      .pluck(),
  })
  const lists = {
    todas: prepareList(''),
    pendiente: prepareList(ofEstado('pendiente')),
    entregada: prepareList(ofEstado('entregada')),
    fallida: prepareList(ofEstado('fallida')),
  }
  const one = client.prepare<[string, string], Row>(`SELECT ${columns} ${from} AND e.id = ?`)
  const attempts = client.prepare<[string], IntentoRow>(
    `SELECT numero, at, duracion_ms, url, encabezados, status, respuesta, error FROM webhook_intento
     WHERE entrega_id = ? ORDER BY numero`,
  )
  const lastVez = client
    .prepare<[string, string], number>(
      'SELECT max(vez) FROM webhook_entrega WHERE evento_id = ? AND webhook_id = ?',
    )
    .pluck()

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
    envio: (id: string): Envio => envio.get(id)!,
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
    list(webhookId: string, estado: EstadoEntrega | undefined, limit: number, offset: number): Entrega[] {
      return lists[estado ?? 'todas'].page.all(webhookId, limit, offset).map(fromRow)
    },
    count: (webhookId: string, estado: EstadoEntrega | undefined): number =>
      lists[estado ?? 'todas'].count.get(webhookId)!,
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

const fromRow = (row: Row): Entrega => ({
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
