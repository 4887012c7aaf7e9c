// The messages that were read, and what came of each.

import { Link } from 'wouter'
import { useApi } from '../api/query'
import { useInAddress } from '../shell/in-address'
import { Loaded } from '../shell/loaded'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { SelectField } from '../ui/field'
import { formatInstant, plural } from '../ui/format'
import { Empty } from '../ui/notice'
import { PagedTable } from '../ui/paged-table'
import { StatusWord } from '../ui/status'
import { shortName } from '../ui/tipo'
import { broughtOf, type Mensaje, RESULTADO } from './state'
import { OPCIONES, SPELLING } from './view'

const COLUMNS: readonly Column<Mensaje>[] = [
  {
    id: 'asunto',
    title: 'Mensaje',
    head: true,
    cell: ({ asunto, de }) => (
      <>
        {asunto || 'Sin asunto'}
        <br />
        <small>{de ?? 'Sin remitente'}</small>
      </>
    ),
  },
  {
    id: 'recibido',
    title: 'Llegó',
    cell: ({ recibido_en }) => <time dateTime={recibido_en}>{formatInstant(recibido_en)}</time>,
  },
  {
    id: 'resultado',
    title: 'Qué pasó',
    cell: ({ resultado }) => <StatusWord of={RESULTADO[resultado]} />,
  },
  { id: 'trajo', title: 'Qué trajo', whole: true, cell: (mensaje) => <Brought {...mensaje} /> },
]

function Brought(mensaje: Mensaje) {
  const { documentos, ignorados } = mensaje
  return (
    <ul className="buzon-trajo">
      {documentos.map(({ id, tipo_dte, folio, razon_social_emisor }) => (
        <li key={id}>
          <Link href={`/recibidos/${id}`}>{`${shortName(tipo_dte)} N° ${folio}`}</Link> de{' '}
          {razon_social_emisor}
        </li>
      ))}
      {broughtOf(mensaje).map((words) => (
        <li key={words}>{words}</li>
      ))}
      {ignorados.map(({ nombre, motivo }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change, and two logos may be called alike
        <li key={at}>
          {nombre && `${nombre}: `}
          {motivo}
        </li>
      ))}
    </ul>
  )
}

export function Mensajes() {
  const { filters, place: pagina, change, go } = useInAddress(SPELLING)
  const query = useApi(
    'GET /v1/recibidos/mensajes',
    { query: { limite: 50, pagina, ...SPELLING.queryOf(filters) } },
    { conservar: true },
  )
  return (
    <section className="seccion" aria-labelledby="mensajes">
      <h2 id="mensajes">Mensajes leídos</h2>
      <Loaded query={query}>
        {({ data, paginacion }) =>
          !data.length && !filters.resultado && pagina === 1 ? (
            <Empty title="Aún no se lee ningún mensaje">
              <p>Cuando se lea el buzón, aquí se ve cada mensaje y qué trajo.</p>
            </Empty>
          ) : (
            <div className="columna">
              <search className="filtros" aria-label="Filtros de mensajes">
                <div className="grilla">
                  <SelectField
                    label="Qué pasó"
                    options={OPCIONES}
                    value={filters.resultado}
                    onChange={(resultado) => change({ resultado })}
                  />
                </div>
              </search>
              <p role="status">{plural(paginacion.total, 'mensaje')}</p>
              <PagedTable
                caption="Mensajes leídos, el último primero"
                columns={COLUMNS}
                rows={data}
                rowKey={({ id }) => id}
                stale={query.isPlaceholderData}
                {...{ paginacion, pagina }}
                onPage={go}
              >
                <Empty title="Ningún mensaje así">
                  <Button onClick={() => change({ resultado: '' })}>Ver todos</Button>
                </Empty>
              </PagedTable>
            </div>
          )
        }
      </Loaded>
    </section>
  )
}
