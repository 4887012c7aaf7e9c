// `/trabajos`: emissions that wait for a person, are on their way, wait for their hour, or are over.

import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useApi } from '../api/query'
import { useAttention } from '../shell/attention'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { Button } from '../ui/button'
import { SelectField, TextField } from '../ui/field'
import { Empty } from '../ui/notice'
import { Pager } from '../ui/pager'
import { Tabs } from '../ui/tabs'
import { shortName, TIPOS_DTE } from '../ui/tipo'
import { useAct } from './act'
import { Detenidos } from './detenidos'
import {
  consultaOf,
  cuentasOf,
  hrefOfVista,
  PESTANAS,
  type Pestana,
  parseVista,
  type Vista,
} from './pestanas'
import { Resultados } from './resultados'
import { TablaTrabajos } from './tabla'

const NOMBRE: Readonly<Record<Pestana, string>> = {
  detenidos: 'Detenidos',
  'en-curso': 'En curso',
  programados: 'Programados',
  historial: 'Historial',
}
const NADA: Readonly<Record<Pestana, readonly [title: string, text: string]>> = {
  detenidos: ['Nada detenido', 'Ninguna emisión espera a una persona.'],
  'en-curso': [
    'Nada en curso',
    'Lo que se emite pasa por aquí unos segundos, o espera a que el SII responda.',
  ],
  programados: ['Nada programado', 'Aquí esperan su hora los documentos emitidos con fecha futura.'],
  historial: ['Nada todavía', 'Aquí queda cada emisión que el SII recibió o que se descartó.'],
}
const TIPOS = [['', 'Todos'], ...TIPOS_DTE.map((tipo) => [String(tipo), shortName(tipo)] as const)] as const
const TYPING_MS = 300
/** Attempts are no events: what moves is asked again. */
const MOVING_MS = 5000

export default function Trabajos() {
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const vista = parseVista(params)
  const { pestana, q, tipo } = vista
  const query = useApi(
    'GET /v1/dte/emision',
    { query: consultaOf(vista) },
    { conservar: true, cada: pestana === 'en-curso' ? MOVING_MS : false },
  )
  const go = (patch: Partial<Vista>): void =>
    navigate(hrefOfVista({ ...vista, pagina: 1, ...patch }), { replace: !('pagina' in patch) })
  const act = useAct()
  const filtered = q.trim() !== '' || tipo !== ''
  // The poll of every page keeps the other lists fresh; it knows nothing of a filter.
  const trabajos = useAttention()?.trabajos
  const cuentas = trabajos && !filtered ? cuentasOf(trabajos) : null
  const total = query.isPlaceholderData ? undefined : query.data?.paginacion.total
  return (
    <Page title="Trabajos">
      <Tabs
        label="Trabajos"
        tabs={PESTANAS.map((id) => ({
          id,
          label: NOMBRE[id],
          count: id === pestana ? total : cuentas?.[id],
        }))}
        selected={pestana}
        onSelect={(next) => {
          act.olvidar()
          go({ pestana: next })
        }}
      >
        <div className="columna">
          <div className="grilla">
            <Busca key={pestana} q={q} onChange={(text) => go({ q: text })} />
            <SelectField
              label="Tipo de documento"
              options={TIPOS}
              value={tipo}
              onChange={(chosen) => go({ tipo: chosen })}
            />
          </div>
          <Resultados {...act} />
          <Loaded query={query}>
            {({ data, paginacion }) =>
              data.length === 0 ? (
                <Nada pestana={pestana} onClear={filtered ? () => go({ q: '', tipo: '' }) : null} />
              ) : (
                <>
                  {pestana === 'detenidos' ? (
                    <Detenidos trabajos={data} act={act} />
                  ) : (
                    <TablaTrabajos
                      pestana={pestana}
                      trabajos={data}
                      stale={query.isPlaceholderData}
                      act={act}
                    />
                  )}
                  <Pager {...paginacion} onPage={(pagina) => go({ pagina })} />
                </>
              )
            }
          </Loaded>
        </div>
      </Tabs>
    </Page>
  )
}

function Nada({ pestana, onClear }: { pestana: Pestana; onClear: (() => void) | null }) {
  const [title, text] = NADA[pestana]
  if (!onClear)
    return (
      <Empty title={title}>
        <p>{text}</p>
      </Empty>
    )
  return (
    <Empty title="Ningún trabajo con ese filtro">
      <Button onClick={onClear}>Quitar el filtro</Button>
    </Empty>
  )
}

/** Typed text goes to the address once the person pauses. */
function Busca({ q, onChange }: { q: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => {
      change.current(typed)
      setTyped(null)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <TextField
      label="Buscar"
      type="search"
      placeholder="Folio, RUT, cliente o referencia"
      value={typed ?? q}
      onChange={setTyped}
    />
  )
}
