// Too many requests in a row: what was asked goes again by itself, under its own key, when the count is down.

import { useEffect, useState } from 'react'

/** `until`: milliseconds since 1970; nothing once it has passed. */
export default function HeldBar({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now)
  const over = now >= until
  useEffect(() => {
    if (over) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [over])
  if (over) return null
  return (
    <div className="barra-aviso" role="status">
      Demasiadas solicitudes seguidas: lo pedido se envía de nuevo{' '}
      {/* The count is for who sees it: told each second it would drown the rest. */}
      <span className="solo-lector">en un momento</span>
      <span aria-hidden="true">en {Math.ceil((until - now) / 1000)} s</span>.
    </div>
  )
}
