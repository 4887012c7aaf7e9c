// A task: on or off, its last run and its next, why a turn was left out, and what a person may do.

import { Fragment, useState } from 'react'
import { OMISIONES } from '../../domain/programacion'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button, LinkButton } from '../ui/button'
import { formatInstant } from '../ui/format'
import { Moment } from '../ui/moment'
import { Notice } from '../ui/notice'
import { Status } from '../ui/status'
import { RunNow } from './run-now'
import { SettingsDialog } from './settings-dialog'
import { fieldOf, RESULTADO, remedyOf, type Task, wordsOf } from './tasks'

export function TaskCard({ task }: { task: Task }) {
  const { puede, soloMira, empresa } = useSesion()
  const [changing, setChanging] = useState(false)
  const { estado, activo, campos } = task
  const { tarea, omitida } = estado
  const { nombre, que, permiso } = wordsOf(tarea)
  const save = useWrite('PUT /v1/empresa/:id/programacion', 'GET /v1/empresa/:id/programacion')
  const mayChange = puede('empresa:administrar') && !soloMira
  const id = `tarea-${tarea}`
  return (
    <article className="tarjeta" aria-labelledby={id}>
      <header>
        <h2 id={id}>{nombre}</h2>
        <span role="status">
          <Status tone={activo ? 'bien' : 'neutro'} icon={activo ? '●' : '○'}>
            {activo ? 'Encendida' : 'Apagada'}
          </Status>
        </span>
      </header>
      <p>{que}</p>
      <Facts task={task} />
      {omitida && <LeftOut tarea={estado.tarea} omitida={omitida} />}
      {save.error && <FaultNotice fault={save.error} />}
      <div className="acciones">
        {mayChange && (
          <Button
            busy={save.isPending}
            aria-label={`${activo ? 'Apagar' : 'Encender'}: ${nombre}`}
            onClick={() =>
              save.mutate({ params: { id: empresa.id }, body: { [tarea]: { activo: !activo } } })
            }
          >
            {activo ? 'Apagar' : 'Encender'}
          </Button>
        )}
        {mayChange && campos.length > 0 && (
          <Button aria-haspopup="dialog" aria-label={`Cambiar: ${nombre}`} onClick={() => setChanging(true)}>
            Cambiar
          </Button>
        )}
        {puede(permiso) && !soloMira && <RunNow task={task} />}
      </div>
      {changing && <SettingsDialog task={task} onClose={() => setChanging(false)} />}
    </article>
  )
}

function Facts({ task: { estado, activo, ajustes, campos } }: { task: Task }) {
  const { ultima, resultado, proxima } = estado
  return (
    <dl className="pares">
      <dt>Última vez</dt>
      <dd>
        {ultima ? <Moment at={ultima} /> : 'Nunca'}{' '}
        {resultado && (
          <Status icon={RESULTADO[resultado][0]} tone={RESULTADO[resultado][2]}>
            {RESULTADO[resultado][1]}
          </Status>
        )}
      </dd>
      <dt>Próxima vez</dt>
      <dd>{activo && proxima ? formatInstant(proxima) : 'Ninguna'}</dd>
      {campos.map((campo) => (
        <Fragment key={campo}>
          <dt>{fieldOf(campo)[0]}</dt>
          <dd>{ajustes[campo]}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

function LeftOut({ tarea, omitida }: { tarea: string; omitida: NonNullable<Task['estado']['omitida']> }) {
  const { puede } = useSesion()
  const { que, href, verbo, permiso } = remedyOf(tarea, omitida)
  return (
    <Notice tone="aviso" title="No corrió en su último turno" quiet>
      <p>
        Porque {OMISIONES[omitida]}. {que}
      </p>
      {href && permiso && puede(permiso) && (
        <div>
          <LinkButton href={href} small>
            {verbo}
          </LinkButton>
        </div>
      )}
    </Notice>
  )
}
