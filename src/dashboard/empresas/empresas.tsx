// `/empresas`: the companies of the account that the person sees, and those that were deleted.

import { useState } from 'react'
import { Link } from 'wouter'
import type { Datos } from '../api/client'
import { useApi, useEscribir } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { tell } from '../shell/notices'
import { Page } from '../shell/page'
import { NOMBRE_AMBIENTE } from '../ui/ambiente'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { formatDate, formatRut } from '../ui/format'
import { Empty } from '../ui/notice'
import { Pager } from '../ui/pager'
import { Segments } from '../ui/segments'
import { NewCompany } from './new-company'

type Empresa = Datos<'GET /v1/empresa'>[number]

const CUALES = [
  ['vivas', 'En uso'],
  ['eliminadas', 'Eliminadas'],
] as const

export default function Empresas() {
  const { puede } = useSesion()
  const [cuales, setCuales] = useState<(typeof CUALES)[number][0]>('vivas')
  const [pagina, setPagina] = useState(1)
  const [creating, setCreating] = useState(false)
  const mayChange = puede('empresa:administrar')
  const query = useApi(
    'GET /v1/empresa',
    { consulta: { limite: 50, pagina, ...(cuales === 'eliminadas' && { eliminadas: 'true' as const }) } },
    { conservar: true },
  )
  return (
    <Page
      title="Empresas"
      actions={
        mayChange && (
          <Button tone="primario" onClick={() => setCreating(true)}>
            Crear una empresa
          </Button>
        )
      }
    >
      <Segments
        label="Qué empresas"
        options={CUALES}
        selected={cuales}
        onSelect={(chosen) => {
          setCuales(chosen)
          setPagina(1)
        }}
      />
      <Loaded query={query}>
        {({ data, paginacion }) =>
          data.length ? (
            <>
              {cuales === 'vivas' ? (
                <DataTable
                  caption="Empresas"
                  columns={COLUMNS}
                  rows={data}
                  rowKey={({ id }) => id}
                  stale={query.isPlaceholderData}
                />
              ) : (
                <Deleted rows={data} mayChange={mayChange} stale={query.isPlaceholderData} />
              )}
              <Pager {...paginacion} onPage={setPagina} />
            </>
          ) : (
            <Empty title={cuales === 'vivas' ? 'Ninguna empresa a la vista' : 'Ninguna empresa eliminada'}>
              {cuales === 'eliminadas' && (
                <Button onClick={() => setCuales('vivas')}>Ver las que están en uso</Button>
              )}
            </Empty>
          )
        }
      </Loaded>
      {creating && <NewCompany onClose={() => setCreating(false)} />}
    </Page>
  )
}

const RUT: Column<Empresa> = { id: 'rut', title: 'RUT', numeric: true, cell: ({ rut }) => formatRut(rut) }

const COLUMNS: readonly Column<Empresa>[] = [
  {
    id: 'nombre',
    title: 'Razón social',
    head: true,
    cell: ({ id, razon_social }) => <Link href={`/empresas/${id}`}>{razon_social}</Link>,
  },
  RUT,
  { id: 'comuna', title: 'Comuna', extra: true, cell: ({ comuna }) => comuna ?? '' },
  { id: 'ambiente', title: 'Ambiente', cell: ({ ambiente }) => NOMBRE_AMBIENTE[ambiente] },
]

function Deleted({
  rows,
  mayChange,
  stale,
}: {
  rows: readonly Empresa[]
  mayChange: boolean
  stale: boolean
}) {
  const restore = useEscribir('POST /v1/empresa/:id/restaurar', 'GET /v1/empresa', 'GET /auth/me')
  const columns: Column<Empresa>[] = [
    { id: 'nombre', title: 'Razón social', head: true, cell: ({ razon_social }) => razon_social },
    RUT,
    {
      id: 'cuando',
      title: 'Eliminada',
      cell: ({ eliminada_at }) => (eliminada_at ? formatDate(eliminada_at) : ''),
    },
  ]
  if (mayChange)
    columns.push({
      id: 'acciones',
      title: 'Acciones',
      cell: ({ id, razon_social }) => (
        <Button
          small
          aria-label={`Restaurar ${razon_social}`}
          busy={restore.isPending && restore.variables?.ruta.id === id}
          onClick={() =>
            restore.mutate(
              { ruta: { id } },
              {
                onSuccess: () =>
                  tell({
                    tone: 'bien',
                    title: `${razon_social} está de vuelta`,
                    text: 'Sus llaves siguen revocadas y su certificado hay que cargarlo de nuevo.',
                  }),
              },
            )
          }
        >
          Restaurar
        </Button>
      ),
    })
  return (
    <>
      {restore.error && <FaultNotice fault={restore.error} />}
      <DataTable
        caption="Empresas eliminadas"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        stale={stale}
      />
    </>
  )
}
