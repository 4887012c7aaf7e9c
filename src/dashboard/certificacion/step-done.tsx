// A step that a person does at the SII's site alone: said here once it is done there.

import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { type Camino, ENVEJECE } from './camino'

export const stepAfter = (codigo: 'intercambio' | 'muestras'): 'muestras' | 'declaracion' =>
  codigo === 'intercambio' ? 'muestras' : 'declaracion'

export function StepDone({ camino, etapa }: { camino: Camino; etapa: 'muestras' | 'declaracion' }) {
  const move = useWrite('POST /v1/certificacion/:id/avanzar', ...ENVEJECE)
  return (
    <>
      {move.error && <FaultNotice fault={move.error} />}
      <div>
        <Button
          tone="primario"
          busy={move.isPending}
          onClick={() => move.mutate({ params: { id: camino.id }, body: { etapa } })}
        >
          El SII lo dio por bueno: seguir
        </Button>
      </div>
    </>
  )
}
