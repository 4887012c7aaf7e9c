// The changes of an item, with their authors: those of its price in a table, and all of them in words.

import { useState } from 'react'
import type { DataOf } from '../api/client'
import { useApi } from '../api/query'
import { Loaded } from '../shell/loaded'
import { PagedList } from '../shell/paged-list'
import type { Column } from '../ui/data-table'
import { formatNumber } from '../ui/format'
import { Moment } from '../ui/moment'
import { Pager } from '../ui/pager'
import { priceWords } from './price'

type Precio = DataOf<'GET /v1/catalogo/:id/precios'>[number]
type Cambio = DataOf<'GET /v1/catalogo/:id/historial'>[number]

const wordsOfPrice = (price: Precio['antes']): string => priceWords({ ...price, exento: false })

const COLUMNS: readonly Column<Precio>[] = [
  { id: 'fecha', title: 'Cuándo', head: true, cell: ({ fecha }) => <Moment at={fecha} exact /> },
  { id: 'antes', title: 'Antes', numeric: true, before: 'Antes', cell: ({ antes }) => wordsOfPrice(antes) },
  {
    id: 'despues',
    title: 'Después',
    numeric: true,
    before: 'Después',
    cell: ({ despues }) => wordsOfPrice(despues),
  },
  { id: 'quien', title: 'Quién', cell: ({ usuario }) => usuario ?? 'Una importación' },
]

export function Prices({ id }: { id: string }) {
  const [pagina, setPagina] = useState(1)
  const query = useApi(
    'GET /v1/catalogo/:id/precios',
    { params: { id }, query: { limite: 10, pagina } },
    { conservar: true },
  )
  return (
    <section className="seccion" aria-labelledby="producto-precios">
      <h2 id="producto-precios">Cambios de precio</h2>
      <PagedList
        query={query}
        caption="Cambios de precio, el último primero"
        columns={COLUMNS}
        rowKey={({ fecha, despues }) => `${fecha} ${despues.precio}`}
        pagina={pagina}
        onPage={setPagina}
      >
        <p>Su precio no ha cambiado.</p>
      </PagedList>
    </section>
  )
}

const NOMBRES: Readonly<Record<string, string>> = {
  codigo: 'código',
  descripcion: 'descripción',
  precio_con_iva: 'precio con IVA',
  impuesto_adicional: 'impuesto adicional',
  cuenta: 'cuenta contable',
  centro: 'centro de costo',
  activo: 'se ofrece',
}

function shownValue(campo: string, value: Cambio['campos'][number]['antes']): string {
  if (value === null) return 'nada'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  return campo === 'precio' ? formatNumber(value) : `«${value}»`
}

function wordsOf({ campo, antes, despues }: Cambio['campos'][number]): string {
  if (campo === 'eliminado') return despues === true ? 'Se eliminó' : 'Se restauró'
  return `${NOMBRES[campo] ?? campo}: de ${shownValue(campo, antes)} a ${shownValue(campo, despues)}`
}

export function History({ id }: { id: string }) {
  const [pagina, setPagina] = useState(1)
  const query = useApi(
    'GET /v1/catalogo/:id/historial',
    { params: { id }, query: { limite: 10, pagina } },
    { conservar: true },
  )
  return (
    <section className="seccion" aria-labelledby="producto-historial">
      <h2 id="producto-historial">Todos los cambios</h2>
      <Loaded query={query}>
        {({ data, paginacion }) =>
          data.length ? (
            <>
              <ul>
                {data.map(({ fecha, usuario, campos }, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two of one instant differ in their place alone
                  <li key={`${fecha} ${i}`}>
                    <Moment at={fecha} /> · {usuario ?? 'Una importación'}
                    {campos.map((campo) => (
                      <div key={campo.campo}>{wordsOf(campo)}</div>
                    ))}
                  </li>
                ))}
              </ul>
              <Pager {...paginacion} onPage={setPagina} />
            </>
          ) : (
            <p>No ha cambiado desde que se creó.</p>
          )
        }
      </Loaded>
    </section>
  )
}
