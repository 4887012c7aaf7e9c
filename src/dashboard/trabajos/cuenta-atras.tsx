// How long until an instant, by the second while it is near.

import { useEffect, useState } from 'react'
import { formatInstant } from '../ui/format'
import { Moment } from '../ui/moment'

const NEAR_MS = 120_000

export function CuentaAtras({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = Date.parse(at) - now
  if (left > NEAR_MS) return <Moment at={at} />
  return (
    <time dateTime={at} title={formatInstant(at)} className="cifra">
      {left <= 0 ? 'ahora' : `en ${Math.ceil(left / 1000)} s`}
    </time>
  )
}
