// `/auditoria`: who did what, when and from where; for owners alone (http §22.3).

import { Fragment } from 'react'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { type InAddress, useInAddress, useTyped } from '../shell/in-address'
import { Page } from '../shell/page'
import { PagedList } from '../shell/paged-list'
import { SaveCsv } from '../shell/save-csv'
import { bindTo } from '../ui/bind'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { SelectField, TextField } from '../ui/field'
import { Moment } from '../ui/moment'
import { Empty, Notice } from '../ui/notice'
import { NOMBRE_ROL } from '../ui/rol'
import { type Phrase, phrasesOf, SPELLING, type Suceso, TEMAS, wordsOf } from './log'

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
  const asked = SPELLING.queryOf(filters)
  const query = useApi('GET /v1/auditoria', { query: { limite: 50, pagina, ...asked } }, { conservar: true })
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
    <Page
      title="Auditoría"
      actions={<SaveCsv route="GET /v1/auditoria" query={asked} name="auditoria.csv" />}
    >
      <FilterFields {...{ filters, change, changeSoon }} />
      <PagedList
        query={query}
        caption="Sucesos, el más nuevo primero"
        columns={columns}
        rowKey={({ id }) => id}
        pagina={pagina}
        onPage={go}
      >
        <Empty title="Nada con esos filtros">
          <Button onClick={() => change(SPELLING.none)}>Quitar los filtros</Button>
        </Empty>
      </PagedList>
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
}: Pick<InAddress<typeof SPELLING.none, number>, 'filters' | 'change' | 'changeSoon'>) {
  const usuario = useTyped(filters.usuario, (text) => changeSoon({ usuario: text }))
  const bind = bindTo(filters, change)
  return (
    <search className="grilla" aria-label="Filtros">
      <TextField label="Desde" type="date" {...bind('desde')} />
      <TextField label="Hasta" type="date" {...bind('hasta')} />
      <SelectField label="Tema" options={[['', 'Todos'], ...TEMAS]} {...bind('accion')} />
      <TextField label="Quién" hint="Su correo, completo." maxLength={100} {...usuario} />
    </search>
  )
}
