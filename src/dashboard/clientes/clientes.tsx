// `/clientes`: the customer book: found as one types, made, imported, deleted and brought back (areas/clientes §1, §2).

import { useState } from 'react'
import { useLocation } from 'wouter'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { useInAddress, useTyped } from '../shell/in-address'
import { KeptNotices } from '../shell/kept-notice'
import { Loaded } from '../shell/loaded'
import { Operations } from '../shell/operations'
import { Page } from '../shell/page'
import { SaveCsv } from '../shell/save-csv'
import { Button, LinkButton } from '../ui/button'
import { SelectField, TextField } from '../ui/field'
import { plural } from '../ui/format'
import { Empty, Notice } from '../ui/notice'
import { NoSuchPage, Pager } from '../ui/pager'
import { Segments } from '../ui/segments'
import { ClientDialog } from './client-dialog'
import type { ClientDraft } from './client-form'
import { ClientTable, DeletedClients } from './client-table'
import { ImportDialog } from './import-dialog'
import { ORDENES, SPELLING } from './view'

const CUALES = [
  ['vivos', 'En uso'],
  ['eliminados', 'Eliminados'],
] as const

const LIMITE = 50

export default function Clientes() {
  const { puede, empresa, ambiente } = useSesion()
  const [, navigate] = useLocation()
  const { filters, place: pagina, change, changeSoon, go } = useInAddress(SPELLING)
  const [asking, setAsking] = useState<'crear' | 'importar' | null>(null)
  const [started, setStarted] = useState<string>()
  const mayChange = puede('clientes:escribir')
  const query = useApi(
    'GET /v1/clientes',
    { query: { ...SPELLING.queryOf(filters), limite: LIMITE, pagina } },
    { conservar: true },
  )
  // An address that orders by what the plan has not: the list itself is there all the same.
  const beyondPlan = query.error?.code === 'PLAN_FEATURE'
  const metrics = query.data?.data.some(({ metricas_al }) => metricas_al !== null) ?? false
  return (
    <Page
      title="Clientes"
      actions={
        <>
          {mayChange && (
            <>
              <Button tone="primario" onClick={() => setAsking('crear')}>
                Crear un cliente
              </Button>
              <Button onClick={() => setAsking('importar')}>Importar</Button>
            </>
          )}
          <SaveCsv
            route="GET /v1/clientes"
            query={SPELLING.queryOf({ ...filters, orden: 'razon_social' })}
            name={`clientes_${empresa.rut}_${ambiente}.csv`}
          />
        </>
      }
    >
      {mayChange && asking === null && <Unsaved onCreate={() => setAsking('crear')} />}
      <search className="filtros" aria-label="Qué clientes">
        <Segments
          label="Qué clientes"
          options={CUALES}
          selected={filters.eliminados ? 'eliminados' : 'vivos'}
          onSelect={(which) => change({ eliminados: which === 'eliminados' })}
        />
        <div className="grilla">
          <SearchField value={filters.q} onChange={(q) => changeSoon({ q })} />
          {(metrics || filters.orden !== 'razon_social') && !beyondPlan && (
            <SelectField
              label="Orden"
              options={ORDENES}
              value={filters.orden}
              onChange={(orden) => change({ orden })}
            />
          )}
        </div>
      </search>
      {puede('clientes:leer') && <Operations base="/v1/clientes" title="Importaciones" started={started} />}
      {beyondPlan ? (
        <FaultNotice fault={query.error!}>
          <Button onClick={() => change({ orden: 'razon_social' })}>Ordenar por nombre</Button>
        </FaultNotice>
      ) : (
        <Loaded query={query}>
          {({ data, paginacion }) => (
            <>
              {data.length > 0 ? (
                <>
                  <p role="status">{plural(paginacion.total, 'cliente')}</p>
                  {filters.eliminados ? (
                    <DeletedClients rows={data} stale={query.isPlaceholderData} mayChange={mayChange} />
                  ) : (
                    <ClientTable rows={data} stale={query.isPlaceholderData} />
                  )}
                  <Pager {...paginacion} onPage={(pagina) => go(pagina)} />
                </>
              ) : pagina > 1 ? (
                <NoSuchPage onFirst={() => go(1)} />
              ) : filters.q ? (
                <Empty title={`Ningún cliente con «${filters.q}»`}>
                  <Button onClick={() => change({ q: '' })}>Ver todos</Button>
                </Empty>
              ) : filters.eliminados ? (
                <Empty title="Ningún cliente eliminado">
                  <Button onClick={() => change({ eliminados: false })}>Ver los que están en uso</Button>
                </Empty>
              ) : (
                <Empty title="Ningún cliente todavía">
                  <p>
                    Con ellos, emitir es escribir parte del nombre o el RUT: lo demás se completa solo. Puede
                    traerlos de lo que ya emitió, del registro de ventas o de una planilla.
                  </p>
                  {mayChange && (
                    <div className="acciones">
                      <Button tone="primario" onClick={() => setAsking('importar')}>
                        Importar
                      </Button>
                      <Button onClick={() => setAsking('crear')}>Crear el primero</Button>
                    </div>
                  )}
                </Empty>
              )}
              {data.length > 0 && !filters.eliminados && !metrics && (
                <Notice tone="neutro" title="Cuánto le factura a cada uno" quiet>
                  <p>
                    El plan Profesional muestra lo facturado y el último documento de cada cliente, y los
                    ordena por ellos.
                  </p>
                  {puede('billing:administrar') && <LinkButton href="/plan">Ver los planes</LinkButton>}
                </Notice>
              )}
            </>
          )}
        </Loaded>
      )}
      {asking === 'crear' && (
        <ClientDialog onClose={() => setAsking(null)} onDone={({ id }) => navigate(`/clientes/${id}`)} />
      )}
      {asking === 'importar' && <ImportDialog onStarted={setStarted} onClose={() => setAsking(null)} />}
    </Page>
  )
}

/** A customer begun, and changes of others. */
const Unsaved = ({ onCreate }: { onCreate: () => void }) => (
  <>
    <KeptNotices<ClientDraft>
      kind="cliente"
      nameOf={({ razon_social }, id) => (id ? null : razon_social?.trim() || 'un cliente sin nombre')}
      onResume={onCreate}
    />
    <KeptNotices<ClientDraft>
      kind="cliente"
      nameOf={({ razon_social }, id) => (id ? `cambios de ${razon_social?.trim() || 'un cliente'}` : null)}
      href={(id) => `/clientes/${id}?editar`}
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
      placeholder="RUT, nombre, giro o correo"
      autoComplete="off"
      spellCheck={false}
      {...field}
    />
  )
}
