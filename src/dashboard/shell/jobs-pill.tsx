// How many jobs wait for a person, seen from every page; nothing while none does.

import { Link } from 'wouter'
import { useApi } from '../api/query'
import { plural } from '../ui/format'
import { usePolling } from './connection'

const EVERY_MS = 30_000

export function JobsPill() {
  const cada = usePolling(EVERY_MS)
  const { data } = useApi('GET /v1/dte/emision', { consulta: { estado: 'failed,dlq', limite: 1 } }, { cada })
  const waiting = data?.paginacion.total ?? 0
  if (waiting === 0) return null
  return (
    <Link href="/trabajos" className="boton peligro chico">
      {plural(waiting, 'detenido')}
    </Link>
  )
}
