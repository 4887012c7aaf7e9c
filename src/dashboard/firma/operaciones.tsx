// `/app/firma/operaciones`: one thing at the SII for many companies, and how each stands (areas/firma §5).

import { useState } from 'react'
import { Link } from 'wouter'
import type { DataOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import type { Me } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { Button, LinkButton } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { formatInstant, formatRut, plural } from '../ui/format'
import { Empty } from '../ui/notice'
import { PagedTable } from '../ui/paged-table'
import { StatusWord } from '../ui/status'
import { FirmFrame } from './frame'
import { NewOperation, tiposOf } from './new-operation'
import { type DeEmpresa, ESTADO_EMPRESA, ESTADO_OPERACION, MOTIVO, NOMBRE_OPERACION } from './operation-words'

type Operacion = DataOf<'GET /v1/firma/operaciones'>[number]

/** Its companies are renewed by the server within seconds, and no stream tells of all of them. */
const CADA_MS = 3000

export default function FirmOperations({ me }: { me: Me }) {
  const tipos = tiposOf(me)
  return (
    <FirmFrame>
      <Page title="Hacer en varias empresas" actions={<LinkButton href="/firma">Ver la firma</LinkButton>}>
        {tipos.length > 0 ? (
          <NewOperation me={me} tipos={tipos} />
        ) : (
          <p>Sus permisos no alcanzan para pedir nada al SII.</p>
        )}
        <Operations />
      </Page>
    </FirmFrame>
  )
}

function Operations() {
  const [pagina, setPagina] = useState(1)
  const [shown, setShown] = useState<string | null>(null)
  const query = useApi(
    'GET /v1/firma/operaciones',
    { query: { limite: 20, pagina } },
    {
      conservar: true,
      cada: (answer) => (answer?.data.some(({ estado }) => estado === 'en_curso') ? CADA_MS : false),
    },
  )
  const columns: readonly Column<Operacion>[] = [
    { id: 'tipo', title: 'Qué', head: true, cell: ({ tipo }) => NOMBRE_OPERACION[tipo] },
    { id: 'cuando', title: 'Pedida', cell: ({ created_at }) => formatInstant(created_at) },
    { id: 'estado', title: 'Estado', cell: ({ estado }) => <StatusWord of={ESTADO_OPERACION[estado]} /> },
    { id: 'cuantas', title: 'Empresas', whole: true, cell: ({ cuantas }) => countsOf(cuantas) },
    {
      id: 'ver',
      title: <span className="solo-lector">Ver</span>,
      cell: ({ id, tipo, created_at }) => (
        <Button small aria-expanded={shown === id} onClick={() => setShown(shown === id ? null : id)}>
          {shown === id ? 'Ocultar' : 'Ver empresas'}
          <span className="solo-lector">
            : {NOMBRE_OPERACION[tipo]}, {formatInstant(created_at)}
          </span>
        </Button>
      ),
    },
  ]
  return (
    <section>
      <h2>Las que pidió</h2>
      <Loaded query={query}>
        {({ data, paginacion }) => (
          <PagedTable
            caption="Operaciones, la última primero"
            columns={columns}
            rows={data}
            rowKey={({ id }) => id}
            stale={query.isPlaceholderData}
            paginacion={paginacion}
            pagina={pagina}
            onPage={setPagina}
          >
            <Empty title="Todavía no pidió ninguna" />
          </PagedTable>
        )}
      </Loaded>
      {shown && <Companies key={shown} id={shown} />}
    </section>
  )
}

const countsOf = ({ espera, en_curso, ok, fallida, omitida }: Operacion['cuantas']): string =>
  [
    ok && plural(ok, 'hecha'),
    fallida && plural(fallida, 'no se pudo', 'no se pudieron'),
    en_curso && `${en_curso} en curso`,
    espera && `${espera} en espera`,
    omitida && plural(omitida, 'no se hizo', 'no se hicieron'),
  ]
    .filter(Boolean)
    .join(', ')

const COLUMNS: readonly Column<DeEmpresa>[] = [
  {
    id: 'empresa',
    title: 'Empresa',
    head: true,
    cell: ({ rut, razon_social, estado }) => (
      <>
        <Link href={estado === 'fallida' ? `/${rut}/acceso-sii` : `/${rut}/operaciones`}>{razon_social}</Link>
        <br />
        <small>{formatRut(rut)}</small>
      </>
    ),
  },
  { id: 'estado', title: 'Estado', cell: ({ estado }) => <StatusWord of={ESTADO_EMPRESA[estado]} /> },
  {
    id: 'razon',
    title: 'Por qué',
    whole: true,
    cell: ({ error, motivo }) => error?.message ?? (motivo ? MOTIVO[motivo] : ''),
  },
]

function Companies({ id }: { id: string }) {
  const query = useApi(
    'GET /v1/firma/operaciones/:id',
    { params: { id } },
    { cada: (answer) => (answer?.data.estado === 'en_curso' ? CADA_MS : false) },
  )
  const cancel = useWrite(
    'POST /v1/firma/operaciones/:id/cancelar',
    'GET /v1/firma/operaciones',
    'GET /v1/firma/operaciones/:id',
  )
  const retry = useWrite(
    'POST /v1/firma/operaciones/:id/reintentar',
    'GET /v1/firma/operaciones',
    'GET /v1/firma/operaciones/:id',
  )
  const fault = cancel.error ?? retry.error
  return (
    <Loaded query={query}>
      {({ data: { tipo, cuantas, empresas } }) => (
        <div className="columna">
          <h3>{NOMBRE_OPERACION[tipo]}</h3>
          <div className="acciones">
            {cuantas.fallida > 0 && (
              <Button busy={retry.isPending} onClick={() => retry.mutate({ params: { id } })}>
                Reintentar las que fallaron
              </Button>
            )}
            {cuantas.espera > 0 && (
              <Button busy={cancel.isPending} onClick={() => cancel.mutate({ params: { id } })}>
                Cancelar las que esperan
              </Button>
            )}
          </div>
          {fault && <FaultNotice fault={fault} />}
          <DataTable
            caption="Empresas de la operación"
            columns={COLUMNS}
            rows={empresas}
            rowKey={(empresa) => empresa.id}
          />
        </div>
      )}
    </Loaded>
  )
}
