// `/rcof/:fecha`: what the SII has of a day, and what it would be told now (areas/rcof §2, §3).

import { useParams } from 'wouter'
import { chileDate } from '../../domain/fecha'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { usePolling } from '../shell/connection'
import { Loaded } from '../shell/loaded'
import { Missing, Page } from '../shell/page'
import { formatDate } from '../ui/format'
import { Moment } from '../ui/moment'
import { StatusWord } from '../ui/status'
import { ESTADO, isDay, type Rcof, saidOf, whyForce } from './days'
import { Reported } from './reported'
import { ResumenTable } from './resumen'
import { Send } from './send'

const POLL_MS = 30_000

export default function Dia() {
  const { fecha } = useParams<{ fecha: string }>()
  return isDay(fecha, chileDate(new Date())) ? (
    <Day key={fecha} fecha={fecha} />
  ) : (
    <Page title="Consumo de folios">
      <Missing what="Ese día" list={['/rcof', 'RCOF']} />
    </Page>
  )
}

function Day({ fecha }: { fecha: string }) {
  const { puede, soloMira } = useSesion()
  const reports = useApi(
    'GET /v1/dte/rcof',
    { query: { desde: fecha, hasta: fecha, limite: 100 } },
    { cada: usePolling(POLL_MS) },
  )
  const previa = useApi('GET /v1/dte/rcof/:fecha/previa', { params: { fecha } })
  const name = formatDate(fecha)
  return (
    <Page title={`Consumo de folios del ${name}`}>
      <Loaded query={reports}>
        {({ data }) => {
          // A later one has the higher number, and every other is replaced.
          const last = data.find(({ estado }) => estado !== 'reemplazado') ?? null
          const before = data.filter((one) => one !== last)
          return (
            <>
              <Reported key={last?.id} fecha={fecha} last={last} />
              <section className="seccion" aria-labelledby="previa">
                <h2 id="previa">{last ? 'Si se envía otra vez' : 'Si se envía'}</h2>
                <Loaded query={previa}>
                  {({ data: now }) => (
                    <>
                      <p>
                        {!last || now.secuencia === last.secuencia
                          ? 'Así se cuenta el día ahora.'
                          : now.cambio
                            ? `El día cambió desde el envío ${last.secuencia}: ahora se cuenta así.`
                            : `Lo mismo que dijo el envío ${last.secuencia}.`}
                      </p>
                      <ResumenTable caption={`Folios y montos del ${name}`} resumen={now.resumen} />
                      {puede('rcof:enviar') && !soloMira && (
                        <Send
                          fecha={fecha}
                          secuencia={now.secuencia}
                          again={last?.secuencia === now.secuencia}
                          force={whyForce(last, now, chileDate(new Date()))}
                        />
                      )}
                    </>
                  )}
                </Loaded>
              </section>
              {before.length > 0 && <Before reports={before} />}
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

function Before({ reports }: { reports: readonly Rcof[] }) {
  return (
    <section className="seccion" aria-labelledby="antes">
      <h2 id="antes">Envíos anteriores</h2>
      <ul>
        {reports.map((one) => (
          <li key={one.id}>
            Envío {one.secuencia} <StatusWord of={ESTADO[one.estado]} />{' '}
            {one.enviado_en && <Moment at={one.enviado_en} exact />} {one.track_id} {saidOf(one)}
          </li>
        ))}
      </ul>
    </section>
  )
}
