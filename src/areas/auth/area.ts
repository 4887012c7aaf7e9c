// Registration, login and sessions (http §14). Routes under /auth are for people: no key reaches them.

import { addRoutes } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import type { SessionCookies } from '../../http/session-cookie'
import { createEmpresaStore } from '../empresa'
import { cookieRoutes } from './cookie.route'
import { createAuth } from './create'
import { entryRoutes } from './entry.route'
import { tellingFactor } from './factor-mail'
import { installerRoute } from './installer.route'
import { linkPagesRoutes } from './link-pages.route'
import { llaveAccesoRoutes } from './llave-acceso.route'
import { passkeyConfirmRoutes } from './passkey-confirm.route'
import { passkeyLoginRoutes } from './passkey-login.route'
import { passwordRoutes } from './password.route'
import { createPasswordChange } from './password-change'
import type { SendMail } from './password-mail'
import { segundoFactorRoutes } from './segundo-factor.route'
import { sesionRoutes } from './sesion.route'

interface AuthDeps
  extends Pick<AreaDeps, 'store' | 'clock' | 'random' | 'credential' | 'audit' | 'log'>,
    ReturnType<typeof createAuth> {
  cookies: SessionCookies
  /** The address a request came from; null when it came from inside the process. */
  clientIp: (request: Request) => string | null
  /** Null without a mail server. */
  sendMail: SendMail | null
  publicUrl: string | null
}

type Deps = Parameters<typeof createAuth>[0] & Omit<AuthDeps, keyof ReturnType<typeof createAuth>>

export function bindAuth(deps: Deps) {
  const auth = createAuth(deps)
  return { auth, routes: () => routes({ ...deps, ...auth }) }
}

const routes = (own: AuthDeps) => {
  const deps = { ...own, audit: tellingFactor(own) }
  const empresas = createEmpresaStore(deps.store.db)
  addRoutes({ ...deps, empresas, passwordChange: createPasswordChange(deps) }, [
    entryRoutes,
    sesionRoutes,
    cookieRoutes,
    passkeyLoginRoutes,
    segundoFactorRoutes,
    llaveAccesoRoutes,
    passkeyConfirmRoutes,
    passwordRoutes,
    installerRoute,
    linkPagesRoutes,
  ])
}
