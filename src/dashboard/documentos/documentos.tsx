// The issued documents: filtered, in pages, chosen, exported (dashboard §10).

import { useState } from 'react'
import { chileDate } from '../../domain/fecha'
import { claveOf } from '../api/keys'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { usePolling } from '../shell/connection'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { NOMBRE_AMBIENTE } from '../ui/ambiente'
import { Button, LinkButton } from '../ui/button'
import { formatDate, formatNumber, plural } from '../ui/format'
import { Empty } from '../ui/notice'
import { DocumentTable } from './document-table'
import { Export } from './export'
import { FilterBar } from './filter-bar'
import { daysOf, describe, isFiltered, LIMITE, NO_FILTERS, queryOf } from './filters'
import { keyOf } from './rows'
import { Selection } from './selection'
import { useFilters } from './use-filters'
import { useShown } from './use-shown'

const POLL_MS = 30_000

export default function Documentos() {
  const found = useFilters()
  const { filters, place, change } = found
  const [hoy] = useState(() => chileDate(new Date()))
  const fields = {
    limite: LIMITE,
    ...queryOf(filters, hoy),
    ...(filters.orden ? { orden: filters.orden, pagina: place.pagina } : { cursor: place.cursor }),
  }
  const query = useApi(
    'GET /v1/documentos',
    { query: fields },
    { conservar: true, cada: usePolling(POLL_MS) },
  )
  const asked = JSON.stringify(claveOf('GET /v1/documentos', { query: fields }))
  const shown = useShown(query, asked, !filters.orden)
  const [chosen, setChosen] = useState<{ asked: string; keys: ReadonlySet<string> }>()
  const keys = chosen?.asked === asked ? chosen.keys : NONE
  const pages = query.data?.paginacion
  const total = pages?.total ?? 0
  return (
    <Page
      title="Documentos"
      actions={
        <>
          <LinkButton href="/recurrentes">Series</LinkButton>
          {total > 0 && (
            <Export
              query={queryOf(filters, hoy)}
              days={daysOf(filters, hoy)}
              total={total}
              orden={filters.orden}
            />
          )}
        </>
      }
    >
      <p className="de-impresion">
        {describe(filters, hoy)} · al {formatDate(hoy)}
      </p>
      <FilterBar {...found} />
      <Loaded query={query}>
        {() =>
          shown.rows.length === 0 ? (
            <NoDocuments filtered={isFiltered(filters, hoy)} onClear={() => change(NO_FILTERS)} />
          ) : (
            <section className="seccion lista-documentos" aria-label="Documentos hallados">
              <div className="acciones sobre-tabla">
                <p role="status">
                  {countOf(total, shown.rows.length, found.before, filters.orden, place.pagina)}
                </p>
                {(shown.news > 0 || shown.rows.some(({ gone }) => gone)) && (
                  <Button small onClick={shown.showNews}>
                    {shown.news > 0 ? `${plural(shown.news, 'nuevo')} ↑` : 'Actualizar ↑'}
                  </Button>
                )}
              </div>
              <DocumentTable
                rows={shown.rows}
                stale={query.isPlaceholderData}
                chosen={keys}
                onChoose={(next) => setChosen({ asked, keys: next })}
              />
              <Selection
                rows={shown.rows.filter((row) => keys.has(keyOf(row)))}
                onClear={() => setChosen(undefined)}
              />
              <Pager found={found} cursor={pages?.cursor ?? null} pages={pages?.paginas ?? 1} />
            </section>
          )
        }
      </Loaded>
    </Page>
  )
}

const NONE: ReadonlySet<string> = new Set()

function countOf(total: number, rows: number, before: number | null, orden: string, pagina: number): string {
  const first = orden ? (pagina - 1) * LIMITE : before
  if (first === null || total <= rows) return plural(total, 'documento')
  return `${formatNumber(first + 1)} a ${formatNumber(first + rows)} de ${plural(total, 'documento')}`
}

function Pager({
  found: { filters, place, before, go },
  cursor,
  pages,
}: {
  found: ReturnType<typeof useFilters>
  /** Where the list goes on, in the usual order. */
  cursor: string | null
  pages: number
}) {
  const { pagina } = place
  const toPage = (to: number) => () => go({ cursor: '', pagina: to }, 0)
  const back = filters.orden ? pagina > 1 : place.cursor !== ''
  const more = filters.orden ? pagina < pages : cursor !== null
  if (!back && !more) return null
  const previous = filters.orden ? toPage(pagina - 1) : before === null ? null : () => history.back()
  const next = filters.orden
    ? toPage(pagina + 1)
    : () => go({ cursor: cursor ?? '', pagina: 1 }, (before ?? 0) + LIMITE)
  return (
    <nav className="acciones" aria-label="Páginas">
      {back && <Button onClick={toPage(1)}>Al principio</Button>}
      {back && previous && <Button onClick={previous}>Anteriores</Button>}
      {more && <Button onClick={next}>Siguientes</Button>}
    </nav>
  )
}

function NoDocuments({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { ambiente, puede, soloMira } = useSesion()
  if (filtered)
    return (
      <Empty title="Ningún documento con estos filtros">
        <Button onClick={onClear}>Quitar los filtros</Button>
      </Empty>
    )
  return (
    <Empty title={`Aún no emite en ${NOMBRE_AMBIENTE[ambiente].toLowerCase()}`}>
      <p>Aquí quedan los documentos emitidos, con lo que el SII dice de cada uno.</p>
      {puede('dte:emitir') && !soloMira && <LinkButton href="/emitir/33">Emitir factura</LinkButton>}
    </Empty>
  )
}
