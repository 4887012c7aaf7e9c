// The company that a command line names.

import { parseRut } from '../domain/rut'
import type { Store } from '../store/store'
import { Falla } from './comando'

export interface EmpresaDe {
  id: string
  cuentaId: string
  ambiente: string
}

/** By RUT or id. Throws Falla when there is none, or several accounts have that RUT. */
export function findEmpresa({ client }: Store, idOrRut: string): EmpresaDe {
  const found = client
    .prepare<[string, string], EmpresaDe>(
      'SELECT id, cuenta_id AS cuentaId, ambiente FROM empresa WHERE deleted_at IS NULL AND (id = ? OR rut = ?)',
    )
    .all(idOrRut, parseRut(idOrRut) ?? '')
  if (found.length === 0) throw new Falla(`No hay una empresa con el RUT o id ${idOrRut}`)
  if (found.length > 1)
    throw new Falla(
      `Varias cuentas tienen la empresa ${idOrRut}; indique su id: ${found.map(({ id }) => id).join(', ')}`,
    )
  return found[0]!
}
