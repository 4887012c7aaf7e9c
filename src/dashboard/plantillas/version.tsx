// `/plantillas/:id`: one version: who made it, what it sets, how it looks, and what it is used for.

import { Fragment, useState } from 'react'
import { useParams } from 'wouter'
import { useApi } from '../api/query'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { Button, LinkButton } from '../ui/button'
import { Moment } from '../ui/moment'
import { paperName } from '../ui/papel'
import { ActivateDialog, DeactivateDialog, RemoveDialog } from './actions'
import { settingsOf, typeWords, usableTypes } from './in-use'
import { SamplePane } from './sample-pane'
import type { Version } from './template-form'
import { useView } from './use-sample'

export default function VersionPage() {
  const { id = '' } = useParams<{ id: string }>()
  const query = useApi('GET /v1/plantilla/versiones/:id', { params: { id } })
  const version = query.data?.data
  return (
    <Page
      title={version ? `Versión ${version.version}: ${version.nombre}` : 'Versión de plantilla'}
      actions={version && <Actions version={version} />}
    >
      <Loaded query={query} missing="Esa versión de plantilla" list={['/plantillas', 'Plantillas']}>
        {({ data }) => <About version={data} />}
      </Loaded>
    </Page>
  )
}

function About({ version }: { version: Version }) {
  const { id, formato, tipos_activos, creada_por, created_at } = version
  const usable = usableTypes(version)
  const view = useView(usable, { plantilla: id })
  const settings = settingsOf(version)
  return (
    <div className="plantilla-lados">
      <div className="columna">
        <dl className="pares">
          <dt>Papel</dt>
          <dd>{paperName(formato)}</dd>
          <dt>Para</dt>
          <dd>{typeWords(usable, formato)}</dd>
          <dt>Activa para</dt>
          <dd>{tipos_activos.length ? typeWords(tipos_activos, formato) : 'Ninguno'}</dd>
          <dt>Creada por</dt>
          <dd>{creada_por}</dd>
          <dt>Creada</dt>
          <dd>
            <Moment at={created_at} exact />
          </dd>
        </dl>
        <h2>Qué cambia del papel normal</h2>
        {settings.length ? (
          <dl className="pares">
            {settings.map(([label, words]) => (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd>{words}</dd>
              </Fragment>
            ))}
          </dl>
        ) : (
          <p>Nada: es como el papel normal.</p>
        )}
        <small>Una versión no cambia: para otro papel, cree una nueva desde ésta.</small>
      </div>
      <SamplePane title="Muestra" view={view} />
    </div>
  )
}

type Asking = 'activar' | 'desactivar' | 'eliminar'

function Actions({ version }: { version: Version }) {
  const [asking, setAsking] = useState<Asking | null>(null)
  const { id, tipos_activos } = version
  const more = usableTypes(version).some((tipo) => !tipos_activos.includes(tipo))
  const shared = { version, onClose: () => setAsking(null) }
  return (
    <>
      {more && (
        <Button tone="primario" onClick={() => setAsking('activar')}>
          Activar
        </Button>
      )}
      {tipos_activos.length > 0 && <Button onClick={() => setAsking('desactivar')}>Desactivar</Button>}
      <LinkButton href={`/plantillas/nueva?desde=${id}`}>Crear una desde ésta</LinkButton>
      {tipos_activos.length === 0 && (
        <Button tone="peligro" onClick={() => setAsking('eliminar')}>
          Eliminar
        </Button>
      )}
      {asking === 'activar' && <ActivateDialog {...shared} />}
      {asking === 'desactivar' && <DeactivateDialog {...shared} />}
      {asking === 'eliminar' && <RemoveDialog {...shared} />}
    </>
  )
}
