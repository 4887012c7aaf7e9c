// `/llaves`: the keys by which programs use the API: create, rotate, revoke (dashboard §10).

import { type ComponentProps, useState } from 'react'
import type { DataOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { notify } from '../shell/notices'
import { Page } from '../shell/page'
import { Button } from '../ui/button'
import { Copy } from '../ui/copy'
import { ConfirmDialog } from '../ui/dialog'
import { Empty } from '../ui/notice'
import { Pager } from '../ui/pager'
import { SecretDialog } from '../ui/secret-dialog'
import { curlOf } from './key-form'
import { apart } from './key-state'
import { KeyTable } from './key-table'
import { NewKey } from './new-key'

type Key = DataOf<'GET /v1/apikeys'>[number]
type Made = DataOf<'POST /v1/apikeys'>
type Asking = { what: 'crear' } | { what: 'rotar' | 'revocar'; key: Key }

export default function Llaves() {
  const [pagina, setPagina] = useState(1)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [made, setMade] = useState<Made | null>(null)
  const query = useApi('GET /v1/apikeys', { query: { limite: 50, pagina } }, { conservar: true })
  const close = (): void => setAsking(null)
  return (
    <Page
      title="Llaves"
      actions={
        <Button tone="primario" onClick={() => setAsking({ what: 'crear' })}>
          Crear una llave
        </Button>
      }
    >
      <Loaded query={query}>
        {({ data, paginacion }) =>
          data.length === 0 ? (
            <Empty title="Ninguna llave todavía">
              <p>
                Con una llave, un programa suyo (un ERP, una tienda) emite y consulta sin su contraseña. Cada
                una es de una empresa y puede sólo lo que usted le da.
              </p>
              <Button onClick={() => setAsking({ what: 'crear' })}>Crear la primera</Button>
            </Empty>
          ) : (
            <>
              <Keys
                keys={data}
                stale={query.isPlaceholderData}
                onRotate={(key) => setAsking({ what: 'rotar', key })}
                onRevoke={(key) => setAsking({ what: 'revocar', key })}
              />
              <Pager {...paginacion} onPage={setPagina} />
            </>
          )
        }
      </Loaded>
      {asking?.what === 'crear' && (
        <NewKey
          onClose={close}
          onMade={(one) => {
            close()
            setMade(one)
          }}
        />
      )}
      {asking?.what === 'rotar' && (
        <Rotate
          of={asking.key}
          onClose={close}
          onMade={(one) => {
            close()
            setMade(one)
          }}
        />
      )}
      {asking?.what === 'revocar' && <Revoke of={asking.key} onClose={close} />}
      {made && <Shown made={made} onKept={() => setMade(null)} />}
    </Page>
  )
}

/** Those that work in sight, what no longer does folded below. */
function Keys({ keys, ...rest }: Omit<ComponentProps<typeof KeyTable>, 'caption'>) {
  const { live, ended } = apart(keys, new Date())
  return (
    <>
      {live.length ? (
        <KeyTable caption="Llaves de API" keys={live} {...rest} />
      ) : (
        <p>Ninguna de éstas sirve ya.</p>
      )}
      {ended.length > 0 && (
        <details className="seccion">
          <summary>Revocadas y vencidas ({ended.length})</summary>
          <KeyTable caption="Llaves revocadas y vencidas" keys={ended} {...rest} />
        </details>
      )}
    </>
  )
}

function Rotate({ of, onMade, onClose }: { of: Key; onMade: (made: Made) => void; onClose: () => void }) {
  const rotate = useWrite('POST /v1/apikeys/:id/rotar', 'GET /v1/apikeys')
  return (
    <ConfirmDialog
      title={`Rotar «${of.nombre}»`}
      action="Rotar la llave"
      danger={false}
      busy={rotate.isPending}
      onConfirm={() => rotate.mutate({ params: { id: of.id } }, { onSuccess: ({ data }) => onMade(data) })}
      onClose={onClose}
    >
      <p>
        Se crea otra llave igual. La de ahora sirve 24 horas más, para que alcance a cambiarla en su programa.
      </p>
      {rotate.error && <FaultNotice fault={rotate.error} />}
    </ConfirmDialog>
  )
}

function Revoke({ of, onClose }: { of: Key; onClose: () => void }) {
  const revoke = useWrite('DELETE /v1/apikeys/:id', 'GET /v1/apikeys')
  const done = (): void => {
    notify({ tone: 'bien', title: `La llave «${of.nombre}» ya no sirve` })
    onClose()
  }
  return (
    <ConfirmDialog
      title={`Revocar «${of.nombre}»`}
      action="Revocar la llave"
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate({ params: { id: of.id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>
        Desde la próxima solicitud se rechaza a quien la use
        {of.last_used_at ? '' : '; hasta ahora nadie la usó'}. No se puede deshacer.
      </p>
      {revoke.error && <FaultNotice fault={revoke.error} />}
    </ConfirmDialog>
  )
}

function Shown({ made, onKept }: { made: Made; onKept: () => void }) {
  const { empresas } = useSesion()
  const empresa = empresas.find(({ id }) => id === made.empresa_id)
  const order = curlOf(location.origin, made.api_key, made.scopes)
  return (
    <SecretDialog title="Guarde la llave ahora" onKept={onKept}>
      <p>
        Es la de «{made.nombre}»{empresa && `, para ${empresa.razon_social}`}. Se muestra sólo esta vez: el
        servidor no la conserva.
      </p>
      <Copy text={made.api_key} label="la llave" />
      {order && (
        <div className="columna">
          <h3>Para probarla en un terminal</h3>
          <Copy text={order} label="la orden" />
        </div>
      )}
    </SecretDialog>
  )
}
