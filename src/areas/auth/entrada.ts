// Registration and login as use cases: they end in a session with its tokens.

import { AppError } from '../../domain/errors'
import type { EmpresaStore } from '../empresa'
import { toBreve } from '../empresa'
import type { Passwords } from './passwords'
import type { NewOwner, Registro } from './registro'
import type { Sesiones } from './sesiones'
import type { Usuario, UsuarioStore } from './usuario-store'

/** Where a session comes from, to be recognised in the list of one's sessions. */
export interface Origen {
  ip: string | null
  agente: string | null
}

export type Entrada = ReturnType<typeof createEntrada>

export function createEntrada({
  registro,
  sesiones,
  usuarios,
  empresas,
  passwords,
}: {
  registro: Registro
  sesiones: Sesiones
  usuarios: UsuarioStore
  empresas: EmpresaStore
  passwords: Passwords
}) {
  async function open(usuario: Usuario, empresaId: string | null, origen: Origen) {
    const tokens = await sesiones.open(usuario.id, empresaId, origen)
    const empresa = empresaId === null ? null : empresas.find(usuario.cuentaId, empresaId)
    return { tokens, usuario, empresaActiva: empresa && toBreve(empresa) }
  }

  // The company used last, or the only one; with several and none used yet the person must choose, because a document
  // in another company's name cannot be taken back.
  function companyFor({ id, cuentaId }: Usuario): string | null {
    const last = sesiones.lastCompany(id)
    if (last !== null) return last
    const own = empresas.list(cuentaId, 2, 0)
    return own.length === 1 ? own[0]!.id : null
  }

  return {
    /** Throws what `Registro.register` throws. */
    async register(owner: NewOwner, origen: Origen) {
      const { cuenta, usuario, empresaId } = await registro.register(owner)
      return { cuenta, ...(await open(usuario, empresaId, origen)) }
    },

    /** Throws INVALID_CREDENTIALS, the same for an unknown e-mail and a wrong password. */
    async login(email: string, password: string, origen: Origen) {
      const usuario = usuarios.findByEmail(email)
      const matches = await passwords.verify(password, usuario?.passwordHash ?? null)
      if (!usuario || !matches)
        throw new AppError('INVALID_CREDENTIALS', 'El correo o la contraseña no son correctos')
      return open(usuario, companyFor(usuario), origen)
    },
  }
}
