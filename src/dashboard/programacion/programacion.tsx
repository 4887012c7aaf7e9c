// `/programacion`: what is done by the clock at the SII, how it went and when it goes on (jobs §7).

import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { Notice } from '../ui/notice'
import { TaskCard } from './task-card'
import { tasksOf } from './tasks'

const MOVING_MS = 3000
const RESTING_MS = 60_000

export default function Programacion() {
  const { empresa, soloMira } = useSesion()
  const query = useApi(
    'GET /v1/empresa/:id/programacion',
    { params: { id: empresa.id } },
    {
      cada: (answer) =>
        answer?.data.estado.some(({ resultado }) => resultado === 'en_curso') ? MOVING_MS : RESTING_MS,
    },
  )
  return (
    <Page title="Programación" reading>
      <p>
        Lo que se hace solo en el SII, una vez al día. Deja a las personas la última quinta parte de las
        consultas del mes, y no corre mientras la empresa no pueda entrar.
        {empresa.ambiente !== 'simulacion' && ' Pregunta al SII de verdad, en nombre de la empresa.'}
      </p>
      {soloMira && (
        <Notice tone="aviso" quiet>
          <p>Se ve la del ambiente en que está la empresa, no la del que mira.</p>
        </Notice>
      )}
      <Loaded query={query}>
        {({ data }) => (
          <div className="tarjetas">
            {tasksOf(data).map((task) => (
              <TaskCard key={task.estado.tarea} task={task} />
            ))}
          </div>
        )}
      </Loaded>
    </Page>
  )
}
