// Folios that no document here bears: which are used again, which have to be annulled at the SII, which it has of another document.

import { useState } from 'react'
import { Link } from 'wouter'
import type { Datos } from '../api/client'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { Loaded } from '../shell/loaded'
import type { Column } from '../ui/data-table'
import { formatDate, formatNumber } from '../ui/format'
import { PagedTable } from '../ui/paged-table'
import { Status, type Tone } from '../ui/status'
import { shortName } from '../ui/tipo'

type Hueco = Datos<'GET /v1/dte/folios/huecos'>[number]

const LIMITE = 50
const ESTADO: Readonly<Record<Hueco['estado'], readonly [icon: string, words: string, tone: Tone]>> = {
  por_anular: ['!', 'Anúlelo en el SII', 'aviso'],
  anulado: ['✓', 'Anulado en el SII', 'neutro'],
  reutilizable: ['○', 'Lo toma el próximo documento', 'neutro'],
  emitido_fuera: ['?', 'El SII tiene con él otro documento', 'aviso'],
}

export function Huecos() {
  const [pagina, setPagina] = useState(1)
  const { puede } = useSesion()
  const query = useApi(
    'GET /v1/dte/folios/huecos',
    { consulta: { pagina, limite: LIMITE } },
    { conservar: true },
  )
  const columns: Column<Hueco>[] = [
    { id: 'tipo', title: 'Documento', head: true, cell: ({ tipo_dte }) => shortName(tipo_dte) },
    { id: 'folio', title: 'Folio', numeric: true, cell: ({ folio }) => formatNumber(folio) },
    {
      id: 'estado',
      title: 'Estado',
      cell: ({ estado, anulado_en }) => {
        const [icon, words, tone] = ESTADO[estado]
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
      <Loaded query={query}>
        {({ data, paginacion }) => (
          <PagedTable
            caption="Huecos"
            columns={jobs ? columns : columns.slice(0, -1)}
            rows={data}
            rowKey={({ tipo_dte, folio }) => `${tipo_dte}-${folio}`}
            stale={query.isPlaceholderData}
            paginacion={paginacion}
            onPage={setPagina}
          />
        )}
      </Loaded>
    </section>
  )
}
