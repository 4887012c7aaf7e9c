// A certificate that ends within fifteen days, said on every page to who may replace it.

import { Link } from 'wouter'
import { useApiOrNull } from '../api/query'
import { useSesion } from '../api/sesion'

const FROM_DAYS = 15
const EVERY_MS = 3_600_000

export default function CertificateBar() {
  const { empresa } = useSesion()
  const { data } = useApiOrNull(
    'GET /v1/empresa/:id/certificado',
    { ruta: { id: empresa.id } },
    { cada: EVERY_MS },
  )
  const left = data?.data.dias_restantes
  if (left === undefined || left > FROM_DAYS) return null
  const when =
    left < 0 ? 'venció' : left === 0 ? 'vence hoy' : left === 1 ? 'vence mañana' : `vence en ${left} días`
  return (
    <div className="barra-aviso" role="status">
      El certificado digital {when}. <Link href="/certificado">Reemplazar el certificado</Link>
    </div>
  )
}
