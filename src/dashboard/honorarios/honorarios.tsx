// `/honorarios`: the boletas de terceros of a month, what they add up to, and what is done about them at the SII (areas/bte §1).

import { useState } from 'react'
import { Link } from 'wouter'
import { chileDate } from '../../domain/fecha'
import { useApi, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { useWish } from '../api/wish'
import { FaultNotice } from '../shell/fault-notice'
import { useInAddress, useTyped } from '../shell/in-address'
import { KeptNotices } from '../shell/kept-notice'
import { Loaded } from '../shell/loaded'
import { Operations } from '../shell/operations'
import { Page } from '../shell/page'
import { PagedList } from '../shell/paged-list'
import { monthsUntil } from '../shell/period'
import { useKeptWishes } from '../shell/use-kept-form'
import { Button } from '../ui/button'
import type { Column } from '../ui/data-table'
import { SelectField, TextField } from '../ui/field'
import { formatDate, formatNumber, formatPeriod, formatRut, plural } from '../ui/format'
import { Moment } from '../ui/moment'
import { Empty, Notice } from '../ui/notice'
import { Segments } from '../ui/segments'
import { StatusWord } from '../ui/status'
import { AnnulDialog, BoletaDialog } from './boleta'
import { IssueDialog } from './issue'
import type { Typed } from './typed'
import { type Boleta, ESTADO, pesos, queryOf, SPELLING, TODOS, VER } from './vista'

const columnsOf = (onOpen: (boleta: Boleta) => void): readonly Column<Boleta>[] => [
  {
    id: 'folio',
    title: 'Número',
    head: true,
    cell: (one) => (
      <Button small tone="liso" aria-haspopup="dialog" aria-label={labelOf(one)} onClick={() => onOpen(one)}>
        <span className="fija">{one.folio === null ? 'Sin número' : `N° ${formatNumber(one.folio)}`}</span>
      </Button>
    ),
  },
  {
    id: 'estado',
    title: 'Estado',
    cell: ({ estado }) => <StatusWord of={ESTADO[estado]} />,
  },
  { id: 'fecha', title: 'Pagada', cell: ({ fecha }) => <span className="fija">{formatDate(fecha)}</span> },
  { id: 'nombre', title: 'A quién', whole: true, cell: ({ beneficiario }) => beneficiario.nombre },
  {
    id: 'rut',
    title: 'RUT',
    extra: true,
    cell: ({ beneficiario }) => <span className="fija">{formatRut(beneficiario.rut)}</span>,
  },
  {
    id: 'bruto',
    title: 'Bruto',
    numeric: true,
    before: 'Bruto',
    cell: ({ total_bruto }) => pesos(total_bruto),
  },
  {
    id: 'retencion',
    title: 'Retención',
    numeric: true,
    before: 'Retención',
    cell: ({ total_retencion }) => pesos(total_retencion),
  },
  {
    id: 'liquido',
    title: 'Líquido',
    numeric: true,
    before: 'Líquido',
    cell: ({ total_liquido }) => pesos(total_liquido),
  },
]

const labelOf = ({ folio, beneficiario }: Boleta): string =>
  folio === null ? `Ver la boleta a ${beneficiario.nombre}` : `Ver la boleta N° ${formatNumber(folio)}`

export default function Honorarios() {
  const { puede, soloMira, ambiente } = useSesion()
  const { filters, place: pagina, change, changeSoon, go } = useInAddress(SPELLING)
  const { mes, ver } = filters
  const q = useTyped(filters.q, (text) => changeSoon({ q: text }))
  const wish = useWish(useKeptWishes('bte'))
  const [issuing, setIssuing] = useState(false)
  const [open, setOpen] = useState<Boleta | null>(null)
  const [annulling, setAnnulling] = useState<Boleta | null>(null)
  const [started, setStarted] = useState<string>()
  const query = useApi('GET /v1/bte', { query: queryOf(filters, pagina) }, { conservar: true })
  const sync = useWrite('POST /v1/bte/:periodo/sync', 'GET /v1/bte/trabajos', 'GET /v1/cuenta/uso')
  // A request there would take effect in earnest.
  const isThere = ambiente !== 'certificacion'
  const acts = puede('bte:emitir') && !soloMira && isThere
  const bring = (): void =>
    sync.mutate(
      { params: { periodo: mes }, query: { esperar: 0 } },
      { onSuccess: ({ data }) => 'job_id' in data && setStarted(data.job_id) },
    )
  return (
    <Page
      title="Honorarios"
      actions={
        acts && (
          <>
            {mes !== TODOS && (
              <Button busy={sync.isPending} title="Gasta una consulta" onClick={bring}>
                Traer del SII
              </Button>
            )}
            <Button tone="primario" aria-haspopup="dialog" onClick={() => setIssuing(true)}>
              Emitir boleta
            </Button>
          </>
        )
      }
    >
      {!isThere && (
        <Notice tone="aviso" quiet title="En certificación no hay boletas de terceros">
          <p>El SII las tiene sólo en producción: pruébelas en simulación.</p>
        </Notice>
      )}
      {sync.error && <FaultNotice fault={sync.error} />}
      {acts && !issuing && (
        <KeptNotices<Typed>
          kind="bte"
          nameOf={({ nombre }) => `boleta a ${nombre?.trim() || 'una persona sin nombre'}`}
          onResume={() => setIssuing(true)}
        />
      )}
      <Operations base="/v1/bte" started={started} />
      <search className="filtros" aria-label="Qué boletas">
        <Segments label="Boletas" options={VER} selected={ver} onSelect={(one) => change({ ver: one })} />
        <div className="grilla">
          <SelectField
            label="Mes"
            options={[
              ...monthsUntil(chileDate(new Date())).map((one) => [one, formatPeriod(one)] as const),
              [TODOS, 'Todos los meses'],
            ]}
            value={mes}
            onChange={(one) => change({ mes: one })}
          />
          <TextField label="Nombre o RUT" type="search" maxLength={100} autoComplete="off" {...q} />
        </div>
      </search>
      {mes !== TODOS && <Resumen mes={mes} />}
      <PagedList
        query={query}
        caption={`Boletas de terceros de ${mes === TODOS ? 'todos los meses' : formatPeriod(mes)}, la última primero`}
        columns={columnsOf(setOpen)}
        rowKey={({ id }) => id}
        counted="boleta"
        pagina={pagina}
        onPage={go}
      >
        {ver || filters.q ? (
          <Empty title="Ninguna boleta así">
            <Button onClick={() => change({ ver: '', q: '' })}>Quitar los filtros</Button>
          </Empty>
        ) : (
          <Empty title="Ninguna boleta">
            <p>
              Aquí están las boletas de terceros que la empresa emite por lo que paga a personas sin boleta
              propia: las emitidas aquí, y las del sitio del SII cuando se traen.
            </p>
          </Empty>
        )}
      </PagedList>
      {issuing && <IssueDialog wish={wish} onStarted={setStarted} onClose={() => setIssuing(false)} />}
      {open && (
        <BoletaDialog
          boleta={query.data?.data.find(({ id }) => id === open.id) ?? open}
          onAnnul={() => {
            setAnnulling(open)
            setOpen(null)
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {annulling && (
        <AnnulDialog boleta={annulling} onStarted={setStarted} onClose={() => setAnnulling(null)} />
      )}
    </Page>
  )
}

function Resumen({ mes }: { mes: string }) {
  const { puede } = useSesion()
  // Sums of another month are no sums of this one, not even for a moment.
  const query = useApi('GET /v1/bte/resumen/:periodo', { params: { periodo: mes } })
  return (
    <Loaded query={query}>
      {({ data }) => (
        <section className="columna" aria-label={`Sumas de ${formatPeriod(mes)}`}>
          <p role="status">
            {plural(data.vigentes, 'boleta vigente', 'boletas vigentes')}
            {data.anuladas > 0 && `, ${plural(data.anuladas, 'anulada')}`}: {pesos(data.bruto)} brutos,{' '}
            <strong>{pesos(data.retencion)} retenidos</strong>, {pesos(data.liquido)} pagados.
          </p>
          {data.inciertas > 0 && (
            <Notice tone="aviso" title={`De ${plural(data.inciertas, 'boleta')} aún no se sabe si se emitió`}>
              <p>El SII no respondió. Timbre lo averigua solo en el informe del mes; no la emita otra vez.</p>
            </Notice>
          )}
          <small>
            {data.leido_en ? (
              <>
                El informe del SII se leyó <Moment at={data.leido_en} />.
              </>
            ) : (
              'El informe del SII no se ha leído: sólo están las boletas emitidas aquí.'
            )}{' '}
            {puede('empresa:leer') && <Link href="/programacion">Puede leerse solo cada mes.</Link>}
          </small>
        </section>
      )}
    </Loaded>
  )
}
