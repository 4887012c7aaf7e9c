// A deleted customer, brought back.

import { useWrite } from '../api/query'
import { notify } from '../shell/notices'

export function useRestore() {
  const restore = useWrite(
    'POST /v1/clientes/:id/restaurar',
    'GET /v1/clientes',
    'GET /v1/clientes/:id',
    'GET /v1/clientes/:id/historial',
  )
  const bringBack = ({ id, razon_social }: { id: string; razon_social: string }): void =>
    restore.mutate(
      { params: { id } },
      { onSuccess: () => notify({ tone: 'bien', title: `${razon_social} está de vuelta` }) },
    )
  return { restore, bringBack }
}
