// Stands for what is on its way: nothing for 150 ms, then lines where text will be; a server that hangs is told in words.

import { useEffect, useState } from 'react'

const PATIENCE_MS = 150
const LONG_MS = 10_000
const WIDTHS = ['62%', '88%', '74%', '91%', '55%', '80%', '68%', '84%']

export function Skeleton({ lines = 4, label = 'Cargando' }: { lines?: number; label?: string }) {
  const [shown, setShown] = useState(false)
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timers = [setTimeout(() => setShown(true), PATIENCE_MS), setTimeout(() => setLong(true), LONG_MS)]
    return () => timers.forEach(clearTimeout)
  }, [])
  return (
    <>
      {long && <p role="status">El servidor tarda en responder. Se sigue esperando.</p>}
      <div aria-busy="true">
        {shown && (
          <>
            <span className="solo-lector" role="status">
              {label}
            </span>
            {WIDTHS.slice(0, lines).map((width) => (
              <span key={width} className="esqueleto" style={{ width }} />
            ))}
          </>
        )}
      </div>
    </>
  )
}
