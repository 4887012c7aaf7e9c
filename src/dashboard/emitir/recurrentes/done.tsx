// The outcome of each date of a series, with the way to its document or draft, or why it waits (areas/recurrentes §4).

import { useState } from 'react'
import { Link } from 'wouter'
import { useApi } from '../../api/query'
import type { Ocurrencia, Serie } from '../../api/routes.gen'
import { useSesion } from '../../api/sesion'
import { PagedList } from '../../shell/paged-list'
import type { Column } from '../../ui/data-table'
import { formatDate, formatInstant } from '../../ui/format'
import { Moment } from '../../ui/moment'
import { StatusWord } from '../../ui/status'
import { shortName } from '../../ui/tipo'
import { DateActions } from './date-actions'
import { dayWords } from './rule-words'
import { ESTADO_FECHA, rightsOf } from './words'

function Outcome({ row }: { row: Ocurrencia }) {
  const { puede } = useSesion()
  const { dte, borrador_id, mover_a, mensaje, proximo_intento, estado, propia } = row
  return (
    <>
      <StatusWord of={ESTADO_FECHA[estado]} />{' '}
      {dte?.tipo_dte && dte.folio ? (
        <Link href={`/documentos/${dte.tipo_dte}/${dte.folio}`}>
          {shortName(dte.tipo_dte)} N° {dte.folio}
        </Link>
      ) : (
        dte && <Link href={`/trabajos/${dte.job_id}`}>Ver el trabajo</Link>
      )}{' '}
      {borrador_id && puede('borradores:escribir') && (
        <Link href={`/borradores/${borrador_id}`}>Ver el borrador</Link>
      )}{' '}
      {estado === 'cambiada' && mover_a && <>Se hace el {formatDate(mover_a)}. </>}
      {estado === 'cambiada' && propia && 'Con su propio contenido. '}
      {mensaje && <small>{mensaje}</small>}{' '}
      {proximo_intento && <small>Se intenta otra vez el {formatInstant(proximo_intento)}.</small>}
    </>
  )
}

const COLUMNS: readonly Column<Ocurrencia>[] = [
  {
    id: 'fecha',
    title: 'Fecha',
    head: true,
    cell: ({ fecha }) => <span className="fija">{dayWords(fecha)}</span>,
  },
  { id: 'que', title: 'Qué quedó', whole: true, cell: (row) => <Outcome row={row} /> },
  { id: 'cuando', title: 'Cuándo', extra: true, cell: ({ updated_at }) => <Moment at={updated_at} /> },
]

/** Others than those that wait are among the next ones, or done. */
const actsOn = (serie: Serie): Column<Ocurrencia> => ({
  id: 'acciones',
  title: 'Acciones',
  cell: ({ fecha, estado }) => (estado === 'detenida' ? <DateActions {...{ serie, fecha, estado }} /> : null),
})

export function Done({ serie }: { serie: Serie }) {
  const [pagina, setPagina] = useState(1)
  const query = useApi(
    'GET /v1/recurrentes/:id/ocurrencias',
    { params: { id: serie.id }, query: { limite: 20, pagina } },
    { conservar: true },
  )
  const sesion = useSesion()
  const acts = serie.estado === 'detenida' && rightsOf(serie, sesion).omitir
  return (
    <section className="seccion" aria-labelledby="serie-hecho">
      <h2 id="serie-hecho">Lo que quedó de cada fecha</h2>
      <PagedList
        query={query}
        caption="Lo que quedó de cada fecha, la última primero"
        columns={acts ? [...COLUMNS, actsOn(serie)] : COLUMNS}
        rowKey={({ fecha }) => fecha}
        pagina={pagina}
        onPage={setPagina}
      >
        <p>Todavía ninguna se ha hecho ni cambiado.</p>
      </PagedList>
    </section>
  )
}
