// `/usuarios`: who enters the account, what each may, and who was invited (dashboard §10).

import { useState } from 'react'
import type { DataOf } from '../api/client'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { Button } from '../ui/button'
import { Empty } from '../ui/notice'
import { Pager } from '../ui/pager'
import { DemandFactor } from './demand-factor'
import { Invitations } from './invitations'
import { InvitationShown, Invite } from './invite'
import { People } from './people'

export default function Usuarios() {
  const { rol } = useSesion()
  const [pagina, setPagina] = useState(1)
  const [inviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<DataOf<'POST /v1/usuarios/invitar'> | null>(null)
  const query = useApi('GET /v1/usuarios', { query: { limite: 100, pagina } }, { conservar: true })
  return (
    <Page
      title="Usuarios"
      actions={
        <Button tone="primario" onClick={() => setInviting(true)}>
          Invitar a una persona
        </Button>
      }
    >
      <Loaded query={query}>
        {({ data, paginacion }) => (
          <>
            <People people={data} whole={paginacion.paginas <= 1} stale={query.isPlaceholderData} />
            <Pager {...paginacion} onPage={setPagina} />
            {paginacion.total === 1 && (
              <Empty title="Sólo usted entra a esta cuenta">
                <p>
                  Invite a quien emite, a su contadora o a quien sólo mira: cada uno con su clave y su rol.
                </p>
              </Empty>
            )}
          </>
        )}
      </Loaded>
      <Invitations />
      {rol === 'propietario' && <DemandFactor />}
      {inviting && (
        <Invite
          onClose={() => setInviting(false)}
          onInvited={(one) => {
            setInviting(false)
            setInvited(one)
          }}
        />
      )}
      {invited && <InvitationShown invited={invited} onKept={() => setInvited(null)} />}
    </Page>
  )
}
