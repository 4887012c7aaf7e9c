// `/certificacion/:alcance/:clase`: one set, with its questions, and each case beside its text, its request and what it must come to
// (areas/certificacion §2, §3).

import { Link, useParams } from 'wouter'
import { useApi } from '../api/query'
import { useSesion } from '../api/sesion'
import { Loaded } from '../shell/loaded'
import { Missing, Page } from '../shell/page'
import { LinkButton } from '../ui/button'
import { formatInstant, plural } from '../ui/format'
import { StatusWord } from '../ui/status'
import type { SetEntero } from './ajustes'
import {
  CAMINOS,
  type Camino,
  ESTADO_SET,
  isAlcance,
  mayIssue,
  nameOfSet,
  roadOf,
  type SetCamino,
} from './camino'
import { Cases } from './cases'
import { Questions } from './questions'
import { Reasons } from './reasons'
import { FixVerdict, Issue } from './set-acts'
import { hrefOfSet } from './set-address'

const POLL_MS = 2500

export default function SetPage() {
  const { alcance = '', clase = '' } = useParams<{ alcance: string; clase: string }>()
  const { ambiente } = useSesion()
  const roads = useApi(
    'GET /v1/certificacion',
    { query: { limite: 100 } },
    { activa: ambiente !== 'produccion' },
  )
  const road = roads.data && isAlcance(alcance) ? roadOf(roads.data.data, alcance) : null
  const id = road?.id ?? ''
  const camino = useApi('GET /v1/certificacion/:id', { params: { id } }, { activa: id !== '' })
  const back =
    isAlcance(alcance) && alcance !== 'factura' ? `/certificacion?camino=${alcance}` : '/certificacion'
  const own = camino.data?.data.sets.find((one) => one.clase === clase)
  const lost = ambiente === 'produccion' || (roads.data && !road) || (camino.data && !own)
  return (
    <Page title={own ? nameOfSet(own) : 'Set de pruebas'}>
      <p>
        <Link href={back}>
          Volver a la certificación de {(isAlcance(alcance) ? CAMINOS[alcance] : '').toLowerCase()}
        </Link>
      </p>
      {lost ? (
        <Missing what="Ese set" list={['/certificacion', 'Certificación']} />
      ) : (
        <Loaded query={roads}>
          {() => (
            <Loaded query={camino}>{({ data }) => <Whole camino={data} clase={clase} back={back} />}</Loaded>
          )}
        </Loaded>
      )}
    </Page>
  )
}

function Whole({ camino, clase, back }: { camino: Camino; clase: string; back: string }) {
  const params = { id: camino.id, clase: clase as SetEntero['clase'] }
  const query = useApi(
    'GET /v1/certificacion/:id/sets/:clase',
    { params },
    { cada: (answer) => (['emitiendo', 'enviado'].includes(answer?.data.estado ?? '') ? POLL_MS : false) },
  )
  return (
    <Loaded query={query} missing="Ese set" list={['/certificacion', 'Certificación']}>
      {({ data }) => {
        const own = { ...data, casos: data.casos.length }
        return (
          <div className="columna camino">
            <div className="acciones" role="status">
              <StatusWord of={ESTADO_SET[data.estado]} />
              {data.atencion && <span>Número de atención {data.atencion}</span>}
            </div>
            {data.intento && <Reasons intento={data.intento} />}
            <Issue camino={camino} set={own} tone="primario" />
            <FixVerdict camino={camino} set={own} />
            {own.dudas === 0 && <NextOpen camino={camino} set={own} back={back} />}
            <Questions key={data.dudas} camino={camino} set={data} />
            <Cases set={data} />
            {data.notas.length > 0 && (
              <section className="seccion" aria-labelledby="notas">
                <h2 id="notas">Notas del texto</h2>
                {data.notas.map((nota) => (
                  <p key={nota}>{nota}</p>
                ))}
              </section>
            )}
            {data.historia.length > 1 && <History set={data} />}
          </div>
        )
      }}
    </Loaded>
  )
}

/** The next set that asks something, once this one asks no more; or the page that says what else lacks. */
function NextOpen({ camino, set, back }: { camino: Camino; set: SetCamino; back: string }) {
  const next = camino.sets.find(({ estado }) => estado === 'con_dudas')
  if (!next && set.estado === 'listo' && !mayIssue(set))
    return (
      <div>
        <LinkButton href={back} tone="primario">
          Seguir con lo que falta
        </LinkButton>
      </div>
    )
  if (!next) return null
  return (
    <div>
      <LinkButton href={hrefOfSet(camino, next)}>
        Seguir con {nameOfSet(next)} ({plural(next.dudas, 'pregunta')})
      </LinkButton>
    </div>
  )
}

function History({ set: { historia } }: { set: SetEntero }) {
  return (
    <section className="seccion" aria-labelledby="intentos">
      <h2 id="intentos">Intentos anteriores</h2>
      <ul className="tarjetas-set">
        {historia.slice(0, -1).map((intento) => (
          <li key={intento.id} className="columna">
            <h3>Intento {intento.numero}</h3>
            <p>
              {formatInstant(intento.creado_en)}
              {intento.track_id && ` · envío ${intento.track_id}`}
            </p>
            <Reasons intento={intento} />
          </li>
        ))}
      </ul>
    </section>
  )
}
