// `/plantillas`: the versions of the company's paper, what each type is printed with today, and the logo (dashboard §10).

import { useState } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/query'
import { KeptNotices } from '../shell/kept-notice'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { LinkButton } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { SelectField } from '../ui/field'
import { Moment } from '../ui/moment'
import { Empty } from '../ui/notice'
import { PAPELES, type Papel, paperName, typesOn } from '../ui/papel'
import { Status } from '../ui/status'
import { type InUse, inUse, typeCount, typeWords, usableTypes } from './in-use'
import { LimitNotice } from './limit-notice'
import { LogoPart } from './logo'
import { SamplePane } from './sample-pane'
import type { TemplateDraft, VersionBreve } from './template-form'
import { useView } from './use-sample'

export default function Plantillas() {
  const query = useApi('GET /v1/plantilla/versiones', { query: { limite: 100 } })
  return (
    <Page
      title="Plantillas"
      actions={
        <LinkButton href="/plantillas/nueva" tone="primario">
          Crear una versión
        </LinkButton>
      }
    >
      <KeptNotices<TemplateDraft>
        kind="plantilla"
        nameOf={({ nombre }) => nombre?.trim() || 'una versión sin nombre'}
        href={(desde) => (desde ? `/plantillas/nueva?desde=${desde}` : '/plantillas/nueva')}
      />
      <Loaded query={query}>
        {({ data, paginacion }) => (
          <>
            <LimitNotice total={paginacion.total} />
            {data.length ? (
              <DataTable caption="Versiones" columns={VERSIONES} rows={data} rowKey={({ id }) => id} />
            ) : (
              <Empty title="Ninguna versión todavía">
                <p>
                  Todo se imprime con el papel normal de Timbre. Una versión cambia colores, textos y datos
                  que se imprimen; se activa para los tipos que elija.
                </p>
                <LinkButton href="/plantillas/nueva">Crear la primera</LinkButton>
              </Empty>
            )}
          </>
        )}
      </Loaded>
      <Today versiones={query.data?.data} />
    </Page>
  )
}

const VERSIONES: readonly Column<VersionBreve>[] = [
  {
    id: 'version',
    title: 'Versión',
    head: true,
    cell: ({ id, version, nombre }) => (
      <Link href={`/plantillas/${id}`}>
        {version}: {nombre}
      </Link>
    ),
  },
  { id: 'papel', title: 'Papel', cell: ({ formato }) => paperName(formato) },
  {
    id: 'para',
    title: 'Para',
    extra: true,
    cell: (version) => typeCount(usableTypes(version), version.formato),
  },
  {
    id: 'activa',
    title: 'Activa',
    cell: ({ tipos_activos, formato }) =>
      tipos_activos.length ? (
        <Status tone="bien" icon="✓">
          {typeCount(tipos_activos, formato)}
        </Status>
      ) : (
        <Status tone="neutro" icon="○">
          Sin usar
        </Status>
      ),
  },
  { id: 'quien', title: 'Creada por', cell: ({ creada_por }) => creada_por },
  { id: 'cuando', title: 'Creada', cell: ({ created_at }) => <Moment at={created_at} /> },
]

/** The version in use and the logo, beside a sample. */
function Today({ versiones }: { versiones: readonly VersionBreve[] | undefined }) {
  const [papel, setPapel] = useState<Papel>('carta')
  const [loads, setLoads] = useState(0)
  // Nothing but the type and the paper: the version in use answers.
  const used = versiones?.map(({ id, tipos_activos }) => `${id} ${tipos_activos.join()}`).join()
  const view = useView(typesOn(papel), { formato: papel }, `${loads} ${used ?? ''}`)
  return (
    <div className="plantilla-lados">
      <div className="plantilla-hoy">
        <section className="seccion" aria-labelledby="en-uso">
          <h2 id="en-uso">En uso</h2>
          {versiones && (
            <DataTable caption="En uso" columns={USO} rows={inUse(versiones)} rowKey={keyOfUse} />
          )}
        </section>
        <LogoPart onChanged={() => setLoads(loads + 1)} />
      </div>
      <SamplePane title="Cómo se imprime hoy" view={view}>
        <SelectField label="Papel" options={PAPELES} value={papel} onChange={setPapel} />
      </SamplePane>
    </div>
  )
}

const keyOfUse = ({ papel, version }: InUse): string => `${papel} ${version?.id ?? ''}`

const USO: readonly Column<InUse>[] = [
  {
    id: 'plantilla',
    title: 'Se imprime con',
    head: true,
    cell: ({ version }) =>
      version ? (
        <Link href={`/plantillas/${version.id}`}>
          {version.version}: {version.nombre}
        </Link>
      ) : (
        'Papel normal'
      ),
  },
  { id: 'papel', title: 'En', cell: ({ papel }) => paperName(papel) },
  {
    id: 'tipos',
    title: 'Tipos',
    cell: ({ version, tipos, papel }) => {
      const words = typeWords(tipos, papel)
      // Beside the versions, which are named, it is all the rest.
      return version === null && words !== 'Todos' ? 'Los demás' : words
    },
  },
]
