// `/catalogo`: the company's products and services: found as one types, made, deleted and brought back (areas/catalogo §1, §2).

import { useState } from 'react'
import { useLocation } from 'wouter'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { useInAddress, useTyped } from '../shell/in-address'
import { KeptNotices } from '../shell/kept-notice'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { SaveCsv } from '../shell/save-csv'
import { Button } from '../ui/button'
import { SelectField, TextField } from '../ui/field'
import { plural } from '../ui/format'
import { Empty } from '../ui/notice'
import { NoSuchPage, Pager } from '../ui/pager'
import { Segments } from '../ui/segments'
import { ProductDialog } from './product-dialog'
import type { ProductDraft } from './product-form'
import { DeletedProducts, ProductTable } from './product-table'
import { ORDENES, SPELLING } from './view'

const CUALES = [
  ['vivos', 'En uso'],
  ['eliminados', 'Eliminados'],
] as const

const LIMITE = 50

export default function Catalogo() {
  const { puede, empresa } = useSesion()
  const [, navigate] = useLocation()
  const { filters, place: pagina, change, changeSoon, go } = useInAddress(SPELLING)
  const [asking, setAsking] = useState(false)
  const mayChange = puede('catalogo:escribir')
  const query = useApi(
    'GET /v1/catalogo',
    { query: { ...SPELLING.queryOf(filters), limite: LIMITE, pagina } },
    { conservar: true },
  )
  const create = (): void => setAsking(true)
  return (
    <Page
      title="Catálogo"
      actions={
        <>
          {mayChange && (
            <Button tone="primario" onClick={create}>
              Crear un producto
            </Button>
          )}
          <SaveCsv
            route="GET /v1/catalogo"
            query={SPELLING.queryOf({ ...filters, orden: 'nombre' })}
            name={`catalogo_${empresa.rut}.csv`}
          />
        </>
      }
    >
      {mayChange && !asking && <Unsaved onCreate={create} />}
      <search className="filtros" aria-label="Qué productos">
        <Segments
          label="Qué productos"
          options={CUALES}
          selected={filters.eliminados ? 'eliminados' : 'vivos'}
          onSelect={(which) => change({ eliminados: which === 'eliminados' })}
        />
        <div className="grilla">
          <SearchField value={filters.q} onChange={(q) => changeSoon({ q })} />
          <SelectField
            label="Orden"
            options={ORDENES}
            value={filters.orden}
            onChange={(orden) => change({ orden })}
          />
        </div>
      </search>
      <Loaded query={query}>
        {({ data, paginacion }) =>
          data.length > 0 ? (
            <>
              <p role="status">{plural(paginacion.total, 'producto')}</p>
              {filters.eliminados ? (
                <DeletedProducts rows={data} stale={query.isPlaceholderData} mayChange={mayChange} />
              ) : (
                <ProductTable rows={data} stale={query.isPlaceholderData} />
              )}
              <Pager {...paginacion} onPage={(to) => go(to)} />
            </>
          ) : pagina > 1 ? (
            <NoSuchPage onFirst={() => go(1)} />
          ) : filters.q ? (
            <Empty title={`Ningún producto con «${filters.q}»`}>
              <Button onClick={() => change({ q: '' })}>Ver todos</Button>
            </Empty>
          ) : filters.eliminados ? (
            <Empty title="Ningún producto eliminado">
              <Button onClick={() => change({ eliminados: false })}>Ver los que están en uso</Button>
            </Empty>
          ) : (
            <Empty title="Ningún producto todavía">
              <p>
                Con ellos, una línea se escribe con parte del nombre o el código: el precio, la unidad y el
                impuesto salen de aquí. Un precio en UF, UTM o dólares se pasa a pesos el día de la emisión.
              </p>
              {mayChange && <Button onClick={create}>Crear el primero</Button>}
            </Empty>
          )
        }
      </Loaded>
      {asking && (
        <ProductDialog onClose={() => setAsking(false)} onDone={({ id }) => navigate(`/catalogo/${id}`)} />
      )}
    </Page>
  )
}

/** An item begun, and changes of others. */
const Unsaved = ({ onCreate }: { onCreate: () => void }) => (
  <>
    <KeptNotices<ProductDraft>
      kind="producto"
      nameOf={({ nombre }, id) => (id ? null : nombre?.trim() || 'un producto sin nombre')}
      onResume={onCreate}
    />
    <KeptNotices<ProductDraft>
      kind="producto"
      nameOf={({ nombre }, id) => (id ? `cambios de ${nombre?.trim() || 'un producto'}` : null)}
      href={(id) => `/catalogo/${id}?editar`}
    />
  </>
)

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const field = useTyped(value, onChange)
  return (
    <TextField
      type="search"
      label="Buscar"
      maxLength={100}
      placeholder="Nombre, código o descripción"
      autoComplete="off"
      spellCheck={false}
      {...field}
    />
  )
}
