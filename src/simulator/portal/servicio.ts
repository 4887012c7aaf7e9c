// A service of the simulated portal: its address, its admission, and its answers. `servicios.ts` lists them
// all.

import type { Falla, Servicio } from '../fallas'
import type { Lado } from '../hosts'
import type { Libro } from '../libro'
import type { Sim } from '../sim'
import type { Metodo, Sesion } from './sesiones'

/** A request at the portal. */
export interface Pedido {
  request: Request
  host: string
  /** The world of the host; null at those that serve both. */
  lado: Lado | null
  /** Path on that host, without query. */
  path: string
  query: URLSearchParams
  /** The captures of the path's pattern. */
  parts: string[]
  libro: Libro
  /** The requested failure, where the service must act it out. */
  falla: Falla | null
}

interface Common {
  hosts: readonly string[]
  path: RegExp
  /** The service whose faults hit it. */
  servicio: Servicio
}

/**
 * `entrada`: answered with a session or without. `facade`: a JSON service, without a session 401 or a page. `cgi`: pages, without a
 * session a redirect to the login; `metodo`: a session of another kind is told so.
 */
export type ServicioPortal =
  | (Common & { tipo: 'entrada'; answer(sim: Sim, pedido: Pedido): Promise<Response> | Response })
  | (Common & {
      tipo: 'facade' | 'cgi'
      metodo?: Metodo
      answer(sim: Sim, pedido: Pedido, sesion: Sesion): Promise<Response> | Response
    })
