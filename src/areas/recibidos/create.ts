// Puts received documents together.

import type { Store } from '../../store/store'
import { createArchivos } from './archivos'
import { createDetalle, type Holds } from './detalle'
import { createEntrada } from './entrada'
import { createLista } from './lista'
import { createPdfs } from './pdfs'

export function createRecibidos(
  given: Omit<Parameters<typeof createEntrada>[0], 'pdfs' | 'archivos'> &
    Parameters<typeof createLista>[0] &
    Omit<Parameters<typeof createDetalle>[0], 'lista' | 'holds' | 'pdfs' | 'archivos'> & { store: Store },
) {
  const deps = { ...given, pdfs: createPdfs(given.store), archivos: createArchivos(given) }
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
