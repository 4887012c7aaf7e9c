// One customer of an import: made, or what it lacks filled (areas/clientes §4).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { DatosCliente, OrigenCliente } from '../../domain/cliente'
import type { Store } from '../../store/store'
import { createClienteStore, datosOf, differences } from './cliente-store'

/** The result for one customer. */
type Completado = 'creados' | 'actualizados' | 'omitidos' | 'eliminado'

export function createComplete({
  store,
  clock,
  newId,
}: {
  store: Pick<Store, 'db'>
  clock: Clock
  newId: NewId
}) {
  const clientes = createClienteStore(store.db)

  /** A person's text stays, and so does a field that a person emptied. */
  function filled(id: string, before: DatosCliente, given: DatosCliente): DatosCliente {
    const lacking = (Object.keys(given) as (keyof DatosCliente)[]).filter(
      (campo) => before[campo] === null && given[campo] !== null,
    )
    if (!lacking.length) return before
    const emptied = clientes.emptied(id)
    return Object.assign(
      { ...before },
      ...lacking.filter((campo) => !emptied.has(campo)).map((campo) => ({ [campo]: given[campo] })),
    )
  }

  /** Inside the caller's transaction. */
  return function complete(empresaId: string, datos: DatosCliente, origen: OrigenCliente): Completado {
    const numId = datos.extranjero?.num_id ?? ''
    const row = clientes.byRut(empresaId, datos.rut, numId)
    if (!row) {
      if (clientes.wasDeleted(empresaId, datos.rut, numId)) return 'eliminado'
      clientes.insert({ id: newId('cli'), empresaId, origen, createdAt: clock().toISOString() }, datos)
      return 'creados'
    }
    const before = datosOf(row)
    const after = filled(row.id, before, datos)
    const campos = differences(before, after)
    if (!campos.length) return 'omitidos'
    clientes.update(row.id, after)
    clientes.addChange(row.id, clock().toISOString(), null, campos)
    return 'actualizados'
  }
}
