// Whether the account demands a second factor of all its people: an owner's decision (http §14.1).

import { useApi, useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { notify } from '../shell/notices'
import { Button, LinkButton } from '../ui/button'

export function DemandFactor() {
  const cuenta = useApi('GET /v1/cuenta')
  const own = useApi('GET /auth/segundo-factor')
  const set = useWrite('PUT /v1/cuenta/segundo-factor', 'GET /v1/cuenta', 'GET /auth/segundo-factor')
  const change = (exigido: boolean): void =>
    set.mutate(
      { body: { exigido } },
      {
        onSuccess: () =>
          notify({
            tone: 'bien',
            title: exigido ? 'La cuenta exige el segundo factor' : 'La cuenta ya no exige el segundo factor',
          }),
      },
    )
  return (
    <section className="seccion" aria-labelledby="exigir-factor">
      <h2 id="exigir-factor">Segundo factor de todos</h2>
      <Loaded query={cuenta}>
        {({ data: { segundo_factor_exigido: exigido } }) => (
          <>
            <p>
              {exigido
                ? 'La cuenta lo exige: quien no lo tiene sólo puede activarlo al entrar. Las llaves de API no lo usan.'
                : 'Cada persona decide si lo usa. Si la cuenta lo exige, quien no lo tiene sólo puede activarlo al entrar.'}
            </p>
            {!exigido && own.data && !own.data.data.activo && (
              <p>Para exigirlo, active antes el suyo en Mi acceso.</p>
            )}
            {set.error && <FaultNotice fault={set.error} />}
            <div>
              {exigido || own.data?.data.activo ? (
                <Button busy={set.isPending} onClick={() => change(!exigido)}>
                  {exigido ? 'Dejar de exigirlo' : 'Exigirlo a todas las personas'}
                </Button>
              ) : (
                own.data && <LinkButton href="/yo">Ir a Mi acceso</LinkButton>
              )}
            </div>
          </>
        )}
      </Loaded>
    </section>
  )
}
