// Stands for what is on its way: nothing for 150 ms, then lines where text will be.

import { useEffect, useState } from 'react'

const PATIENCE_MS = 150
const WIDTHS = ['62%', '88%', '74%', '91%', '55%', '80%', '68%', '84%']

export function Skeleton({ lines = 4, label = 'Cargando' }: { lines?: number; label?: string }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
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
  )
}
