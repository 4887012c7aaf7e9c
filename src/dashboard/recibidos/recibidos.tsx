// `/recibidos`: what suppliers sent, beside the register and the days that are left to answer (areas/recibidos §4).

import { Link } from 'wouter'
import { chileDate } from '../../domain/fecha'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { type InAddress, useInAddress, useTyped } from '../shell/in-address'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { monthsUntil } from '../shell/period'
import { SaveCsv } from '../shell/save-csv'
import { bindTo } from '../ui/bind'
import { Button, LinkButton } from '../ui/button'
import type { Column } from '../ui/data-table'
import { SelectField, TextField } from '../ui/field'
import { formatDate, formatInstant, formatPeriod, formatPesos, formatRut, plural } from '../ui/format'
import { Empty } from '../ui/notice'
import { PagedTable } from '../ui/paged-table'
import { Status, StatusWord } from '../ui/status'
import { shortName, TIPOS_DTE } from '../ui/tipo'
import { Upload } from './upload'
import { useHeld } from './use-held'
import { FIRMAS, type Filters, queryOf, REGISTRO, SPELLING } from './view'
import { FIRMA, type Fila, leftOf, nameOf, registroOf, TIMBRE } from './words'

const columnsOf = (now: Date): readonly Column<Fila>[] => [
  {
    id: 'documento',
    title: 'Documento',
    head: true,
    cell: (row) => <Link href={`/recibidos/${row.id}`}>{nameOf(row)}</Link>,
  },
  {
    id: 'emisor',
    title: 'Emisor',
    whole: true,
    cell: ({ razon_social_emisor, rut_emisor }) => (
      <>
        {razon_social_emisor} <small>{formatRut(rut_emisor)}</small>
      </>
    ),
  },
  {
    id: 'fecha',
    title: 'Fecha',
    extra: true,
    cell: ({ fecha_emision }) => <time dateTime={fecha_emision}>{formatDate(fecha_emision)}</time>,
  },
  {
    id: 'juicio',
    title: 'Firma y timbre',
    cell: ({ firma, timbre, conflicto }) =>
      conflicto ? (
        <Status icon="!" tone="mal">
          En conflicto
        </Status>
      ) : (
        <StatusWord of={firma === 'valida' && timbre !== 'valido' ? TIMBRE[timbre] : FIRMA[firma]} />
      ),
  },
  {
    id: 'registro',
    title: 'Registro',
    cell: ({ rcv, acuse }) =>
      rcv ? (
        <StatusWord of={rcv.coincide ? registroOf(rcv, acuse) : ['!', 'Otros datos', 'mal']} />
      ) : (
        <Status icon="○" tone="neutro">
          No está
        </Status>
      ),
  },
  {
    id: 'plazo',
    title: 'Queda',
    cell: ({ acuse }) => {
      const left = leftOf(acuse, now)
      return (
        left && (
          <span title={formatInstant(acuse.vence_el!)}>
            <Status tone={left[0]} icon={left[0] === 'neutro' ? '·' : '!'}>
              {left[1]}
            </Status>
          </span>
        )
      )
    },
  },
  { id: 'total', title: 'Total', numeric: true, cell: ({ monto_total }) => formatPesos(monto_total) },
]

export default function Recibidos() {
  const { puede, soloMira, empresa, ambiente } = useSesion()
  const mayLoad = puede('recibidos:gestionar') && !soloMira
  const address = useInAddress(SPELLING)
  const { filters, place: pagina, change, go } = address
  const asked = queryOf(filters)
  const query = useApi('GET /v1/recibidos', { query: { limite: 50, pagina, ...asked } }, { conservar: true })
  const held = useHeld(query, JSON.stringify([asked, pagina]))
  const now = new Date()
  return (
    <Page
      title="Recibidos"
      actions={
        <>
          <LinkButton href="/recibidos/respuestas">Respuestas</LinkButton>
          <LinkButton href="/buzon">Buzón de correo</LinkButton>
          {puede('rcv:leer') && <LinkButton href="/por-aceptar">Responder los que esperan</LinkButton>}
          <SaveCsv
            route="GET /v1/recibidos"
            query={asked}
            name={`recibidos_${empresa.rut}_${ambiente}.csv`}
          />
        </>
      }
    >
      {mayLoad && <Upload onTaken={held.showNews} />}
      <Filtros {...address} />
      <Loaded query={query}>
        {({ paginacion }) => (
          <div className="columna">
            <div className="acciones">
              <p role="status">{plural(paginacion.total, 'documento')}</p>
              {held.news > 0 && (
                <Button small onClick={held.showNews}>
                  {plural(held.news, 'nuevo')} ↑
                </Button>
              )}
            </div>
            <PagedTable
              caption="Documentos recibidos, el último primero"
              columns={columnsOf(now)}
              rows={held.rows}
              rowKey={({ id }) => id}
              stale={query.isPlaceholderData}
              {...{ paginacion, pagina }}
              onPage={go}
            >
              {SPELLING.isFiltered(filters) ? (
                <Empty title="Nada con esos filtros">
                  <Button onClick={() => change(SPELLING.none)}>Quitar los filtros</Button>
                </Empty>
              ) : (
                <Empty title="Aún no se recibe ningún documento">
                  <p>
                    {mayLoad
                      ? 'Suelte arriba los XML de sus proveedores, o configure el '
                      : 'Aquí se ven los documentos que mandan los proveedores, cuando alguien los carga o llegan al '}
                    <Link href="/buzon">buzón de correo</Link>
                    {mayLoad && ' para que lleguen solos'}.
                  </p>
                </Empty>
              )}
            </PagedTable>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Filtros({ filters, change, changeSoon }: InAddress<Filters, number>) {
  const q = useTyped(filters.q, (text) => changeSoon({ q: text }))
  const bind = bindTo(filters, change)
  const months = monthsUntil(chileDate(new Date()))
  return (
    <search className="filtros" aria-label="Filtros de recibidos">
      <div className="grilla">
        <TextField
          type="search"
          label="Buscar"
          placeholder="Folio, RUT o nombre"
          maxLength={100}
          autoComplete="off"
          {...q}
        />
        <SelectField label="En el registro" options={REGISTRO} {...bind('registro')} />
        <SelectField label="Firma" options={FIRMAS} {...bind('firma')} />
        <SelectField
          label="Mes"
          options={[['', 'Todos'], ...months.map((one) => [one, formatPeriod(one)] as const)]}
          {...bind('periodo')}
        />
        <SelectField
          label="Tipo"
          options={[['', 'Todos'], ...TIPOS_DTE.map((tipo) => [String(tipo), shortName(tipo)] as const)]}
          {...bind('tipo')}
        />
      </div>
    </search>
  )
}
