// Puts received documents together.

import { createDetalle, type Holds } from './detalle'
import { createEntrada } from './entrada'
import { createLista } from './lista'

export function createRecibidos(
  deps: Parameters<typeof createEntrada>[0] &
    Parameters<typeof createLista>[0] &
    Omit<Parameters<typeof createDetalle>[0], 'lista' | 'holds'>,
) {
  const lista = createLista(deps)
  const holds: Holds[] = []
  return {
    ...createEntrada(deps),
    lista,
    detalle: createDetalle({ ...deps, lista, holds }),
    /** Asked before a document is deleted. */
    holdBy: (one: Holds) => void holds.push(one),
  }
}
