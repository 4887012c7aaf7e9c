// `/compras-internacionales`: what came of foreign suppliers, and where each stands; files are dropped here
// (areas/compras-internacionales §1).

import { Link } from 'wouter'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { usePolling } from '../shell/connection'
import { type InAddress, useInAddress, useTyped } from '../shell/in-address'
import { KeptNotices } from '../shell/kept-notice'
import { Operations } from '../shell/operations'
import { Page } from '../shell/page'
import { PagedList } from '../shell/paged-list'
import { Button, LinkButton } from '../ui/button'
import type { Column } from '../ui/data-table'
import { TextField } from '../ui/field'
import { formatDate } from '../ui/format'
import { Empty } from '../ui/notice'
import { Segments } from '../ui/segments'
import { Status } from '../ui/status'
import { type Compra, ESTADO, type Filters, montoOf, nameOf, pesosOf, queryOf, SPELLING, VER } from './compra'
import type { Edits } from './datos'
import { Upload } from './upload'

const POLL_MS = 30_000

const COLUMNS: readonly Column<Compra>[] = [
  {
    id: 'compra',
    title: 'Compra',
    head: true,
    cell: (compra) => <Link href={`/compras-internacionales/${compra.id}`}>{nameOf(compra)}</Link>,
  },
  {
    id: 'estado',
    title: 'Estado',
    cell: ({ estado, emitible }) => {
      const [icon, words, tone] = ESTADO[estado]
      return (
        <Status icon={icon} tone={tone}>
          {estado === 'clasificada' && emitible ? 'Lista para emitir' : words}
        </Status>
      )
    },
  },
  {
    id: 'fecha',
    title: 'Fecha',
    extra: true,
    cell: ({ propuesta: { fecha } }) => (fecha ? formatDate(fecha) : ''),
  },
  { id: 'monto', title: 'Monto', numeric: true, cell: montoOf },
  { id: 'pesos', title: 'En pesos', numeric: true, before: 'En pesos', cell: pesosOf },
  {
    id: 'dte',
    title: 'Factura de compra',
    extra: true,
    cell: ({ dte }) =>
      dte?.folio ? <Link href={`/documentos/${dte.tipo_dte}/${dte.folio}`}>N° {dte.folio}</Link> : '',
  },
]

export default function Compras() {
  const { puede, soloMira } = useSesion()
  const mayAct = puede('compras_int:gestionar') && !soloMira
  const address = useInAddress(SPELLING)
  const { filters, place: pagina, change, go } = address
  const query = useApi(
    'GET /v1/compras-internacionales',
    { query: queryOf(filters, pagina) },
    { conservar: true, cada: usePolling(POLL_MS) },
  )
  return (
    <Page title="Compras internacionales">
      <p>
        Un servicio comprado a un proveedor sin domicilio en Chile lleva una factura de compra que emite
        usted, con todo el IVA retenido. Aquí se lee la factura del proveedor, usted confirma qué compró, y se
        emite.
      </p>
      <div className="acciones">
        <LinkButton href="/compras-internacionales/tarjetas">Estados de cuenta</LinkButton>
        <LinkButton href="/compras-internacionales/tipos-cambio">Tipos de cambio</LinkButton>
      </div>
      {mayAct && <Upload />}
      {mayAct && (
        <KeptNotices<Edits>
          kind="compra"
          nameOf={({ edits }, id) =>
            id ? `cambios de ${edits?.nombre ? `la compra a ${edits.nombre}` : 'una compra'}` : null
          }
          href={(id) => `/compras-internacionales/${id}`}
        />
      )}
      <Filtros {...address} />
      <PagedList
        query={query}
        caption="Compras internacionales, la última primero"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        counted="compra"
        pagina={pagina}
        onPage={go}
      >
        {SPELLING.isFiltered(filters) ? (
          <Empty title="Ninguna compra así">
            <Button onClick={() => change(SPELLING.none)}>Quitar los filtros</Button>
          </Empty>
        ) : (
          <Empty title="Aún no hay compras">
            <p>
              {mayAct
                ? 'Suelte arriba la factura de un proveedor extranjero, o haga compras desde un estado de cuenta.'
                : 'Aquí se ve la factura de cada proveedor extranjero, y en qué está su factura de compra.'}
            </p>
          </Empty>
        )}
      </PagedList>
      <Operations base="/v1/compras-internacionales" />
    </Page>
  )
}

function Filtros({ filters, change, changeSoon }: InAddress<Filters, number>) {
  const proveedor = useTyped(filters.proveedor, (text) => changeSoon({ proveedor: text }))
  return (
    <search className="filtros" aria-label="Qué compras">
      <Segments
        label="Estado"
        options={VER}
        selected={filters.estado}
        onSelect={(estado) => change({ estado })}
      />
      <div className="grilla">
        <TextField
          label="Proveedor o número"
          type="search"
          maxLength={100}
          autoComplete="off"
          {...proveedor}
        />
      </div>
    </search>
  )
}
