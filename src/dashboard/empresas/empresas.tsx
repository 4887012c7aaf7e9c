// `/empresas`: the companies of the account that the person sees, and those that were deleted.

import { useState } from 'react'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { needing, useCompaniesAttention } from '../shell/companies-attention'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { companiesFor } from '../shell/palette-rank'
import { Button } from '../ui/button'
import { DataTable } from '../ui/data-table'
import { TextField } from '../ui/field'
import { Empty } from '../ui/notice'
import { Pager } from '../ui/pager'
import { Segments } from '../ui/segments'
import { columnsOf, Found } from './company-rows'
import { Deleted } from './deleted'
import { NewCompany } from './new-company'

const CUALES = [
  ['vivas', 'En uso'],
  ['atencion', 'Requieren atención'],
  ['eliminadas', 'Eliminadas'],
] as const

/** As many as are found by eye. */
const FROM = 8

export default function Empresas() {
  const { puede, empresas, empresa } = useSesion()
  const [cuales, setCuales] = useState<(typeof CUALES)[number][0]>('vivas')
  const [pagina, setPagina] = useState(1)
  const [creating, setCreating] = useState(false)
  const [text, setText] = useState('')
  const { query: summary, ...waiting } = useCompaniesAttention({ alone: true })
  const columns = columnsOf(empresa.id, waiting)
  const mayChange = puede('empresa:administrar')
  const query = useApi(
    'GET /v1/empresa',
    { consulta: { limite: 50, pagina, ...(cuales === 'eliminadas' && { eliminadas: 'true' as const }) } },
    { conservar: true },
  )
  return (
    <Page
      title="Empresas"
      actions={
        mayChange && (
          <Button tone="primario" onClick={() => setCreating(true)}>
            Crear una empresa
          </Button>
        )
      }
    >
      <Segments
        label="Qué empresas"
        options={CUALES.filter(([id]) => id !== 'atencion' || puede('dte:leer'))}
        selected={cuales}
        onSelect={(chosen) => {
          setCuales(chosen)
          setPagina(1)
        }}
      />
      {cuales === 'vivas' && empresas.length >= FROM && (
        <search>
          <TextField
            label="Buscar"
            hint="Parte de la razón social o del RUT"
            type="search"
            value={text}
            onChange={setText}
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
              onClear={() => setCuales('vivas')}
            />
          )}
        </Loaded>
      ) : (
        <Loaded query={query}>
          {({ data, paginacion }) =>
            cuales === 'vivas' && text.trim() ? (
              <Found
                rows={companiesFor(text, empresas)}
                columns={columns}
                nothing="Ninguna empresa suya se llama así"
                onClear={() => setText('')}
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
                <Pager {...paginacion} onPage={setPagina} />
              </>
            ) : (
              <Empty title={cuales === 'vivas' ? 'Ninguna empresa a la vista' : 'Ninguna empresa eliminada'}>
                {cuales === 'eliminadas' && (
                  <Button onClick={() => setCuales('vivas')}>Ver las que están en uso</Button>
                )}
              </Empty>
            )
          }
        </Loaded>
      )}
      {creating && <NewCompany onClose={() => setCreating(false)} />}
    </Page>
  )
}
