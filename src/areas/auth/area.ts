// Registration, login and sessions (contract §14). Routes under /auth are for people: no key reaches them.

import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import type { SessionCookies } from '../../http/session-cookie'
import { createEmpresaStore } from '../empresa'
import type { createAcceso } from './acceso'
import { createClave } from './clave'
import { claveRoutes } from './clave.route'
import { cookieRoutes } from './cookie.route'
import type { SendMail } from './correo-clave'
import { enlacesRoutes } from './enlaces.route'
import { entradaRoutes } from './entrada.route'
import { type Instalador, instalarRoute } from './instalar.route'
import type { Passwords } from './passwords'
import { sesionRoutes } from './sesion.route'
import type { UsuarioStore } from './usuario-store'

export interface AuthDeps
  extends Pick<AreaDeps, 'store' | 'clock' | 'random' | 'credential' | 'audit' | 'log'>,
    ReturnType<typeof createAcceso> {
  passwords: Passwords
  cookies: SessionCookies
  usuarios: UsuarioStore
  instalador: Instalador
  /** The address a request came from; null when it came from inside the process. */
  clientIp: (request: Request) => string | null
  /** Null without a mail server. */
  sendMail: SendMail | null
  publicUrl: string | null
}

export const authArea = (deps: AuthDeps) => {
  const empresas = createEmpresaStore(deps.store.db)
  return newArea(deps.credential)
    .use(entradaRoutes(deps))
    .use(sesionRoutes({ ...deps, empresas }))
    .use(cookieRoutes(deps))
    .use(claveRoutes({ ...deps, clave: createClave(deps) }))
    .use(instalarRoute(deps))
    .use(enlacesRoutes(deps))
}
