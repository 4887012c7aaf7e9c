// The company that a command line names.

import { and, eq, isNull, or } from 'drizzle-orm'
import { parseRut } from '../domain/rut'
import type { Store } from '../store/store'
import { empresa } from '../store/tables/empresa'
import { Falla } from './comando'

export type EmpresaDe = Pick<typeof empresa.$inferSelect, 'id' | 'cuentaId' | 'ambiente'>

/** By RUT or id. Throws Falla when there is none, or several accounts have that RUT. */
export function findEmpresa({ db }: Store, idOrRut: string): EmpresaDe {
  const named = or(eq(empresa.id, idOrRut), eq(empresa.rut, parseRut(idOrRut) ?? ''))
  const found = db
    .select({ id: empresa.id, cuentaId: empresa.cuentaId, ambiente: empresa.ambiente })
    .from(empresa)
    .where(and(isNull(empresa.deletedAt), named))
    .all()
  if (found.length === 0) throw new Falla(`No hay una empresa con el RUT o id ${idOrRut}`)
  if (found.length > 1)
    throw new Falla(
      `Varias cuentas tienen la empresa ${idOrRut}; indique su id: ${found.map(({ id }) => id).join(', ')}`,
    )
  return found[0]!
}
