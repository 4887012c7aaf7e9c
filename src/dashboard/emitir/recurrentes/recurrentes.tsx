// `/recurrentes`: the company's series, each with its state, what comes next and why it waits (areas/recurrentes §1, dashboard §10).

import { Link } from 'wouter'
import { useApi } from '../../api/query'
import type { Serie } from '../../api/routes.gen'
import { useSesion } from '../../api/sesion'
import { filtersOf, oneOf, textFilter } from '../../shell/filters'
import { useInAddress, useTyped } from '../../shell/in-address'
import { KeptNotices } from '../../shell/kept-notice'
import { Loaded } from '../../shell/loaded'
import { Page } from '../../shell/page'
import { Button, LinkButton } from '../../ui/button'
import { type Column, DataTable } from '../../ui/data-table'
import { TextField } from '../../ui/field'
import { formatDate, plural, upperFirst } from '../../ui/format'
import { Empty } from '../../ui/notice'
import { NoSuchPage, Pager } from '../../ui/pager'
import { Segments } from '../../ui/segments'
import { StatusWord } from '../../ui/status'
import { documentOf, receiverOf } from '../borradores/words'
import type { SerieDraft } from './rule-form'
import { ruleWords } from './rule-words'
import { ESTADO, MODO } from './words'

const ESTADOS = [
  ['', 'Todas'],
  ['activa', 'Activas'],
  ['detenida', 'Detenidas'],
  ['pausada', 'En pausa'],
  ['terminada', 'Terminadas'],
] as const

const SPELLING = filtersOf('/recurrentes', { estado: oneOf(ESTADOS), q: textFilter })

const LIMITE = 50

const COLUMNS: readonly Column<Serie>[] = [
  {
    id: 'nombre',
    title: 'Nombre',
    head: true,
    cell: ({ id, nombre }) => (
      <Link href={`/recurrentes/${id}`} className="ir">
        {nombre}
      </Link>
    ),
  },
  {
    id: 'estado',
    title: 'Estado',
    cell: ({ estado, detenida }) => (
      <>
        <StatusWord of={ESTADO[estado]} /> {detenida && <small>{detenida.mensaje}</small>}
      </>
    ),
  },
  {
    id: 'receptor',
    title: 'Receptor',
    cell: (serie) => (
      <>
        {receiverOf(serie)} <small>{documentOf(serie)}</small>
      </>
    ),
  },
  { id: 'regla', title: 'Fechas', extra: true, cell: ({ regla }) => upperFirst(ruleWords(regla)) },
  {
    id: 'proxima',
    title: 'Próxima',
    before: 'Próxima',
    cell: ({ proxima }) => proxima && <span className="fija">{formatDate(proxima)}</span>,
  },
  { id: 'modo', title: 'En cada fecha', cell: ({ modo }) => MODO[modo] },
]

export default function Recurrentes() {
  const { filters, place: pagina, change, changeSoon, go } = useInAddress(SPELLING)
  const query = useApi(
    'GET /v1/recurrentes',
    { query: { ...SPELLING.queryOf(filters), limite: LIMITE, pagina } },
    { conservar: true },
  )
  return (
    <Page title="Series">
      <Unsaved />
      <search className="filtros" aria-label="Qué series">
        <Segments
          label="Estado"
          options={ESTADOS}
          selected={filters.estado}
          onSelect={(estado) => change({ estado })}
        />
        <div className="grilla">
          <SearchField value={filters.q} onChange={(q) => changeSoon({ q })} />
        </div>
      </search>
      <Loaded query={query}>
        {({ data, paginacion }) =>
          data.length > 0 ? (
            <>
              <p role="status">{plural(paginacion.total, 'serie')}</p>
              <DataTable
                caption="Series, la última creada primero"
                columns={COLUMNS}
                rows={data}
                rowKey={({ id }) => id}
                stale={query.isPlaceholderData}
              />
              <Pager {...paginacion} onPage={(to) => go(to)} />
            </>
          ) : pagina > 1 ? (
            <NoSuchPage onFirst={() => go(1)} />
          ) : SPELLING.isFiltered(filters) ? (
            <Empty
              title={
                filters.estado === 'detenida' && !filters.q ? 'Ninguna detenida' : 'Ninguna con estos filtros'
              }
            >
              <Button onClick={() => change(SPELLING.none)}>Ver todas</Button>
            </Empty>
          ) : (
            <None />
          )
        }
      </Loaded>
    </Page>
  )
}

function None() {
  const { puede, soloMira } = useSesion()
  return (
    <Empty title="Ninguna serie todavía">
      <p>
        Una serie repite un documento en las fechas de una regla: lo deja como borrador, o lo emite sola. Se
        crea con «Repetir cada mes…», en un documento emitido o en un borrador abierto.
      </p>
      {puede('recurrentes:gestionar') && !soloMira && (
        <div className="acciones">
          <LinkButton href="/documentos">Ver los documentos</LinkButton>
          {puede('borradores:escribir') && <LinkButton href="/borradores">Ver los borradores</LinkButton>}
        </div>
      )}
    </Empty>
  )
}

/** The address of a form that was left: of a series that is there, or of what one begins from. */
const hrefOf = (id: string): string =>
  id.startsWith('ser_')
    ? `/recurrentes/${id}?editar`
    : `/recurrentes/nueva?${id.startsWith('bor_') ? 'borrador' : 'desde'}=${id}`

function Unsaved() {
  const { puede } = useSesion()
  if (!puede('recurrentes:gestionar')) return null
  return (
    <KeptNotices<SerieDraft>
      kind="serie"
      nameOf={({ nombre }, id) =>
        `${id.startsWith('ser_') ? 'cambios de' : 'la serie'} ${nombre?.trim() || 'sin nombre nuevo'}`
      }
      href={hrefOf}
    />
  )
}

function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const field = useTyped(value, onChange)
  return (
    <TextField
      type="search"
      label="Buscar"
      maxLength={100}
      placeholder="Nombre, receptor o RUT"
      autoComplete="off"
      spellCheck={false}
      {...field}
    />
  )
}
