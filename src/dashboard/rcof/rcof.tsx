// `/rcof`: the days of a month, what was reported of each and what the SII said of it (areas/rcof §1).

import { Link, useLocation, useSearchParams } from 'wouter'
import { chileDate } from '../../domain/fecha'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { usePolling } from '../shell/connection'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { monthsUntil } from '../shell/period'
import { type Column, DataTable } from '../ui/data-table'
import { SelectField } from '../ui/field'
import { formatDate, formatNumber, formatPeriod, plural } from '../ui/format'
import { Moment } from '../ui/moment'
import { Empty, Notice } from '../ui/notice'
import { Segments } from '../ui/segments'
import { StatusWord } from '../ui/status'
import {
  boundsOf,
  type Day,
  daysOf,
  isMissing,
  parseView,
  saidOf,
  searchOf,
  usedOf,
  VER,
  VIGENTES,
  type View,
  wordsOfDay,
} from './days'

const POLL_MS = 30_000

const columnsOf = (hoy: string): readonly Column<Day>[] => [
  {
    id: 'dia',
    title: 'Día',
    head: true,
    cell: ({ fecha }) => <Link href={`/rcof/${fecha}`}>{formatDate(fecha)}</Link>,
  },
  {
    id: 'estado',
    title: 'Estado',
    cell: (day) => <StatusWord of={wordsOfDay(day, hoy)} />,
  },
  { id: 'sii', title: 'El SII dijo', whole: true, cell: ({ rcof }) => rcof && saidOf(rcof) },
  {
    id: 'envio',
    title: 'Envío',
    numeric: true,
    before: 'Envío',
    cell: ({ rcof }) => rcof?.secuencia ?? '–',
  },
  { id: 'track', title: 'Track ID', extra: true, cell: ({ rcof }) => rcof?.track_id ?? '' },
  {
    id: 'folios',
    title: 'Folios',
    numeric: true,
    before: 'Folios',
    cell: ({ rcof }) => (rcof ? formatNumber(usedOf(rcof)) : '–'),
  },
  {
    id: 'enviado',
    title: 'Enviado',
    extra: true,
    cell: ({ rcof }) => rcof?.enviado_en && <Moment at={rcof.enviado_en} />,
  },
]

export default function Rcof() {
  const { puede } = useSesion()
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const hoy = chileDate(new Date())
  const view = parseView(params, hoy)
  const [desde, hasta] = boundsOf(view.mes, hoy)
  const query = useApi(
    'GET /v1/dte/rcof',
    { query: { desde, hasta, estado: VIGENTES, limite: 100 } },
    { conservar: true, cada: usePolling(POLL_MS) },
  )
  const go = (patch: Partial<View>): void =>
    navigate(`/rcof${searchOf({ ...view, ...patch })}`, { replace: true })
  return (
    <Page title="Consumo de folios">
      <Notice tone="neutro" title="Ya no es obligatorio" quiet>
        <p>
          Hasta el 31-07-2022 el SII pedía informar cada día los folios de boletas. Hoy lo recibe si se le
          envía, y lo pide para certificar boletas.{' '}
          {puede('empresa:leer') && (
            <>
              La <Link href="/programacion">programación</Link> puede informar sola los días que faltan.
            </>
          )}
        </p>
      </Notice>
      <search className="filtros" aria-label="Qué días">
        <Segments label="Días" options={VER} selected={view.ver} onSelect={(ver) => go({ ver })} />
        <div className="grilla">
          <SelectField
            label="Mes"
            options={monthsUntil(hoy).map((one) => [one, formatPeriod(one)] as const)}
            value={view.mes}
            onChange={(mes) => go({ mes })}
          />
        </div>
      </search>
      <Loaded query={query}>
        {({ data }) => {
          const days = daysOf(view.mes, hoy, data)
          const missing = days.filter((day) => isMissing(day, hoy))
          const rows = view.ver ? missing : days
          return (
            <div className="columna">
              <p role="status">
                {missing.length
                  ? `${plural(missing.length, 'día')} sin informar de ${formatPeriod(view.mes)}`
                  : `Todos los días terminados de ${formatPeriod(view.mes)} están informados`}
              </p>
              {rows.length ? (
                <DataTable
                  caption={`Consumos de folios de ${formatPeriod(view.mes)}, el último día primero`}
                  columns={columnsOf(hoy)}
                  rows={rows}
                  rowKey={({ fecha }) => fecha}
                  stale={query.isPlaceholderData}
                />
              ) : (
                <Empty title="Ningún día sin informar">
                  <p>De cada día terminado del mes el SII tiene, o va a tener, su consumo de folios.</p>
                </Empty>
              )}
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}
