// `/trabajos/:id`: one emission, from its request to its end.

import { type ReactNode, useState } from 'react'
import { useParams } from 'wouter'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { Cause } from '../shell/cause'
import { usePolling } from '../shell/connection'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { Copy } from '../ui/copy'
import { Moment } from '../ui/moment'
import { StatusWord } from '../ui/status'
import { useAct } from './act'
import { CuentaAtras } from './cuenta-atras'
import { Discard } from './discard'
import { Resultados } from './resultados'
import { Botones } from './tarjeta'
import { deQuien, estadoOf, folioOf, isMoving, nameOf, type Trabajo } from './trabajo'

const MOVING_MS = 2500

export default function UnTrabajo() {
  const { id = '' } = useParams<{ id: string }>()
  const polling = usePolling(MOVING_MS)
  const query = useApi(
    'GET /v1/dte/emision/:jobId',
    { params: { jobId: id } },
    // Attempts that fail for a while are no events.
    { cada: (answer) => (answer && isMoving(answer.data) ? MOVING_MS : polling) },
  )
  const trabajo = query.data?.data
  return (
    <Page title={trabajo ? `Trabajo: ${nameOf(trabajo)}` : 'Trabajo'} reading>
      <Loaded query={query} missing="Ese trabajo" list={['/trabajos', 'Trabajos']}>
        {({ data }) => (
          <Cuerpo
            // The file is of the document's page.
            trabajo={{ ...data, result: null }}
            trackId={data.result?.track_id ?? null}
          />
        )}
      </Loaded>
    </Page>
  )
}

function Cuerpo({ trabajo, trackId }: { trabajo: Trabajo; trackId: string | null }) {
  const { puede } = useSesion()
  const [asking, setAsking] = useState(false)
  const { marcha, resultados, actAll } = useAct()
  const { id, error, referencia_externa, intentos, max_intentos, proximo_intento } = trabajo
  const waits = isMoving(trabajo) || trabajo.estado === 'scheduled'
  const manos = puede('dte:emitir')
    ? {
        busy: marcha !== null,
        onReintentar: () => void actAll('reintentar', [trabajo]),
        onDescartar: () => setAsking(true),
      }
    : null
  return (
    <>
      <section className="columna" aria-label="Estado">
        <p role="status">
          <StatusWord of={estadoOf(trabajo)} />
          {waits && proximo_intento && (
            <>
              {', '}
              {trabajo.estado === 'scheduled' ? 'se emite ' : 'próximo intento '}
              <CuentaAtras at={proximo_intento} />
            </>
          )}
        </p>
        {error && <Cause error={error} />}
        {folioOf(trabajo) && <p>{folioOf(trabajo)}</p>}
        <Botones trabajo={trabajo} manos={manos} alone />
        <Resultados {...{ marcha, resultados }} />
      </section>
      <dl className="pares">
        <Par name="Para">{deQuien(trabajo)}</Par>
        {referencia_externa && <Par name="Referencia">{referencia_externa}</Par>}
        <Par name="Se pidió">
          <Moment at={trabajo.created_at} exact />
        </Par>
        {trabajo.started_at && (
          <Par name="Último intento">
            <Moment at={trabajo.started_at} exact />
          </Par>
        )}
        {trabajo.completed_at && (
          <Par name="Recibido por el SII">
            <Moment at={trabajo.completed_at} exact />
          </Par>
        )}
        {trabajo.failed_at && (
          <Par name="Se detuvo">
            <Moment at={trabajo.failed_at} exact />
          </Par>
        )}
        <Par name="Intentos">
          {intentos} de {max_intentos}
        </Par>
        {trackId && (
          <Par name="Track ID">
            <Copy text={trackId} label="el Track ID" />
          </Par>
        )}
        <Par name="Identificador">
          <Copy text={id} label="el identificador" />
        </Par>
      </dl>
      {asking && (
        <Discard
          trabajos={[trabajo]}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void actAll('descartar', [trabajo])
          }}
        />
      )}
    </>
  )
}

const Par = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
