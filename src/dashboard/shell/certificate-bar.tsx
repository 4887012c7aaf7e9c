// A certificate that ends within fifteen days, said on every page to who may replace it.

import { Link } from 'wouter'
import { useAttention } from './attention'

const FROM_DAYS = 15
const DAY_MS = 86_400_000

export default function CertificateBar() {
  const certificado = useAttention()?.atencion.find((asunto) => asunto.asunto === 'certificado')
  if (!certificado?.valido_hasta) return null
  const left = Math.floor((Date.parse(certificado.valido_hasta) - Date.now()) / DAY_MS)
  if (left > FROM_DAYS) return null
  const when =
    left < 0 ? 'venció' : left === 0 ? 'vence hoy' : left === 1 ? 'vence mañana' : `vence en ${left} días`
  return (
    <div className="barra-aviso" role="status">
      El certificado digital {when}. <Link href="/certificado">Reemplazar el certificado</Link>
    </div>
  )
}
