// `/app/firma/vencimientos`: what ends in ninety days in all companies, and the address of its calendar (areas/firma §3).

import { Link } from 'wouter'
import type { DataOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { filtersOf, oneOf, textFilter } from '../shell/filters'
import { useInAddress, useTyped } from '../shell/in-address'
import { notify } from '../shell/notices'
import { Page } from '../shell/page'
import { PagedList } from '../shell/paged-list'
import { Button, LinkButton } from '../ui/button'
import { Copy } from '../ui/copy'
import type { Column } from '../ui/data-table'
import { SelectField, TextField } from '../ui/field'
import { formatDate, formatRut } from '../ui/format'
import { Empty } from '../ui/notice'
import { SecretDialog } from '../ui/secret-dialog'
import { DailyMail } from './daily-mail'
import { FirmFrame } from './frame'

type Vencimiento = DataOf<'GET /v1/firma/vencimientos'>[number]

const CLASES = [
  ['', 'Todos'],
  ['f29', 'F29'],
  ['acuse', 'Por aceptar'],
  ['certificado', 'Certificados'],
  ['caf', 'Folios'],
  ['serie', 'Series'],
] as const
const SPELLING = filtersOf('/firma/vencimientos', { clase: oneOf(CLASES), q: textFilter })

const PANTALLA: Readonly<Record<Vencimiento['clase'], string>> = {
  f29: '/registro',
  acuse: '/por-aceptar',
  certificado: '/certificado',
  caf: '/folios',
  serie: '/recurrentes',
}

const COLUMNS: readonly Column<Vencimiento>[] = [
  { id: 'fecha', title: 'Fecha', cell: ({ fecha }) => formatDate(fecha) },
  {
    id: 'texto',
    title: 'Qué vence',
    head: true,
    cell: ({ texto, clase, empresa }) => <Link href={`/${empresa.rut}${PANTALLA[clase]}`}>{texto}</Link>,
  },
  {
    id: 'empresa',
    title: 'Empresa',
    cell: ({ empresa: { rut, razon_social } }) => (
      <>
        {razon_social}
        <br />
        <small>{formatRut(rut)}</small>
      </>
    ),
  },
]

export default function FirmDates() {
  const { filters, place: pagina, change, changeSoon, go } = useInAddress(SPELLING)
  const typed = useTyped(filters.q, (q) => changeSoon({ q }))
  const query = useApi(
    'GET /v1/firma/vencimientos',
    { query: { limite: 50, pagina, ...SPELLING.queryOf(filters) } },
    { conservar: true },
  )
  return (
    <FirmFrame>
      <Page title="Vencimientos" actions={<LinkButton href="/firma">Ver la firma</LinkButton>}>
        <search className="grilla" aria-label="Filtros">
          <SelectField
            label="Qué vence"
            options={CLASES}
            value={filters.clase}
            onChange={(clase) => change({ clase: clase as typeof filters.clase })}
          />
          <TextField
            label="Buscar"
            hint="Empresa o qué vence"
            type="search"
            maxLength={100}
            autoComplete="off"
            {...typed}
          />
        </search>
        <PagedList
          query={query}
          caption="Lo que vence en noventa días, lo primero primero"
          columns={COLUMNS}
          rowKey={({ empresa, clase, fecha, texto }) => `${empresa.id} ${clase} ${fecha} ${texto}`}
          pagina={pagina}
          onPage={go}
        >
          <Empty title="Nada vence en noventa días con esos filtros">
            <Button onClick={() => change(SPELLING.none)}>Quitar los filtros</Button>
          </Empty>
        </PagedList>
        <DailyMail />
        <Subscription />
      </Page>
    </FirmFrame>
  )
}

/** The address to subscribe to from another calendar, told once. */
function Subscription() {
  const query = useApi('GET /v1/firma/calendario')
  const create = useWrite('POST /v1/firma/calendario', 'GET /v1/firma/calendario')
  const remove = useWrite('DELETE /v1/firma/calendario', 'GET /v1/firma/calendario')
  const since = query.data?.data.creado_en
  const fault = create.error ?? remove.error
  return (
    <section>
      <h2>En otro calendario</h2>
      <p>
        {since
          ? `Tiene una dirección desde el ${formatDate(since)}. Quien la tenga lee nombres y fechas, nunca montos.`
          : 'Una dirección para suscribirse desde el teléfono o el correo: nombres y fechas, nunca montos.'}
      </p>
      <div className="acciones">
        <Button busy={create.isPending} onClick={() => create.mutate({})}>
          {since ? 'Cambiar la dirección' : 'Crear la dirección'}
        </Button>
        {since && (
          <Button
            busy={remove.isPending}
            onClick={() =>
              remove.mutate(
                {},
                { onSuccess: () => notify({ tone: 'bien', title: 'La dirección ya no sirve' }) },
              )
            }
          >
            Borrarla
          </Button>
        )}
      </div>
      {fault && <FaultNotice fault={fault} />}
      {create.data && (
        <SecretDialog title="La dirección del calendario" kept="La copié" onKept={() => create.reset()}>
          <p>Se muestra sólo ahora. Péguela en el otro calendario, como suscripción.</p>
          <Copy text={create.data.data.url} label="la dirección" />
        </SecretDialog>
      )}
    </section>
  )
}
