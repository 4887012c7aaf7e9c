// Folios that no document here bears: which are used again, which have to be annulled at the SII, which it has of another document.

import { useState } from 'react'
import { Link } from 'wouter'
import type { DataOf } from '../api/client'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { PagedList } from '../shell/paged-list'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { formatDate, formatNumber } from '../ui/format'
import { Status, type Word } from '../ui/status'
import { shortName } from '../ui/tipo'
import { nameOf, type Tramo } from './annul'
import { runsOf } from './retomar'
import { TakeBackDialog } from './take-back-dialog'

type Hueco = DataOf<'GET /v1/dte/folios/huecos'>[number]

const LIMITE = 50
const ESTADO: Readonly<Record<Hueco['estado'], Word>> = {
  por_anular: ['!', 'Anúlelo en el SII', 'aviso'],
  anulado: ['✓', 'Anulado en el SII', 'neutro'],
  reutilizable: ['○', 'Lo toma el próximo documento', 'neutro'],
  emitido_fuera: ['?', 'El SII tiene con él otro documento', 'aviso'],
}

const SEGUN_PERSONA = ['?', 'Usado fuera, según una persona', 'aviso'] as const

const isSaid = ({ dicho_por }: Pick<Hueco, 'dicho_por'>): boolean => dicho_por === 'persona'

/** `asks`: whoever may ask the SII takes back what a person's word set aside. */
export function Huecos({ asks }: { asks: boolean }) {
  const [pagina, setPagina] = useState(1)
  const [taking, setTaking] = useState<Tramo | null>(null)
  const { puede } = useSesion()
  const query = useApi(
    'GET /v1/dte/folios/huecos',
    { query: { pagina, limite: LIMITE } },
    { conservar: true },
  )
  const columns: Column<Hueco>[] = [
    { id: 'tipo', title: 'Documento', head: true, cell: ({ tipo_dte }) => shortName(tipo_dte) },
    { id: 'folio', title: 'Folio', numeric: true, cell: ({ folio }) => formatNumber(folio) },
    {
      id: 'estado',
      title: 'Estado',
      cell: ({ estado, anulado_en, dicho_por }) => {
        const [icon, words, tone] = isSaid({ dicho_por }) ? SEGUN_PERSONA : ESTADO[estado]
        return (
          <Status tone={tone} icon={icon}>
            {anulado_en ? `${words} el ${formatDate(anulado_en)}` : words}
          </Status>
        )
      },
    },
    { id: 'motivo', title: 'Motivo', cell: ({ motivo }) => motivo },
    {
      id: 'trabajo',
      title: 'Trabajo',
      cell: ({ job_id, tipo_dte, folio }) =>
        job_id && (
          <Link href={`/trabajos/${job_id}`} aria-label={`Trabajo de ${shortName(tipo_dte)} ${folio}`}>
            Ver
          </Link>
        ),
    },
  ]
  if (query.data?.paginacion.total === 0) return null
  const jobs = puede('dte:leer') && query.data?.data.some(({ job_id }) => job_id !== null)
  return (
    <section className="seccion" aria-labelledby="huecos">
      <h2 id="huecos">Huecos</h2>
      <p>Folios que se tomaron o se saltaron y que ningún documento de aquí lleva ante el SII.</p>
      {asks && <SetAside runs={runsOf((query.data?.data ?? []).filter(isSaid))} onTake={setTaking} />}
      <PagedList
        query={query}
        caption="Huecos"
        columns={jobs ? columns : columns.slice(0, -1)}
        rowKey={({ tipo_dte, folio }) => `${tipo_dte}-${folio}`}
        pagina={pagina}
        onPage={setPagina}
      />
      {taking && <TakeBackDialog tramo={taking} onClose={() => setTaking(null)} />}
    </section>
  )
}

function SetAside({ runs, onTake }: { runs: readonly Tramo[]; onTake: (run: Tramo) => void }) {
  if (!runs.length) return null
  return (
    <>
      <p>
        Una persona dijo que éstos se usaron en otro programa, y el SII aún no lo dice. Si no fue así, se
        retoman:
      </p>
      <div className="acciones">
        {runs.map((run) => (
          <Button
            key={`${run.tipo_dte} ${run.desde}`}
            small
            aria-haspopup="dialog"
            onClick={() => onTake(run)}
          >
            Retomar {nameOf(run)}
          </Button>
        ))}
      </div>
    </>
  )
}
