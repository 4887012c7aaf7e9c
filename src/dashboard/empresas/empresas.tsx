// `/empresas`: the companies of the account that the person sees, and those that were deleted.

import { useState } from 'react'
import { useLocation } from 'wouter'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { needing, useCompaniesAttention } from '../shell/companies-attention'
import { filtersOf, oneOf, textFilter } from '../shell/filters'
import { useInAddress, useTyped } from '../shell/in-address'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { companiesFor } from '../shell/palette-rank'
import { Button, LinkButton } from '../ui/button'
import { DataTable } from '../ui/data-table'
import { TextField } from '../ui/field'
import { Empty } from '../ui/notice'
import { NoSuchPage, Pager } from '../ui/pager'
import { Segments } from '../ui/segments'
import { columnsOf, Found } from './company-rows'
import { Deleted } from './deleted'
import { NewCompany } from './new-company'

const CUALES = [
  ['vivas', 'En uso'],
  ['atencion', 'Requieren atención'],
  ['eliminadas', 'Eliminadas'],
] as const

/** The spelling in the screen's address: `?cuales=atencion`. */
const SPELLING = filtersOf('/empresas', { cuales: oneOf(CUALES), q: textFilter })

/** As many as are found by eye. */
const FROM = 8

export default function Empresas() {
  const { puede, empresas, empresa } = useSesion()
  const { filters, place: pagina, change, changeSoon, go } = useInAddress(SPELLING)
  const { cuales } = filters
  const typed = useTyped(filters.q, (q) => changeSoon({ q }))
  const [creating, setCreating] = useState(false)
  const [, navigate] = useLocation()
  const { query: summary, ...waiting } = useCompaniesAttention({ alone: true })
  const columns = columnsOf(empresa.id, waiting)
  const mayChange = puede('empresa:administrar')
  const query = useApi(
    'GET /v1/empresa',
    { query: { limite: 50, pagina, ...(cuales === 'eliminadas' && { eliminadas: 'true' as const }) } },
    { conservar: true },
  )
  return (
    <Page
      title="Empresas"
      actions={
        <>
          {empresas.length > 1 && <LinkButton href="~/app/firma">Ver la firma</LinkButton>}
          {mayChange && (
            <Button tone="primario" onClick={() => setCreating(true)}>
              Crear una empresa
            </Button>
          )}
        </>
      }
    >
      <Segments
        label="Qué empresas"
        options={CUALES.filter(([id]) => id !== 'atencion' || puede('dte:leer'))}
        selected={cuales}
        onSelect={(chosen) => change({ cuales: chosen })}
      />
      {cuales === 'vivas' && empresas.length >= FROM && (
        <search>
          <TextField
            label="Buscar"
            hint="Parte de la razón social o del RUT"
            type="search"
            maxLength={100}
            autoComplete="off"
            {...typed}
          />
        </search>
      )}
      {cuales === 'atencion' ? (
        <Loaded query={summary}>
          {() => (
            <Found
              rows={needing(empresas, waiting.attention)}
              columns={columns}
              nothing="Ninguna empresa requiere atención"
              onClear={() => change({ cuales: 'vivas' })}
            />
          )}
        </Loaded>
      ) : (
        <Loaded query={query}>
          {({ data, paginacion }) =>
            cuales === 'vivas' && filters.q.trim() ? (
              <Found
                rows={companiesFor(filters.q, empresas)}
                columns={columns}
                nothing="Ninguna empresa suya se llama así"
                onClear={() => change({ q: '' })}
              />
            ) : data.length ? (
              <>
                {cuales === 'vivas' ? (
                  <DataTable
                    caption="Empresas"
                    columns={columns}
                    rows={data}
                    rowKey={({ id }) => id}
                    stale={query.isPlaceholderData}
                  />
                ) : (
                  <Deleted rows={data} mayChange={mayChange} stale={query.isPlaceholderData} />
                )}
                <Pager {...paginacion} pagina={pagina} onPage={(to) => go(to)} />
              </>
            ) : pagina > 1 ? (
              <NoSuchPage onFirst={() => go(1)} />
            ) : (
              <Empty title={cuales === 'vivas' ? 'Ninguna empresa a la vista' : 'Ninguna empresa eliminada'}>
                {cuales === 'eliminadas' && (
                  <Button onClick={() => change({ cuales: 'vivas' })}>Ver las que están en uso</Button>
                )}
              </Empty>
            )
          }
        </Loaded>
      )}
      {creating && (
        <NewCompany onCreated={({ id }) => navigate(`/empresas/${id}`)} onClose={() => setCreating(false)} />
      )}
    </Page>
  )
}
