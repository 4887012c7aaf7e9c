// A step that a person does at the SII's site, with the files that Timbre makes for it: said here once it is done there.

import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { type Camino, ENVEJECE } from './camino'
import { Exchange, Samples } from './stage-files'

export const stepAfter = (codigo: 'intercambio' | 'muestras'): 'muestras' | 'declaracion' =>
  codigo === 'intercambio' ? 'muestras' : 'declaracion'

const A_MANO = {
  muestras:
    'La página da un archivo con dos documentos y espera tres respuestas firmadas. Cada descarga trae un número nuevo: vale la última.',
  declaracion:
    'Son PDF de una página y hasta 500 KB, de cada documento de los sets y uno de cada tipo de la simulación; el archivo lista.csv dice dónde va cada uno. La página agrega y nunca reemplaza: borre allá los que subió mal.',
} as const

/** `etapa` is the one that follows. */
export function StepDone({ camino, etapa }: { camino: Camino; etapa: 'muestras' | 'declaracion' }) {
  const { ambiente } = useSesion()
  const move = useWrite('POST /v1/certificacion/:id/avanzar', ...ENVEJECE)
  return (
    <>
      <p>{A_MANO[etapa]}</p>
      {etapa === 'muestras' ? <Exchange camino={camino} /> : <Samples camino={camino} />}
      {move.error && <FaultNotice fault={move.error} />}
      <div>
        <Button
          tone={ambiente === 'simulacion' ? 'normal' : 'primario'}
          busy={move.isPending}
          onClick={() => move.mutate({ params: { id: camino.id }, body: { etapa } })}
        >
          El SII lo dio por bueno: seguir
        </Button>
      </div>
    </>
  )
}
