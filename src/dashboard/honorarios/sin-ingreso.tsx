// The cause that keeps a boleta de terceros from being issued, when the SII lets nobody in.

import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { LinkButton } from '../ui/button'
import { Notice } from '../ui/notice'
import { whyNotIssued } from './vista'

/** Said before anything is typed: the SII issues these by the clave tributaria. */
export function SinIngreso() {
  const { empresa, puede } = useSesion()
  const portal = useApi(
    'GET /v1/empresa/:id/portal',
    { params: { id: empresa.id } },
    { activa: puede('empresa:leer') },
  ).data?.data
  const bte = portal?.operaciones.find(({ operacion }) => operacion === 'bte')
  const why = bte && whyNotIssued(bte)
  if (!why) return null
  return (
    <Notice tone="aviso" title={why.title} quiet>
      <p>{why.text}</p>
      <div>
        <LinkButton href="/acceso-sii">Ver el acceso al SII</LinkButton>
      </div>
    </Notice>
  )
}
