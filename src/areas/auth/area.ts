// Registration, login and sessions (contract §14). Routes under /auth are for people: no key reaches them.

import type { AccessTokens } from '../../http/access-token'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { createEmpresaStore } from '../empresa'
import { createEntrada } from './entrada'
import { entradaRoutes } from './entrada.route'
import { type Instalador, instalarRoute } from './instalar.route'
import type { Passwords } from './passwords'
import type { Registro } from './registro'
import { sesionRoutes } from './sesion.route'
import { createSesiones } from './sesiones'
import type { UsuarioStore } from './usuario-store'

export interface AuthDeps extends Pick<AreaDeps, 'store' | 'clock' | 'newId' | 'random' | 'credential'> {
  tokens: AccessTokens
  passwords: Passwords
  usuarios: UsuarioStore
  registro: Registro
  instalador: Instalador
  /** The address a request came from; null when it came from inside the process. */
  clientIp: (request: Request) => string | null
}

export const authArea = (deps: AuthDeps) => {
  const parts = { ...deps, sesiones: createSesiones(deps), empresas: createEmpresaStore(deps.store.client) }
  return newArea(deps.credential)
    .use(entradaRoutes({ ...parts, entrada: createEntrada(parts) }))
    .use(sesionRoutes(parts))
    .use(instalarRoute(parts))
}
