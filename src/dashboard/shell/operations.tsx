// The operations at the SII of one base: those under way and those that stopped, and each that was under way here until its end was
// seen. Whoever leaves finds them again; the server goes on by itself (jobs §6).

import { useEffect, useRef, useState } from 'react'
import type { TipoTrabajo } from '../../domain/trabajos'
import { useApi, useInvalidate } from '../api/query'
import { Pager } from '../ui/pager'
import { BASES, type Base } from './bases'
import { DiscardMany } from './discard-many'
import { Loaded } from './loaded'
import { isStopped, isUnderWay, type Operacion, PRESENTES } from './operation'
import { OperationCard } from './operation-card'

const MOVING_MS = 1500
/** How often to ask while nothing moves: no event tells of what others begin, the clock among them. */
const RESTING_MS = 30_000
const LIMITE = 20

interface Watched {
  base: Base
  id: string
  /** As a list tells it: then it is not asked for by itself. */
  known?: Operacion | undefined
  onEnded?: () => void
  onAct?: (() => void) | undefined
  onClose?: (() => void) | undefined
}

/** One by its id, until its end and beyond. */
export function WatchedOperation({ base, id, known, onEnded, onAct, onClose }: Watched) {
  const invalidate = useInvalidate()
  const query = useApi(
    `GET ${base}/trabajos/:jobId`,
    { params: { jobId: id } },
    { activa: !known, cada: (answer) => !(answer && !isUnderWay(answer.data)) && MOVING_MS },
  )
  // The operation that the list has just let go, until it is known by its id: the card stays, and the focus
  // in it.
  const [last, setLast] = useState(known)
  if (known && known !== last) setLast(known)
  const operacion: Operacion | undefined = known ?? query.data?.data ?? last
  const ended = operacion !== undefined && !isUnderWay(operacion)
  // One that had stopped before it was looked at has nothing new to tell.
  const tells = useRef(known === undefined || isUnderWay(known))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has ended
  useEffect(() => {
    if (ended && tells.current) {
      onEnded?.()
      void invalidate(...BASES[base].envejece, `GET ${base}/trabajos`, 'GET /v1/cuenta/uso')
    }
    tells.current = !ended
  }, [ended])
  if (operacion) return <OperationCard {...{ base, operacion, onAct, onClose }} />
  return (
    <Loaded query={query} missing="Esa operación">
      {() => null}
    </Loaded>
  )
}

/** `started`: one just asked for, shown from its start. With nothing to show the section is left out, or says `empty`. */
export function Operations({
  base,
  tipo,
  title = 'Operaciones en el SII',
  started,
  empty,
}: {
  base: Base
  /** Those of one kind alone. */
  tipo?: TipoTrabajo
  title?: string
  started?: string | undefined
  empty?: string
}) {
  const [pagina, setPagina] = useState(1)
  const [followed, setFollowed] = useState<readonly string[]>([])
  const [closed, setClosed] = useState<readonly string[]>([])
  const query = useApi(
    `GET ${base}/trabajos`,
    { query: { estado: PRESENTES, ...(tipo && { tipo }), limite: LIMITE, pagina } },
    { conservar: true, cada: (answer) => (answer && moving(answer.data).length ? MOVING_MS : RESTING_MS) },
  )
  const listed: readonly Operacion[] = query.data?.data ?? []
  // A job that was under way stays in sight after the list has let it go, so that its end is seen.
  const all = [...new Set([...(started ? [started] : []), ...moving(listed), ...followed])]
  if (all.length > followed.length) setFollowed(all)
  const shown = [
    ...followed.filter((id) => !closed.includes(id)),
    ...listed.map(({ id }) => id).filter((id) => !followed.includes(id)),
  ]
  if (!shown.length && !empty && !query.error) return null
  const heading = `operaciones${base.replaceAll('/', '-')}`
  return (
    <section className="seccion" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <DiscardMany {...{ base }} stopped={listed.filter(isStopped)} />
      {shown.length > 0 && (
        <div className="tarjetas">
          {shown.map((id) => (
            <WatchedOperation
              key={id}
              {...{ base, id }}
              known={listed.find((one) => one.id === id)}
              onAct={() => setFollowed([...new Set([id, ...followed])])}
              onClose={() => setClosed([...closed, id])}
            />
          ))}
        </div>
      )}
      <Loaded query={query}>
        {({ paginacion }) => (
          <>
            {!shown.length && <p>{empty}</p>}
            <Pager {...paginacion} onPage={setPagina} />
          </>
        )}
      </Loaded>
    </section>
  )
}

const moving = (operaciones: readonly Operacion[]): string[] =>
  operaciones.filter(isUnderWay).map(({ id }) => id)
