// The simulator's own interface on the server itself (contract §24): for owners and administrators of companies in
// simulation. The ledger is narrowed to the company of the credential: one simulator serves every tenant.

import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import type { Tenant } from '../../http/tenant'
import type { Emisores } from '../dte'

export interface SimuladorDeps extends Pick<AreaDeps, 'credential'> {
  simulatorFetch(request: Request): Promise<Response>
  emisores: Emisores
}

export const simuladorArea = ({ credential, simulatorFetch, emisores }: SimuladorDeps) => {
  function forward(request: Request, tenant: Tenant, body: unknown): Promise<Response> {
    if (tenant.ambiente !== 'simulacion') {
      throw new AppError('FORBIDDEN', 'El simulador es sólo para empresas en el ambiente simulacion')
    }
    const url = new URL(request.url)
    if (url.pathname.startsWith('/simulador/libro')) {
      url.searchParams.set('rut', emisores.get(tenant.empresaId, tenant.ambiente).emisor.rut)
    }
    const { method } = request
    const plain = method === 'GET' || method === 'DELETE'
    return simulatorFetch(
      new Request(url.href, {
        method,
        ...(!plain && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      }),
    )
  }
  const routes = newArea(credential)
  const add = (method: 'get' | 'post' | 'delete', path: string, summary: string): void => {
    routes.route(
      method.toUpperCase(),
      path,
      ({ request, tenant, body }: { request: Request; tenant: Tenant; body: unknown }) =>
        forward(request, tenant, body),
      {
        permission: 'empresa:administrar',
        detail: { tags: ['Simulador'], summary },
      } as never,
    )
  }
  add('post', '/simulador/certificados', 'Pedir un certificado de prueba')
  add('post', '/simulador/caf', 'Pedir folios de prueba')
  add('get', '/simulador/libro', 'Ver lo que el simulador recibió de la empresa')
  add('get', '/simulador/libro/:tipo/:folio/xml', 'Ver un documento tal como llegó')
  add('get', '/simulador/reloj', 'Ver el reloj del simulador')
  add('post', '/simulador/reloj', 'Mover el reloj del simulador')
  add('get', '/simulador/fallas', 'Ver las fallas pedidas')
  add('post', '/simulador/fallas', 'Pedir una falla')
  add('delete', '/simulador/fallas', 'Quitar las fallas')
  add('get', '/simulador/receptores', 'Ver los receptores mágicos')
  return routes
}
