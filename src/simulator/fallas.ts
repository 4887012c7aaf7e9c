// Faults on demand (contract §24): which services fail, how, how often and until when.

import type { Sim } from './sim'

export const SERVICIOS = [
  'semilla',
  'token',
  'envio',
  'estado_envio',
  'estado_dte',
  'boleta_envio',
  'boleta_estado',
  'reclamo',
  'todos',
] as const
export type ServicioFalla = (typeof SERVICIOS)[number]
/** What a single request addresses. */
export type Servicio = Exclude<ServicioFalla, 'todos'>

export const TIPOS_FALLA = [
  'http_503',
  'error_500_texto',
  'corte_antes',
  'corte_despues_de_guardar',
  'demora',
  'cuerpo_truncado',
  'token_rechazado',
  'sin_permiso',
  'atascado',
  'error_interno',
  'contradiccion',
] as const
export type TipoFalla = (typeof TIPOS_FALLA)[number]

export interface Falla {
  id: string
  servicio: ServicioFalla
  falla: TipoFalla
  /** Only of `demora`. */
  ms: number | null
  /** Requests it will still hit, null without limit. */
  quedan: number | null
  /** Milliseconds of the simulator's clock, null without limit. */
  hastaAt: number | null
}

/** Faults that only some services can have: no other keeps an envelope, knows the code -1 of claims, or counts documents. */
const SOLO: Partial<Record<TipoFalla, readonly ServicioFalla[]>> = {
  atascado: ['envio', 'boleta_envio', 'todos'],
  error_interno: ['reclamo'],
  contradiccion: ['estado_envio', 'boleta_estado'],
}

/** Whether a fault can happen at a service. */
export const canFail = (servicio: ServicioFalla, falla: TipoFalla): boolean =>
  SOLO[falla]?.includes(servicio) ?? true

const COLUMNS = 'id, servicio, falla, ms, quedan, hasta_at AS hastaAt'

/** The faults in force, oldest first. */
export function listFallas({ db, now }: Sim): Falla[] {
  const alive = '(quedan IS NULL OR quedan > 0) AND (hasta_at IS NULL OR hasta_at > ?)'
  return db
    .prepare(`SELECT ${COLUMNS} FROM sim_falla WHERE ${alive} ORDER BY rowid`)
    .all(now().getTime()) as Falla[]
}

/** Puts a fault in force. */
export function addFalla({ db, now, newId }: Sim, falla: Omit<Falla, 'id'>): Falla {
  const row = { ...falla, id: newId('falla') }
  db.prepare('INSERT INTO sim_falla VALUES (@id, @servicio, @falla, @ms, @quedan, @hastaAt, @creada)').run({
    ...row,
    creada: now().getTime(),
  })
  return row
}

/** Ends every fault, or one, and lets go of the envelopes that a fault held at CRT. Returns how many were ended. */
export function clearFallas({ db }: Sim, id?: string): number {
  const gone = id
    ? db.prepare('DELETE FROM sim_falla WHERE id = ?').run(id)
    : db.prepare('DELETE FROM sim_falla').run()
  const stuck = db.prepare("SELECT 1 FROM sim_falla WHERE falla = 'atascado'").get()
  if (!stuck) {
    db.prepare(
      "UPDATE sim_envio SET atascado_por = NULL, atascado_hasta = NULL WHERE atascado_por = 'falla'",
    ).run()
  }
  return gone.changes
}

/** The fault that hits a request now, if any; it has then been spent once. `atascado` is asked for apart. */
export function takeFalla(sim: Sim, servicio: Servicio, atascado = false): Falla | null {
  const falla = listFallas(sim).find(
    (f) => (f.servicio === servicio || f.servicio === 'todos') && (f.falla === 'atascado') === atascado,
  )
  if (!falla) return null
  if (falla.quedan !== null) {
    sim.db.prepare('UPDATE sim_falla SET quedan = quedan - 1 WHERE id = ?').run(falla.id)
  }
  return falla
}
