// A person as the actor of a change, where no session says so yet.

import type { Quien } from '../../http/audit'
import type { Usuario } from './usuario-store'

export const quienOf = ({ id, cuentaId }: Usuario, ip: string | null): Quien => ({
  cuentaId,
  empresaId: null,
  usuarioId: id,
  apiKeyId: null,
  ip,
})
