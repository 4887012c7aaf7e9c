// The session that Timbre has open at the SII, and ending it: the SII lets a person have few at once.

import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { PORTAL } from './method'
import { type Portal, sessionOf } from './words'

export function Session({ portal: { sesion }, administra }: { portal: Portal; administra: boolean }) {
  const { empresa } = useSesion()
  const end = useWrite('POST /v1/empresa/:id/portal/cerrar', PORTAL)
  return (
    <section className="seccion" aria-labelledby="sesion-sii">
      <h2 id="sesion-sii">Sesión en el SII</h2>
      <p role="status">{sessionOf(sesion)}</p>
      {end.error && <FaultNotice fault={end.error} />}
      {administra && sesion.estado === 'abierta' && (
        <div>
          <Button
            busy={end.isPending}
            onClick={() =>
              end.mutate(
                { params: { id: empresa.id } },
                { onSuccess: () => notify({ tone: 'bien', title: 'La sesión en el SII se cerró' }) },
              )
            }
          >
            Cerrar la sesión
          </Button>
        </div>
      )}
    </section>
  )
}
