// `/operaciones`: what is done at the SII by itself, by subject: under way, stopped, and over (jobs §6).

import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useSesion } from '../api/sesion'
import { BASES, type Base, TODAS } from '../shell/bases'
import { Operations } from '../shell/operations'
import { Forbidden, Page } from '../shell/page'
import { Tabs } from '../ui/tabs'
import { Historial } from './historial'
import { hrefOf, parseVista } from './view'

const VISTAS = [
  { id: 'ahora', label: 'En curso y detenidas' },
  { id: 'historial', label: 'Historial' },
] as const

export default function Operaciones() {
  const { puede } = useSesion()
  const [first, ...rest] = TODAS.filter((base) => puede(BASES[base].leer))
  return (
    <Page title="Operaciones en el SII">
      {first ? <Vistas bases={[first, ...rest]} /> : <Forbidden permiso={BASES[TODAS[0] as Base].leer} />}
    </Page>
  )
}

function Vistas({ bases }: { bases: readonly [Base, ...Base[]] }) {
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const here = parseVista(params, bases)
  return (
    <Tabs
      label="Operaciones"
      tabs={VISTAS}
      selected={here.vista}
      onSelect={(vista) => navigate(hrefOf({ ...here, vista, pagina: 1 }), { replace: true })}
    >
      {here.vista === 'ahora' ? (
        <div className="columna">
          <p>
            Lo que Timbre hace por la empresa en el SII sigue solo, aunque cierre esta página. Lo que se
            detiene espera aquí a que alguien lo reintente o lo descarte.
          </p>
          <Presentes bases={bases} />
        </div>
      ) : (
        <Historial {...here} bases={bases} onGo={(to) => navigate(hrefOf({ ...here, ...to }))} />
      )}
    </Tabs>
  )
}

/** So many subjects are asked for at once; the others once the first view stands (dashboard §14). */
const PRIMERAS = 4
const QUIETO_MS = 1500

function Presentes({ bases }: { bases: readonly Base[] }) {
  const [all, setAll] = useState(bases.length <= PRIMERAS)
  const fetching = useIsFetching() > 0
  useEffect(() => {
    if (all || fetching) return
    const timer = setTimeout(() => setAll(true), QUIETO_MS)
    return () => clearTimeout(timer)
  }, [all, fetching])
  return bases
    .slice(0, all ? undefined : PRIMERAS)
    .map((base) => (
      <Operations key={base} base={base} title={BASES[base].nombre} empty="Nada en curso ni detenido." />
    ))
}
