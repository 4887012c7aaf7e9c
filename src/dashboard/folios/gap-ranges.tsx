// Folios that no document will bear and that the SII still takes for usable, as ranges to annul.

import { useState } from 'react'
import type { DataOf } from '../api/client'
import { useApi } from '../api/query'
import { PagedList } from '../shell/paged-list'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { formatDate, formatNumber } from '../ui/format'
import { Empty } from '../ui/notice'
import { shortName } from '../ui/tipo'
import { nameOf, rangeOf, type Tramo } from './annul'
import { AnnulDialog } from './annul-dialog'
import { Huecos } from './huecos'

type GapRange = DataOf<'GET /v1/dte/folios/por-anular'>[number]

const LIMITE = 50

export function GapRanges({ asks, onStarted }: { asks: boolean; onStarted: (jobId: string) => void }) {
  const [pagina, setPagina] = useState(1)
  /** Null lets the person say which. */
  const [annulling, setAnnulling] = useState<{ tramo: Tramo | null } | null>(null)
  const query = useApi(
    'GET /v1/dte/folios/por-anular',
    { query: { pagina, limite: LIMITE } },
    { conservar: true },
  )
  const columns: Column<GapRange>[] = [
    { id: 'tipo', title: 'Documento', head: true, cell: ({ tipo_dte }) => shortName(tipo_dte) },
    { id: 'folios', title: 'Folios', before: 'Folios', cell: rangeOf },
    {
      id: 'cuantos',
      title: 'Cuántos',
      before: 'Cuántos',
      numeric: true,
      cell: ({ cantidad }) => formatNumber(cantidad),
    },
    {
      id: 'causa',
      title: 'Por qué',
      whole: true,
      cell: ({ causa, vence_el }) =>
        causa === 'hueco'
          ? 'Ningún documento los llevará'
          : `Quedaron sin usar al vencer${vence_el ? ` el ${formatDate(vence_el)}` : ''}`,
    },
    {
      id: 'anular',
      title: <span className="solo-lector">Anular</span>,
      cell: (one) => (
        <Button
          small
          tone="peligro"
          aria-haspopup="dialog"
          aria-label={`Anular ${nameOf(one)}`}
          onClick={() => setAnnulling({ tramo: one })}
        >
          Anular
        </Button>
      ),
    },
  ]
  return (
    <div className="columna">
      <PagedList
        query={query}
        caption="Folios por anular en el SII"
        columns={asks ? columns : columns.slice(0, -1)}
        rowKey={({ tipo_dte, desde }) => `${tipo_dte}-${desde}`}
        pagina={pagina}
        onPage={setPagina}
      >
        <Empty title="Nada por anular">
          <p>
            Aquí quedan los folios que ningún documento llevará y los que vencieron sin usarse: mientras no se
            anulen, el SII los da por utilizables.
          </p>
        </Empty>
      </PagedList>
      {asks && (
        <div>
          <Button aria-haspopup="dialog" onClick={() => setAnnulling({ tramo: null })}>
            Anular otros folios
          </Button>
        </div>
      )}
      <Huecos asks={asks} />
      {annulling && <AnnulDialog {...annulling} onStarted={onStarted} onClose={() => setAnnulling(null)} />}
    </div>
  )
}
