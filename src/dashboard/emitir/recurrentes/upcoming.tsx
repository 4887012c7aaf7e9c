// The next dates of a series, each as it will be issued: its amount, or what it lacks (areas/recurrentes §3).

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReplyOf } from '../../api/client'
import type { Fault } from '../../api/fault'
import type { ProximaFecha, Serie } from '../../api/routes.gen'
import { useSesion } from '../../api/sesion'
import { Loaded } from '../../shell/loaded'
import { type Column, DataTable } from '../../ui/data-table'
import { formatAmount, formatDate } from '../../ui/format'
import { Status, StatusWord } from '../../ui/status'
import { Term } from '../../ui/term'
import { faultsOf } from '../borradores/words'
import { DateActions } from './date-actions'
import { dayWords } from './rule-words'
import { ESTADO_FECHA, rightsOf } from './words'

const ESTIMADO =
  'El valor de la UF, la UTM o la moneda de ese día aún no se sabe: está calculado con el último conocido.'

function Amount({ juicio, estimado }: Pick<ProximaFecha, 'juicio' | 'estimado'>) {
  if (!juicio?.ok || !juicio.totales) return null
  return (
    <>
      {formatAmount(juicio.totales.monto_total, juicio.totales.moneda)}{' '}
      {estimado && <Term means={ESTIMADO}>estimado</Term>}
    </>
  )
}

/** The state, the day where it is another, and each fault in words. */
function Said({ proxima, modo }: { proxima: ProximaFecha; modo: Serie['modo'] }) {
  const { estado, fecha, fecha_emision, propia, juicio, solicitud } = proxima
  const faults = juicio && solicitud ? faultsOf({ solicitud, juicio }) : []
  return (
    <>
      {estado !== 'prevista' && <StatusWord of={ESTADO_FECHA[estado]} />}{' '}
      {estado !== 'omitida' && fecha_emision !== fecha && <>Se hace el {formatDate(fecha_emision)}. </>}
      {propia && 'Con su propio contenido. '}
      {faults.length > 0 && (
        <>
          <Status tone="mal" icon="✕">
            {modo === 'automatico' ? 'Así quedaría como borrador' : 'Así no se podría emitir'}
          </Status>
          <ul className="emitir-faltas">
            {faults.map(([place, text]) => (
              <li key={`${place} ${text}`}>
                {place && <strong>{place}: </strong>}
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const columnsOf = (serie: Serie): readonly Column<ProximaFecha>[] => [
  { id: 'n', title: 'N°', numeric: true, extra: true, cell: ({ n }) => n },
  {
    id: 'fecha',
    title: 'Fecha',
    head: true,
    cell: ({ fecha }) => <span className="fija">{dayWords(fecha)}</span>,
  },
  { id: 'monto', title: 'Total', numeric: true, cell: (proxima) => <Amount {...proxima} /> },
  { id: 'estado', title: 'Estado', whole: true, cell: (one) => <Said proxima={one} modo={serie.modo} /> },
]

const actsOn = (serie: Serie): Column<ProximaFecha> => ({
  id: 'acciones',
  title: 'Acciones',
  cell: ({ fecha, estado }) => <DateActions {...{ serie, fecha, estado }} />,
})

export function Upcoming({
  serie,
  query,
}: {
  serie: Serie
  query: UseQueryResult<ReplyOf<'GET /v1/recurrentes/:id/proximas'>, Fault>
}) {
  const sesion = useSesion()
  const mayAct = rightsOf(serie, sesion).omitir
  return (
    <section className="seccion" aria-labelledby="serie-proximas">
      <h2 id="serie-proximas">Próximas fechas</h2>
      {serie.estado === 'pausada' && <p>En pausa: éstas seguirían si se reanudara.</p>}
      <Loaded query={query}>
        {({ data }) =>
          data.length ? (
            <DataTable
              caption="Próximas fechas"
              columns={[...columnsOf(serie), ...(mayAct ? [actsOn(serie)] : [])]}
              rows={data}
              rowKey={({ fecha }) => fecha}
            />
          ) : (
            <p>No tiene más fechas.</p>
          )
        }
      </Loaded>
    </section>
  )
}
