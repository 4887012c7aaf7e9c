// A person as the actor of a change, where no session says so yet.

import type { Actor } from '../../http/audit'
import type { Usuario } from './usuario-store'

export const actorOf = ({ id, cuentaId }: Usuario, ip: string | null): Actor => ({
  cuentaId,
  empresaId: null,
  usuarioId: id,
  apiKeyId: null,
  ip,
})
