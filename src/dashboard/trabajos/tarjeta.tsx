// A job that waits for a person: what, why, what became of its folio, and what to do.

import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Cause } from '../shell/cause'
import { Button, LinkButton } from '../ui/button'
import { formatNumber } from '../ui/format'
import { Moment } from '../ui/moment'
import { StatusWord } from '../ui/status'
import { deQuien, estadoOf, folioOf, mayDiscard, nameOf, needsPerson, type Trabajo } from './trabajo'

interface Manos {
  busy: boolean
  onReintentar: (trabajo: Trabajo) => void
  onDescartar: (trabajo: Trabajo) => void
}

/** `manos` null: the role may look only. `select` stands before the name. */
export function Tarjeta({
  trabajo,
  manos,
  select,
}: {
  trabajo: Trabajo
  manos: Manos | null
  select?: ReactNode
}) {
  const { id, error, referencia_externa, failed_at, completed_at, intentos, max_intentos } = trabajo
  const name = nameOf(trabajo)
  const ended = failed_at ?? completed_at
  return (
    <article className="tarjeta" aria-labelledby={`trabajo-${id}`}>
      <header>
        {select}
        <h2 id={`trabajo-${id}`}>
          <Link href={`/trabajos/${id}`}>{name}</Link>
        </h2>
        <StatusWord of={estadoOf(trabajo)} />
        {ended && (
          <small>
            <Moment at={ended} />
          </small>
        )}
      </header>
      <p>{deQuien(trabajo)}</p>
      {referencia_externa && <p>Referencia {referencia_externa}</p>}
      {error && <Cause error={error} />}
      <p>
        <small>
          {formatNumber(intentos)} de {formatNumber(max_intentos)} intentos. {folioOf(trabajo)}
        </small>
      </p>
      <Botones trabajo={trabajo} manos={manos} />
    </article>
  )
}

/** `alone`: the job has the page, and trying again is what the page is for. */
export function Botones({
  trabajo,
  manos,
  alone = false,
}: {
  trabajo: Trabajo
  manos: Manos | null
  alone?: boolean
}) {
  const { tipo_dte, folio } = trabajo
  const name = nameOf(trabajo)
  return (
    <div className="acciones">
      {manos && needsPerson(trabajo) && (
        <Button
          small={!alone}
          tone={alone ? 'primario' : 'normal'}
          busy={manos.busy}
          aria-label={`Reintentar ${name}`}
          onClick={() => manos.onReintentar(trabajo)}
        >
          Reintentar
        </Button>
      )}
      {manos && mayDiscard(trabajo) && (
        <Button
          small={!alone}
          tone="peligro"
          busy={manos.busy}
          aria-label={`Descartar ${name}`}
          onClick={() => manos.onDescartar(trabajo)}
        >
          Descartar
        </Button>
      )}
      {folio !== null && (
        <LinkButton href={`/documentos/${tipo_dte}/${folio}`} small={!alone}>
          Ver el documento
        </LinkButton>
      )}
    </div>
  )
}
