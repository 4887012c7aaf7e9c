// How many jobs wait for a person, seen from every page; nothing while none does.

import { Link } from 'wouter'
import { plural } from '../ui/format'
import { useAttention } from './attention'

export function JobsPill() {
  const trabajos = useAttention()?.trabajos
  const waiting = trabajos ? trabajos.failed + trabajos.dlq : 0
  if (waiting === 0) return null
  return (
    <Link href="/trabajos" className="boton peligro chico">
      {plural(waiting, 'detenido')}
    </Link>
  )
}
