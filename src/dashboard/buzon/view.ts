// The messages of the mailbox that are shown, in the address: `?resultado=ignorado&pagina=2`.

import { filtersOf, oneOf } from '../shell/filters'
import { RESULTADO } from './state'

export const OPCIONES = [
  ['', 'Todos'],
  ...(['documentos', 'respuestas', 'repetido', 'otro_rut', 'ignorado'] as const).map(
    (one) => [one, RESULTADO[one][1]] as const,
  ),
] as const

export const SPELLING = filtersOf('/buzon', { resultado: oneOf(OPCIONES) })
