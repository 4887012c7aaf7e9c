// Puts received documents together.

import { createEntrada } from './entrada'

export function createRecibidos(deps: Parameters<typeof createEntrada>[0]) {
  return createEntrada(deps)
}
