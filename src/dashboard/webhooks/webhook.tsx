// `/webhooks/:id`: one address: its state, what it is told, what was sent to it and what it answered.

import { useState } from 'react'
import { useParams } from 'wouter'
import { useApi, useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { Button } from '../ui/button'
import { Menu } from '../ui/menu'
import { Moment } from '../ui/moment'
import { Notice } from '../ui/notice'
import { Deliveries } from './deliveries'
import { Recipe, SecretShown } from './secret'
import { DeleteDialog, RotateDialog } from './webhook-actions'
import { WebhookDialog } from './webhook-dialog'
import { inGroups, type Webhook, wordsOf } from './webhook-form'
import { WebhookStatus } from './webhook-status'

export default function WebhookPage() {
  const { id = '' } = useParams<{ id: string }>()
  const query = useApi('GET /v1/webhooks/:id', { params: { id } })
  const webhook = query.data?.data
  return (
    <Page
      title={webhook ? `Webhook de ${new URL(webhook.url).host}` : 'Webhook'}
      actions={webhook && <Actions webhook={webhook} />}
    >
      <Loaded query={query} missing="Ese webhook" list={['/webhooks', 'Webhooks']}>
        {({ data }) => (
          <>
            <About webhook={data} />
            <Deliveries webhook={data} />
            <Recipe />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function About({ webhook }: { webhook: Webhook }) {
  const { url, descripcion, eventos, created_at, motivo_inactivo, activo } = webhook
  return (
    <>
      {!activo && motivo_inactivo && (
        <Notice tone="mal" quiet title="El servidor lo desactivó">
          <p>{motivo_inactivo}</p>
          <p>Lo que no se entregó no se envía solo: actívelo y reenvíe desde sus entregas.</p>
        </Notice>
      )}
      <dl className="pares">
        <dt>Dirección</dt>
        <dd className="codigo">{url}</dd>
        {descripcion && (
          <>
            <dt>Descripción</dt>
            <dd>{descripcion}</dd>
          </>
        )}
        <dt>Estado</dt>
        <dd>
          <WebhookStatus webhook={webhook} />
        </dd>
        <dt>Eventos</dt>
        <dd>
          {eventos.length
            ? inGroups(eventos).map(([name, own]) => (
                <section key={name} aria-label={name}>
                  <strong>{name}</strong>
                  <ul>
                    {own.map((evento) => (
                      <li key={evento}>
                        {wordsOf(evento)} <small>{evento}</small>
                      </li>
                    ))}
                  </ul>
                </section>
              ))
            : 'Todos, también los de versiones futuras'}
        </dd>
        <dt>Creado</dt>
        <dd>
          <Moment at={created_at} exact />
        </dd>
      </dl>
    </>
  )
}

type Asking = 'cambiar' | 'rotar' | 'borrar'

function Actions({ webhook }: { webhook: Webhook }) {
  const { id, activo } = webhook
  const params = { id }
  const [asking, setAsking] = useState<Asking | null>(null)
  const [rotated, setRotated] = useState<{ secreto: string; secreto_anterior_hasta: string } | null>(null)
  const test = useWrite('POST /v1/webhooks/:id/probar', 'GET /v1/webhooks/:id/entregas')
  const activate = useWrite('POST /v1/webhooks/:id/activar', 'GET /v1/webhooks/:id', 'GET /v1/webhooks')
  const switchOff = useWrite('PUT /v1/webhooks/:id', 'GET /v1/webhooks/:id', 'GET /v1/webhooks')
  const fault = test.error ?? activate.error ?? switchOff.error
  const close = (): void => setAsking(null)
  return (
    <>
      {activo ? (
        <Button tone="primario" busy={test.isPending} onClick={() => test.mutate({ params })}>
          Probar
        </Button>
      ) : (
        <Button tone="primario" busy={activate.isPending} onClick={() => activate.mutate({ params })}>
          Activar
        </Button>
      )}
      <Button onClick={() => setAsking('cambiar')}>Cambiar</Button>
      <Menu
        label="Más"
        aria-label="Más acciones"
        items={[
          { id: 'rotar', label: 'Rotar el secreto', onChoose: () => setAsking('rotar') },
          ...(activo
            ? [
                {
                  id: 'apagar',
                  label: 'Apagar',
                  onChoose: () => switchOff.mutate({ params, body: { activo: false } }),
                },
              ]
            : []),
          { id: 'borrar', label: 'Borrar', danger: true, onChoose: () => setAsking('borrar') },
        ]}
      />
      {fault && <FaultNotice fault={fault} />}
      {asking === 'cambiar' && <WebhookDialog webhook={webhook} onClose={close} />}
      {asking === 'rotar' && (
        <RotateDialog
          id={id}
          onClose={close}
          onRotated={(data) => {
            close()
            setRotated(data)
          }}
        />
      )}
      {asking === 'borrar' && <DeleteDialog webhook={webhook} onClose={close} />}
      {rotated && (
        <SecretShown
          secreto={rotated.secreto}
          until={rotated.secreto_anterior_hasta}
          onKept={() => setRotated(null)}
        />
      )}
    </>
  )
}
