// The documents of a month: how whole each book is, filters, a page of rows.

import { useState } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/query'
import { type InAddress, useTyped } from '../shell/in-address'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { CheckField, SelectField, TextField } from '../ui/field'
import { formatDate, formatPesos, formatRut, plural } from '../ui/format'
import { Empty } from '../ui/notice'
import { PagedTable } from '../ui/paged-table'
import { Segments } from '../ui/segments'
import { StatusWord } from '../ui/status'
import { Detail } from './detail'
import { OfMonth, type PartProps } from './part'
import { Slices } from './slices'
import { ESTADOS, type Filters, isFiltered, LADOS, queryOf, SIN_FILTROS, VINCULADAS } from './view'
import { ESTADO, nameOf, type Registrado } from './words'

const MOVING_MS = 3000

type Address = Pick<InAddress<Filters, number>, 'filters' | 'change' | 'changeSoon'>

export function Documentos({ filters, change, changeSoon, ...part }: PartProps & Address) {
  const { periodo, pagina, onPage } = part
  const [shown, setShown] = useState<Registrado>()
  const query = useApi(
    'GET /v1/rcv/:periodo',
    { params: { periodo }, query: queryOf(filters, pagina) },
    {
      conservar: true,
      // While it is read its counts move.
      cada: (answer) => answer?.data.sincronizacion.estado === 'sincronizando' && MOVING_MS,
    },
  )
  return (
    <OfMonth query={query} {...part}>
      {({ data, paginacion }) => (
        <div className="columna registro">
          <Slices mes={data} periodo={periodo} />
          <Filtros {...{ filters, change, changeSoon }} />
          <p role="status">{plural(paginacion.total, 'documento')}</p>
          <PagedTable
            caption="Documentos del registro, el más nuevo primero"
            columns={columnsOf(setShown)}
            rows={data.documentos}
            rowKey={({ id }) => id}
            stale={query.isPlaceholderData}
            {...{ paginacion, pagina, onPage }}
          >
            <Empty title={isFiltered(filters) ? 'Nada con esos filtros' : 'Nada en el mes'}>
              {isFiltered(filters) && <Button onClick={() => change(SIN_FILTROS)}>Quitar los filtros</Button>}
            </Empty>
          </PagedTable>
          {shown && <Detail documento={shown} onClose={() => setShown(undefined)} />}
        </div>
      )}
    </OfMonth>
  )
}

const columnsOf = (onShow: (one: Registrado) => void): readonly Column<Registrado>[] => [
  {
    id: 'documento',
    title: 'Documento',
    head: true,
    cell: (one) => (
      <Button small tone="liso" aria-haspopup="dialog" onClick={() => onShow(one)}>
        {nameOf(one)}
      </Button>
    ),
  },
  {
    id: 'contraparte',
    title: 'Contraparte',
    whole: true,
    cell: ({ razon_social, rut_contraparte }) => (
      <>
        {razon_social ?? 'Sin nombre'} <small>{formatRut(rut_contraparte)}</small>
      </>
    ),
  },
  {
    id: 'fecha',
    title: 'Fecha',
    cell: ({ fecha_emision }) => <time dateTime={fecha_emision}>{formatDate(fecha_emision)}</time>,
  },
  { id: 'libro', title: 'Libro', cell: ({ tipo }) => (tipo === 'compra' ? 'Compra' : 'Venta') },
  {
    id: 'estado',
    title: 'Estado',
    cell: ({ estado_contable, ausente_desde }) => (
      <StatusWord of={ausente_desde ? (['–', 'Ya no está', 'mal'] as const) : ESTADO[estado_contable]} />
    ),
  },
  {
    id: 'emitido',
    title: 'Aquí',
    extra: true,
    cell: ({ emitido, recibido_id, ...one }) =>
      emitido ? (
        <Link href={`/documentos/${emitido.tipo_dte}/${emitido.folio}`}>{nameOf(emitido)}</Link>
      ) : (
        recibido_id && (
          <Link href={`/recibidos/${recibido_id}`} aria-label={`El archivo recibido de ${nameOf(one)}`}>
            Su archivo
          </Link>
        )
      ),
  },
  {
    id: 'total',
    title: 'Total',
    numeric: true,
    cell: ({ signo, monto_total }) => formatPesos(signo * monto_total),
  },
]

function Filtros({ filters, change, changeSoon }: Address) {
  const { tipo, estado, vinculada, ausentes } = filters
  const q = useTyped(filters.q, (text) => changeSoon({ q: text }))
  return (
    <search className="filtros" aria-label="Filtros del registro">
      <Segments
        label="Libro"
        options={LADOS}
        selected={tipo}
        // Sales have one state alone.
        onSelect={(next) => change({ tipo: next, ...(next === 'venta' && { estado: '' }) })}
      />
      <div className="grilla">
        <TextField
          type="search"
          label="Buscar"
          placeholder="Folio, RUT o nombre"
          maxLength={100}
          autoComplete="off"
          {...q}
        />
        {tipo !== 'venta' && (
          <SelectField
            label="Estado de las compras"
            options={ESTADOS}
            value={estado}
            onChange={(next) => change({ estado: next })}
          />
        )}
        <SelectField
          label="Notas y facturas"
          options={VINCULADAS}
          value={vinculada}
          onChange={(next) => change({ vinculada: next })}
        />
        <CheckField
          label="También lo que ya no está"
          checked={ausentes}
          onChange={(on) => change({ ausentes: on })}
        />
      </div>
    </search>
  )
}
