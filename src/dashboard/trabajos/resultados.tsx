// How far several actions have come, and what came of each.

import { useEffect, useRef } from 'react'
import { FaultNotice } from '../shell/fault-notice'
import { plural } from '../ui/format'
import { Notice } from '../ui/notice'
import type { Marcha, Resultado } from './act'
import { folioOf, nameOf } from './trabajo'

export function Resultados({
  marcha,
  resultados,
}: {
  marcha: Marcha | null
  resultados: readonly Resultado[]
}) {
  const region = useRef<HTMLElement>(null)
  const done = marcha === null && resultados.length > 0
  // The pressed button is gone from the list with its job.
  useEffect(() => {
    if (done) region.current?.focus()
  }, [done])
  return (
    <section ref={region} tabIndex={-1} aria-label="Resultado" className="columna sin-marco">
      <p role="status" className={marcha && marcha.total > 1 ? undefined : 'solo-lector'}>
        {marcha &&
          `${marcha.accion === 'reintentar' ? 'Reintentando' : 'Descartando'}: ${marcha.hechos} de ${plural(marcha.total, 'trabajo')}`}
      </p>
      {resultados.map((resultado) => (
        <Uno key={resultado.trabajo.id} {...resultado} />
      ))}
    </section>
  )
}

function Uno({ trabajo, accion, despues, fault }: Resultado) {
  const name = nameOf(despues ?? trabajo)
  if (fault)
    return (
      <FaultNotice fault={fault}>
        <p>{name}: sigue como estaba.</p>
      </FaultNotice>
    )
  return (
    <Notice tone="bien" title={`${name}: ${accion === 'reintentar' ? 'en curso otra vez' : 'descartado'}`}>
      {accion === 'descartar' && despues && folioOf(despues) && <p>{folioOf(despues)}</p>}
    </Notice>
  )
}
