// Compares our documents with the register: disagreements by cause, then each document.

import { Link } from 'wouter'
import type { DataOf, QueryOf } from '../api/client'
import { useApi } from '../api/query'
import type { InAddress } from '../shell/in-address'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { DataTable } from '../ui/data-table'
import { formatNumber, formatPesos, formatRut, plural } from '../ui/format'
import { Empty } from '../ui/notice'
import { PagedTable } from '../ui/paged-table'
import { Status, StatusWord } from '../ui/status'
import { shortName } from '../ui/tipo'
import { Causas } from './causas'
import { OfMonth, type PartProps } from './part'
import type { Filters } from './view'
import { answeredWords, CLASE, isOther, nameOf } from './words'

type Cuadro = DataOf<'GET /v1/rcv/:periodo/cuadratura'>
type Diferencia = Cuadro['diferencias'][number]

const pesosOrNone = (value: number | null): string => (value === null ? '–' : formatPesos(value))

const COLUMNS: readonly Column<Diferencia>[] = [
  {
    id: 'documento',
    title: 'Documento',
    head: true,
    // A document of the register alone is none of ours.
    cell: (one) =>
      one.recibido_id ? (
        <Link href={`/recibidos/${one.recibido_id}`}>{nameOf(one)}</Link>
      ) : one.monto_timbre === null ? (
        nameOf(one)
      ) : (
        <Link href={`/documentos/${one.tipo_dte}/${one.folio}`}>{nameOf(one)}</Link>
      ),
  },
  {
    id: 'que',
    title: 'Qué pasa',
    whole: true,
    cell: ({ clase, nota }) => (
      <>
        <StatusWord of={CLASE[clase]} />
        {nota && <small> · {nota}</small>}
      </>
    ),
  },
  {
    id: 'rut',
    title: 'Contraparte',
    cell: ({ rut, razon_social }) => (
      <>
        <span className="fija">{formatRut(rut)}</span> {razon_social && <small>· {razon_social}</small>}
      </>
    ),
  },
  {
    id: 'aqui',
    title: 'Aquí',
    numeric: true,
    before: 'Aquí',
    cell: ({ monto_timbre }) => pesosOrNone(monto_timbre),
  },
  {
    id: 'sii',
    title: 'Registro',
    numeric: true,
    before: 'Registro',
    cell: ({ monto_registro }) => pesosOrNone(monto_registro),
  },
]

const BOLETAS: readonly Column<Cuadro['boletas'][number]>[] = [
  { id: 'tipo', title: 'Boletas', head: true, cell: ({ tipo_dte }) => shortName(tipo_dte) },
  {
    id: 'aqui',
    title: 'Emitidas aquí',
    numeric: true,
    before: 'Aquí',
    cell: (one) => `${formatNumber(one.documentos_timbre)} · ${formatPesos(one.total_timbre)}`,
  },
  {
    id: 'sii',
    title: 'En el registro',
    numeric: true,
    before: 'Registro',
    cell: (one) =>
      one.documentos_sii === null
        ? 'Los archivos no las traen'
        : `${formatNumber(one.documentos_sii)} · ${pesosOrNone(one.total_sii)}`,
  },
  {
    id: 'cuadra',
    title: 'Cuadran',
    cell: (one) =>
      one.documentos_sii !== null && (
        <Status icon={isOther(one) ? '✕' : '✓'} tone={isOther(one) ? 'mal' : 'bien'}>
          {isOther(one) ? 'No cuadran' : 'Cuadran'}
        </Status>
      ),
  },
]

type Address = Pick<InAddress<Filters, number>, 'filters' | 'change'>
type Pregunta = NonNullable<QueryOf<'GET /v1/rcv/:periodo/cuadratura'>>

export function Cuadratura({ filters: { causa }, change, ...part }: PartProps & Address) {
  const { periodo, pagina, onPage, onSync } = part
  const [lado, clase] = causa.split('.') as [Pregunta['lado'], Pregunta['clase']]
  const filtro = causa ? { lado, clase } : {}
  const query = useApi(
    'GET /v1/rcv/:periodo/cuadratura',
    { params: { periodo }, query: { pagina, limite: 50, ...filtro } },
    { conservar: true },
  )
  return (
    <OfMonth query={query} {...part}>
      {({ data, paginacion }) => (
        <div className="columna">
          <Side name="Ventas" agree={data.ventas?.coinciden} />
          <Side name="Compras" agree={data.compras?.coinciden}>
            {data.compras && (data.compras.pendientes > 0 || data.compras.reclamadas > 0) && (
              <>
                {' '}
                ·{' '}
                <Link href="/por-aceptar">
                  {plural(data.compras.pendientes, 'pendiente')} en el registro de este mes
                </Link>{' '}
                {data.compras.respondidas_aqui > 0 && `(${answeredWords(data.compras.respondidas_aqui)}) `}·{' '}
                {plural(data.compras.reclamadas, 'reclamada')}
              </>
            )}
          </Side>
          {data.boletas.length > 0 && (
            <DataTable
              caption="Boletas del mes"
              columns={BOLETAS}
              rows={data.boletas}
              rowKey={({ tipo_dte }) => String(tipo_dte)}
            />
          )}
          {data.causas.length > 0 && (
            <Causas
              causas={data.causas}
              chosen={causa}
              onChoose={(to) => change({ causa: to })}
              onSync={onSync}
            />
          )}
          <PagedTable
            caption="Documentos que no cuadran"
            columns={COLUMNS}
            rows={data.diferencias}
            rowKey={({ lado, rut, tipo_dte, folio }) => `${lado} ${rut} ${tipo_dte} ${folio}`}
            stale={query.isPlaceholderData}
            counted="diferencia"
            {...{ paginacion, pagina, onPage }}
          >
            {data.causas.length > 0 ? (
              <Empty title="Ninguna de esa causa">
                <Button onClick={() => change({ causa: '' })}>Ver todas las diferencias</Button>
              </Empty>
            ) : data.boletas.some(isOther) ? (
              <Empty title="Sólo las boletas no cuadran">
                <p>El registro suma otras que las emitidas aquí: traiga el mes otra vez, o revise.</p>
              </Empty>
            ) : (
              <Empty title="Todo cuadra">
                <p>
                  Cada documento que se emitió o se recibió aquí está en el registro, y al revés, por el mismo
                  monto.
                </p>
              </Empty>
            )}
          </PagedTable>
        </div>
      )}
    </OfMonth>
  )
}

function Side({
  name,
  agree,
  children,
}: {
  name: string
  agree: number | undefined
  children?: React.ReactNode
}) {
  return (
    <p>
      <strong>{name}:</strong>{' '}
      {agree === undefined ? 'su libro no se ha leído' : `${formatNumber(agree)} cuadran`}
      {children}
    </p>
  )
}
