// `/recurrentes/:id`: one series: its rule in words, what it issues next, the dates to come and what became of those before.

import { useParams, useSearchParams } from 'wouter'
import { useApi } from '../../api/query'
import type { ProximaFecha, Serie } from '../../api/routes.gen'
import { useSesion } from '../../api/sesion'
import { Loaded } from '../../shell/loaded'
import { Page } from '../../shell/page'
import { LinkButton } from '../../ui/button'
import { formatDate, formatInstant, plural, upperFirst } from '../../ui/format'
import { Moment } from '../../ui/moment'
import { Notice } from '../../ui/notice'
import { StatusWord } from '../../ui/status'
import { documentOf, receiverOf } from '../borradores/words'
import { tipoOf } from '../from-draft'
import { Warnings } from '../summary'
import { TotalsTable } from '../totals'
import { emissionType } from '../types'
import { DateActions } from './date-actions'
import { Done } from './done'
import { RequestLines } from './request'
import { ruleWords } from './rule-words'
import { SerieActions } from './serie-actions'
import { Upcoming } from './upcoming'
import { COPIA_POR_CORREO, ESTADO, MODO, remedyOf, rightsOf } from './words'

const COUNT = 12

export default function UnaSerie() {
  const { id } = useParams<{ id: string }>()
  const [search] = useSearchParams()
  const query = useApi('GET /v1/recurrentes/:id', { params: { id } })
  const proximas = useApi('GET /v1/recurrentes/:id/proximas', { params: { id }, query: { n: COUNT } })
  const serie = query.data?.data
  const next = proximas.data?.data.find(({ estado }) => estado !== 'omitida')
  return (
    <Page
      title={serie?.nombre ?? 'Serie'}
      actions={serie && <SerieActions serie={serie} editing={search.has('editar')} />}
    >
      <Loaded query={query} missing="Esa serie" list={['/recurrentes', 'Series']}>
        {({ data }) => (
          <>
            {data.detenida && <Stopped serie={data} detenida={data.detenida} />}
            <Facts serie={data} />
            <Request serie={data} next={next} />
            <Upcoming serie={data} query={proximas} />
            <Done serie={data} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Stopped({ serie, detenida }: { serie: Serie; detenida: NonNullable<Serie['detenida']> }) {
  const { puede } = useSesion()
  const { fecha, code, mensaje, proximo_intento } = detenida
  const [permiso, href, verbo] = remedyOf(code) ?? []
  return (
    <Notice tone="mal" title={`Espera la fecha ${formatDate(fecha)}`} quiet>
      <p>
        {mensaje && `${mensaje.replace(/\.$/, '')}. `}
        {serie.estado === 'pausada'
          ? 'Nada se tomó: en pausa no se intenta, y sigue con la serie.'
          : 'Nada se tomó: se intenta cada hora, y en cuanto llegue lo que falta.'}
        {serie.estado !== 'pausada' &&
          proximo_intento &&
          ` La próxima vez, el ${formatInstant(proximo_intento)}.`}
      </p>
      <div className="acciones">
        {permiso && puede(permiso) && href && <LinkButton href={href}>{verbo}</LinkButton>}
        <DateActions serie={serie} fecha={fecha} estado="detenida" />
      </div>
    </Notice>
  )
}

function Facts({ serie }: { serie: Serie }) {
  const { estado, regla, modo, proxima, emitidas, envio, atraso_dias, pausada_hasta, autor, updated_at } =
    serie
  return (
    <dl className="pares">
      <dt>Estado</dt>
      <dd>
        <StatusWord of={ESTADO[estado]} />
        {pausada_hasta && ` Sigue sola el ${formatDate(pausada_hasta)}.`}
      </dd>
      <dt>Fechas</dt>
      <dd>
        {upperFirst(ruleWords(regla))}. Desde el {formatDate(regla.desde)}, a las {regla.hora}.
      </dd>
      {proxima && (
        <>
          <dt>Próxima</dt>
          <dd>{formatDate(proxima)}</dd>
        </>
      )}
      <dt>En cada fecha</dt>
      <dd>
        {MODO[modo]}
        {modo === 'automatico' &&
          `. Con más de ${plural(atraso_dias, 'día')} de atraso, o ya en otro mes, queda como borrador.`}
      </dd>
      <dt>Copia por correo</dt>
      <dd>{COPIA_POR_CORREO[envio]}</dd>
      <dt>Emitidas</dt>
      <dd>{plural(emitidas, 'documento')}</dd>
      <dt>Último cambio</dt>
      <dd>
        {autor}, <Moment at={updated_at} />
      </dd>
    </dl>
  )
}

/** The content of the next date, as it will be issued; without one, the request as it was written. */
function Request({ serie, next }: { serie: Serie; next: ProximaFecha | undefined }) {
  const sesion = useSesion()
  const tipo = tipoOf(serie.solicitud)
  const mayChange = rightsOf(serie, sesion).editar && tipo !== null && emissionType(tipo) !== undefined
  const said = { solicitud: next?.solicitud ?? serie.solicitud }
  return (
    <section className="seccion" aria-labelledby="serie-emite">
      <h2 id="serie-emite">Lo que emite</h2>
      <p>
        {documentOf(said)} a <strong>{receiverOf(said)}</strong>
        {next && `, como irá el ${formatDate(next.fecha_emision)}`}
      </p>
      <RequestLines solicitud={said.solicitud} />
      {next?.juicio?.ok && (
        <>
          {next.estimado && <p>El total es estimado: falta saber el valor de ese día.</p>}
          <TotalsTable totals={next.juicio.totales} stale={false} />
          <Warnings warnings={next.juicio.advertencias} />
        </>
      )}
      {mayChange && (
        <div>
          <LinkButton href={`/emitir/${tipo}?serie=${serie.id}`}>Cambiar lo que emite</LinkButton>
        </div>
      )}
    </section>
  )
}
