// A deleted item, brought back.

import { useWrite } from '../api/query'
import { notify } from '../shell/notices'

export const MADE_OLD = [
  'GET /v1/catalogo',
  'GET /v1/catalogo/:id',
  'GET /v1/catalogo/:id/historial',
  'GET /v1/catalogo/:id/precios',
] as const

export function useRestore() {
  const restore = useWrite('POST /v1/catalogo/:id/restaurar', ...MADE_OLD)
  const bringBack = ({ id, nombre }: { id: string; nombre: string }): void =>
    restore.mutate(
      { params: { id } },
      { onSuccess: () => notify({ tone: 'bien', title: `${nombre} está de vuelta` }) },
    )
  return { restore, bringBack }
}
