// `/app/firma`: all companies of the person at once, outside of any of them, the worst first (areas/firma).

import { useState } from 'react'
import { Link } from 'wouter'
import { useApi, useWrite } from '../api/query'
import type { Me } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { filtersOf, oneOf, textFilter } from '../shell/filters'
import { useInAddress, useTyped } from '../shell/in-address'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { SaveCsv } from '../shell/save-csv'
import { NOMBRE_AMBIENTE } from '../ui/ambiente'
import { Button, LinkButton } from '../ui/button'
import type { Column } from '../ui/data-table'
import { SelectField, TextField } from '../ui/field'
import { formatInstant, formatPeriod, formatRut, plural } from '../ui/format'
import { Moment } from '../ui/moment'
import { Empty } from '../ui/notice'
import { PagedTable } from '../ui/paged-table'
import { Segments } from '../ui/segments'
import { Status, StatusWord } from '../ui/status'
import { DeclaredDialog } from './declared-dialog'
import { FirmFrame } from './frame'
import { type Fila, NOMBRE_FACETA, SEVERIDAD, waitingIn } from './words'

const CUALES = [
  ['', 'Todas'],
  ['mal', 'Urgentes'],
  ['aviso', 'Por mirar'],
  ['bien', 'En orden'],
] as const
const FACETAS = [['', 'Cualquiera'], ...Object.entries(NOMBRE_FACETA)] as [
  keyof typeof NOMBRE_FACETA | '',
  string,
][]

/** The spelling in the screen's address: `?severidad=mal&faceta=acuses`. */
const SPELLING = filtersOf('/firma', { severidad: oneOf(CUALES), faceta: oneOf(FACETAS), q: textFilter })

/** Rows are renewed by the server within seconds, and no stream tells of all companies. */
const CADA_MS = 20_000

export default function Firma({ me }: { me: Me }) {
  return (
    <FirmFrame>
      <Board me={me} />
    </FirmFrame>
  )
}

function Board({ me }: { me: Me }) {
  const { filters, place: pagina, change, changeSoon, go } = useInAddress(SPELLING)
  const typed = useTyped(filters.q, (q) => changeSoon({ q }))
  const asked = SPELLING.queryOf(filters)
  const query = useApi(
    'GET /v1/firma/estado',
    { query: { limite: 50, pagina, ...asked } },
    { conservar: true, cada: CADA_MS },
  )
  const totales = query.data?.totales
  const count = (id: (typeof CUALES)[number][0]): string =>
    totales ? ` (${id === '' ? totales.empresas : totales.severidades[id]})` : ''
  return (
    <Page
      title="Firma"
      actions={
        <>
          <LinkButton href="/firma/vencimientos">Vencimientos</LinkButton>
          <LinkButton href="/firma/operaciones">Hacer en varias</LinkButton>
          <SaveCsv route="GET /v1/firma/estado" query={asked} name="firma.csv" />
        </>
      }
    >
      {query.data && (
        <p>
          El F29 que vence antes es el de {formatPeriod(query.data.periodo)}.
          {query.data.servidor && <> {backupWords(query.data.servidor.ultimo_respaldo)}</>}
        </p>
      )}
      <search className="grilla" aria-label="Filtros">
        <Segments
          label="Qué empresas"
          options={CUALES.map(([id, words]) => [id, `${words}${count(id)}`] as const)}
          selected={filters.severidad}
          onSelect={(severidad) => change({ severidad })}
        />
        <SelectField
          label="Por qué"
          options={FACETAS}
          value={filters.faceta}
          onChange={(faceta) => change({ faceta: faceta as typeof filters.faceta })}
        />
        <TextField
          label="Buscar"
          hint="Razón social, RUT, etiqueta o responsable"
          type="search"
          maxLength={100}
          autoComplete="off"
          {...typed}
        />
      </search>
      <Loaded query={query}>
        {({ data, paginacion, periodo }) => (
          <PagedTable
            caption="Empresas, lo peor primero"
            columns={columnsOf(me, periodo)}
            rows={data}
            rowKey={({ empresa }) => empresa.id}
            stale={query.isPlaceholderData}
            paginacion={paginacion}
            pagina={pagina}
            onPage={go}
            counted="empresa"
          >
            <Empty title="Ninguna empresa con esos filtros">
              <Button onClick={() => change(SPELLING.none)}>Quitar los filtros</Button>
            </Empty>
          </PagedTable>
        )}
      </Loaded>
    </Page>
  )
}

const backupWords = (at: string | null): string =>
  at ? `Última copia del servidor: ${formatInstant(at)}.` : 'El servidor no tiene copias.'

const columnsOf = (me: Me, periodo: string): readonly Column<Fila>[] => [
  {
    id: 'empresa',
    title: 'Empresa',
    head: true,
    cell: ({ empresa: { rut, razon_social, ambiente, responsable, etiquetas } }) => (
      <>
        <Link href={`/${rut}/`}>{razon_social}</Link>
        <br />
        <small>
          {[formatRut(rut), NOMBRE_AMBIENTE[ambiente].toLowerCase(), responsable, ...etiquetas]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </>
    ),
  },
  {
    id: 'severidad',
    title: 'Estado',
    cell: ({ severidad, sin_calcular }) =>
      severidad ? <StatusWord of={SEVERIDAD[severidad]} /> : sin_calcular ? 'Se está calculando' : null,
  },
  { id: 'vence', title: 'Vence', cell: ({ vence }) => (vence ? <Moment at={vence} /> : '') },
  { id: 'espera', title: 'Qué espera', whole: true, cell: (fila) => <Waiting {...{ fila, periodo }} /> },
  ...(me.permisos.includes('rcv:sincronizar')
    ? [
        {
          id: 'f29',
          title: 'F29',
          cell: (fila: Fila) => <Declared {...{ fila, periodo }} />,
        },
      ]
    : []),
]

function Waiting({ fila, periodo }: { fila: Fila; periodo: string }) {
  const waiting = waitingIn(fila, periodo)
  if (!waiting.length) return null
  return (
    <ul
      className="avisos-empresa"
      aria-label={plural(waiting.length, 'cosa que espera', 'cosas que esperan')}
    >
      {waiting.map(({ severidad, text, href }) => (
        <li key={text}>
          <Link href={`/${fila.empresa.rut}${href}`}>
            <Status tone={severidad} icon={SEVERIDAD[severidad][0]}>
              {text}
            </Status>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A person's marks of the months that were filed: nothing is filed from here. */
function Declared({ fila: { empresa, facetas }, periodo }: { fila: Fila; periodo: string }) {
  const [asking, setAsking] = useState(false)
  const unmark = useWrite('DELETE /v1/firma/f29/:empresa_id/:periodo', 'GET /v1/firma/estado')
  const isMarked = facetas.f29?.declarado_el != null
  const overdue = (facetas.f29?.vencidos ?? []).map((one) => one.periodo)
  const periodos = isMarked ? overdue : [...overdue, periodo]
  const named = <span className="solo-lector">: {empresa.razon_social}</span>
  return (
    <>
      {periodos.length > 0 && (
        <Button small onClick={() => setAsking(true)}>
          Marcar declarado
          {named}
        </Button>
      )}
      {isMarked && (
        <Button
          small
          busy={unmark.isPending}
          onClick={() => unmark.mutate({ params: { empresa_id: empresa.id, periodo } })}
        >
          Quitar la marca
          {named}
        </Button>
      )}
      {unmark.error && <FaultNotice fault={unmark.error} />}
      {asking && <DeclaredDialog {...{ empresa, periodos }} onClose={() => setAsking(false)} />}
    </>
  )
}
