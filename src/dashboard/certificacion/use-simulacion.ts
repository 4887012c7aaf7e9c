// Issues the simulación, once for a wish, whatever it is made of (areas/certificacion §3).

import { useState } from 'react'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { useWish } from '../api/wish'
import { type Camino, ENVEJECE } from './camino'
import type { PedidoSimulacion } from './propios'

export function useSimulacion(camino: Camino) {
  const { ambiente } = useSesion()
  const [asking, setAsking] = useState(false)
  const wish = useWish()
  const issue = useWrite('POST /v1/certificacion/:id/simulacion', ...ENVEJECE, 'GET /v1/documentos')
  const send = (body: PedidoSimulacion): void => {
    if (issue.isPending) return
    setAsking(false)
    const intentos = camino.sets.find(({ clase }) => clase === 'simulacion')?.intentos ?? 0
    const clave = wish.keyOf({ id: camino.id, intentos, body })
    issue.mutate({ params: { id: camino.id }, body, clave }, { onSettled: (_, fault) => wish.settled(fault) })
  }
  return { issue, send, asking, setAsking, simulado: ambiente === 'simulacion' }
}
