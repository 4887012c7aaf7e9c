// `/webhooks`: the addresses that are told of events, and whether they answer (dashboard §10).

import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { DataOf } from '../api/client'
import { useApi } from '../api/query'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { Button } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { plural } from '../ui/format'
import { Moment } from '../ui/moment'
import { Empty } from '../ui/notice'
import { SecretShown } from './secret'
import { WebhookDialog } from './webhook-dialog'
import type { Webhook } from './webhook-form'
import { WebhookStatus } from './webhook-status'

const COLUMNS: readonly Column<Webhook>[] = [
  {
    id: 'url',
    title: 'Dirección',
    head: true,
    cell: ({ id, url, descripcion }) => (
      <>
        <Link href={`/webhooks/${id}`} className="codigo">
          {url}
        </Link>
        {descripcion && (
          <>
            <br />
            <small>{descripcion}</small>
          </>
        )}
      </>
    ),
  },
  {
    id: 'eventos',
    title: 'Eventos',
    cell: ({ eventos }) => (eventos.length ? plural(eventos.length, 'evento') : 'Todos los eventos'),
  },
  { id: 'creado', title: 'Creado', extra: true, cell: ({ created_at }) => <Moment at={created_at} /> },
  { id: 'estado', title: 'Estado', cell: (webhook) => <WebhookStatus webhook={webhook} /> },
]

export default function Webhooks() {
  const [, navigate] = useLocation()
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<DataOf<'POST /v1/webhooks'> | null>(null)
  const query = useApi('GET /v1/webhooks', { query: { limite: 100 } })
  return (
    <Page
      title="Webhooks"
      actions={
        <Button tone="primario" onClick={() => setCreating(true)}>
          Crear un webhook
        </Button>
      }
    >
      <Loaded query={query}>
        {({ data }) =>
          data.length ? (
            <DataTable caption="Webhooks" columns={COLUMNS} rows={data} rowKey={({ id }) => id} />
          ) : (
            <Empty title="Ningún webhook todavía">
              <p>
                Un webhook avisa a su programa de lo que pasa: un documento aceptado o rechazado, folios que
                se acaban. Al crearlo puede probarlo con un evento de prueba.
              </p>
              <Button onClick={() => setCreating(true)}>Crear el primero</Button>
            </Empty>
          )
        }
      </Loaded>
      {creating && (
        <WebhookDialog
          onClose={() => setCreating(false)}
          onMade={(one) => {
            setCreating(false)
            setMade(one)
          }}
        />
      )}
      {made && <SecretShown secreto={made.secreto} onKept={() => navigate(`/webhooks/${made.id}`)} />}
    </Page>
  )
}
