// `/auditoria`: who did what, when and from where; for owners alone (http §22.3).

import { Fragment, useState } from 'react'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { type InAddress, type Spelling, useInAddress, useTyped } from '../shell/in-address'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { SelectField, TextField } from '../ui/field'
import { Moment } from '../ui/moment'
import { Empty, Notice } from '../ui/notice'
import { PagedTable } from '../ui/paged-table'
import { NOMBRE_ROL } from '../ui/rol'
import { saveFile } from '../ui/save'
import {
  type Filters,
  type Phrase,
  parseFilters,
  parsePage,
  phrasesOf,
  queryOf,
  SIN_FILTROS,
  type Suceso,
  searchOf,
  TEMAS,
  wordsOf,
} from './log'

const SPELLING: Spelling<Filters, number> = {
  path: '/auditoria',
  parseFilters,
  parsePlace: parsePage,
  searchOf,
  start: 1,
}

export default function Auditoria() {
  const { rol } = useSesion()
  return rol === 'propietario' ? (
    <Log />
  ) : (
    <Page title="Auditoría">
      <Notice tone="aviso" title="Sin permiso">
        <p>
          La auditoría es de los propietarios de la cuenta; su rol es <em>{NOMBRE_ROL[rol]}</em>.
        </p>
      </Notice>
    </Page>
  )
}

function Log() {
  const { empresas } = useSesion()
  const { filters, place: pagina, change, changeSoon, go } = useInAddress(SPELLING)
  const query = useApi(
    'GET /v1/auditoria',
    { query: { limite: 50, pagina, ...queryOf(filters) } },
    { conservar: true },
  )
  const columns: Column<Suceso>[] = [
    { id: 'cuando', title: 'Cuándo', cell: ({ created_at }) => <Moment at={created_at} exact /> },
    { id: 'que', title: 'Qué', head: true, cell: ({ accion }) => wordsOf(accion) },
    {
      id: 'quien',
      title: 'Quién',
      cell: ({ actor, ip }) => (
        <>
          {actor}
          {ip && (
            <>
              <br />
              <small>{ip}</small>
            </>
          )}
        </>
      ),
    },
    {
      id: 'detalle',
      title: 'Detalle',
      whole: true,
      cell: (suceso) => {
        const phrases = phrasesOf(suceso, empresas)
        return phrases.length ? <Detail phrases={phrases} /> : null
      },
    },
  ]
  return (
    <Page title="Auditoría" actions={<Export filters={filters} />}>
      <FilterFields {...{ filters, change, changeSoon }} />
      <Loaded query={query}>
        {({ data, paginacion }) =>
          data.length ? (
            <PagedTable
              caption="Sucesos, el más nuevo primero"
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
              stale={query.isPlaceholderData}
              paginacion={paginacion}
              onPage={(to) => go(to)}
            />
          ) : (
            <Empty title={pagina > 1 ? 'No hay tantas páginas' : 'Nada con esos filtros'}>
              <Button onClick={() => change(SIN_FILTROS)}>
                {pagina > 1 ? 'Ir a la primera' : 'Quitar los filtros'}
              </Button>
            </Empty>
          )
        }
      </Loaded>
    </Page>
  )
}

const Detail = ({ phrases }: { phrases: readonly Phrase[] }) => (
  <small>
    {phrases.map(({ words, title }, index) => (
      <Fragment key={title ?? words}>
        {index > 0 && ' · '}
        <span title={title}>{words}</span>
      </Fragment>
    ))}
  </small>
)

function FilterFields({
  filters,
  change,
  changeSoon,
}: Pick<InAddress<Filters, number>, 'filters' | 'change' | 'changeSoon'>) {
  const usuario = useTyped(filters.usuario, (text) => changeSoon({ usuario: text }))
  return (
    <search className="grilla" aria-label="Filtros">
      <TextField label="Desde" type="date" value={filters.desde} onChange={(desde) => change({ desde })} />
      <TextField label="Hasta" type="date" value={filters.hasta} onChange={(hasta) => change({ hasta })} />
      <SelectField
        label="Tema"
        options={[['', 'Todos'], ...TEMAS]}
        value={filters.tema}
        onChange={(tema) => change({ tema })}
      />
      <TextField label="Quién" hint="Su correo, completo." maxLength={100} {...usuario} />
    </search>
  )
}

/** All that the filters find, not this page alone. */
function Export({ filters }: { filters: Filters }) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const save = async (): Promise<void> => {
    setBusy(true)
    setFault(null)
    try {
      const file: unknown = await api('GET /v1/auditoria', {
        query: { ...queryOf(filters), formato: 'csv' },
      })
      if (file instanceof Blob) saveFile(file, 'auditoria.csv')
    } catch (thrown) {
      setFault(toFault(thrown))
    }
    setBusy(false)
  }
  return (
    <>
      <Button busy={busy} onClick={() => void save()}>
        Guardar CSV
      </Button>
      {fault && <FaultNotice fault={fault} />}
    </>
  )
}
