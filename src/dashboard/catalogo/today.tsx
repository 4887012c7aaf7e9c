// A price in another unit as pesos of today, by the value that an emission of today would take.

import { Link } from 'wouter'
import { chileDate } from '../../domain/fecha'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { formatDate, formatNumber } from '../ui/format'
import { pesosOf, servesFrom } from './price'

/** Undefined while it is asked, or where it may not be; null where there is none. */
function useValor(moneda: string): { valor: string; fecha: string } | null | undefined {
  const { puede } = useSesion()
  const hoy = chileDate(new Date())
  const mine = puede('dte:leer') || puede('compras_int:leer')
  const query = useApi(
    'GET /v1/tipos-cambio',
    { query: { moneda, fecha_desde: servesFrom(moneda, hoy), fecha_hasta: hoy, limite: 1 } },
    { activa: moneda !== 'CLP' && mine },
  )
  if (moneda === 'CLP' || !query.data) return undefined
  return query.data.data[0] ?? null
}

export function Today({ precio, moneda }: { precio: string | null; moneda: string }) {
  const { puede } = useSesion()
  const found = useValor(precio === null ? 'CLP' : moneda)
  if (found === undefined || precio === null) return null
  if (found === null)
    return (
      <>
        Sin valor de {moneda} para hoy{' '}
        {puede('compras_int:leer') && <Link href="/compras-internacionales/tipos-cambio">Cargarlo</Link>}
      </>
    )
  return (
    <>
      {pesosOf(precio, found.valor)}{' '}
      <small>
        {moneda} a ${formatNumber(found.valor)} del {formatDate(found.fecha)}
      </small>
    </>
  )
}
