// The people of an account: invitations, roles, limits (http §22.1).

import { addRoutes } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { createPlanes } from '../../http/plan'
import {
  type Entry,
  type Factors,
  type Passwords,
  type SendMail,
  tellingFactor,
  type UsuarioStore,
} from '../auth'
import { createEmpresaStore } from '../empresa'
import { createInvitacionStore } from './invitacion-store'
import { createInvitaciones } from './invitaciones'
import { invitacionRoutes } from './invitaciones.route'
import { createUsuarios } from './usuarios'
import { usuarioRoutes } from './usuarios.route'

interface Deps
  extends Pick<
    AreaDeps,
    'store' | 'clock' | 'newId' | 'random' | 'credential' | 'audit' | 'idempotency' | 'log'
  > {
  usuarios: UsuarioStore
  factors: Factors
  entry: Entry
  passwords: Passwords
  /** Null without a mail server. */
  sendMail: SendMail | null
  publicUrl: string | null
  clientIp: (request: Request) => string | null
}

export const bindUsuarios = (deps: Deps) => ({ routes: () => routes(deps) })

const routes = (deps: Deps) => {
  const parts = {
    ...deps,
    audit: tellingFactor(deps),
    empresas: createEmpresaStore(deps.store.db),
    invitaciones: createInvitacionStore(deps.store.db),
    planes: createPlanes(deps.store.db),
  }
  addRoutes({ ...parts, invitar: createInvitaciones(parts), gente: createUsuarios(parts) }, [
    invitacionRoutes,
    usuarioRoutes,
  ])
}
