// An operation at the SII: how far it is, why it stopped, what came of it, and what a person may do about it.

import { useRef } from 'react'
import { Bar } from '../ui/bar'
import { Moment } from '../ui/moment'
import { StatusWord } from '../ui/status'
import type { Base } from './bases'
import { Cause } from './cause'
import { FolioSteps } from './folio-operation'
import { estadoOf, isUnderWay, nameOf, nextOf, type Operacion } from './operation'
import { OperationActions } from './operation-actions'
import { OperationResult } from './operation-result'

interface Props {
  base: Base
  operacion: Operacion
  /** A person moves it: whoever lists it follows it from now on. */
  onAct?: (() => void) | undefined
  /** It has ended, and need not be looked at any longer. */
  onClose?: (() => void) | undefined
}

export function OperationCard({ base, operacion, onAct, onClose }: Props) {
  const { id, error, created_at, completed_at, failed_at, intentos, max_intentos } = operacion
  const now = new Date()
  const card = useRef<HTMLElement>(null)
  const moving = isUnderWay(operacion)
  const next = nextOf(operacion, now)
  const ended = completed_at ?? failed_at
  return (
    <article ref={card} tabIndex={-1} className="tarjeta" aria-labelledby={`operacion-${id}`}>
      <header>
        <h3 id={`operacion-${id}`}>{nameOf(operacion)}</h3>
        <span role="status">
          <StatusWord of={estadoOf(operacion, now)} />
        </span>
        <small>
          {ended ? '' : 'se pidió '}
          <Moment at={ended ?? created_at} />
        </small>
      </header>
      {operacion.tipo === 'folios.solicitar' && operacion.estado !== 'completed' ? (
        <FolioSteps operacion={operacion} />
      ) : (
        moving && <Progress {...operacion} />
      )}
      {next && (
        <p>
          Sigue <Moment at={next} />
          {error && ` (intento ${intentos + 1} de ${max_intentos})`}. No hace falta que espere aquí.
        </p>
      )}
      {error && <Cause error={error} />}
      <OperationResult {...{ base, operacion }} />
      <OperationActions {...{ base, operacion, onAct, onClose }} onDone={() => card.current?.focus()} />
    </article>
  )
}

function Progress({ progreso }: Pick<Operacion, 'progreso'>) {
  if (!progreso) return null
  const { paso, hechos, total } = progreso
  if (total === null) return <p>{paso}</p>
  return (
    <Bar
      parts={[
        { id: 'hechos', value: hechos, kind: 'lleno', words: `van ${hechos} de ${total}` },
        { id: 'quedan', value: total - hechos, kind: 'libre', words: paso },
      ]}
    />
  )
}
