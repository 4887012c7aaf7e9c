// `/respaldos`: the copies of the whole server and their trials; for owners of the account that runs it (http §23).

import type { DataOf } from '../api/client'
import { useApi, useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Loaded } from '../shell/loaded'
import { Page } from '../shell/page'
import { MOTIVO } from '../shell/respaldo-words'
import { Button, LinkButton } from '../ui/button'
import { type Column, DataTable } from '../ui/data-table'
import { formatInstant } from '../ui/format'
import { Moment } from '../ui/moment'
import { Empty, Notice } from '../ui/notice'
import { NOMBRE_ROL } from '../ui/rol'
import { StatusWord, type Word } from '../ui/status'
import { megabytes, retentionWords } from './words'

type Respaldos = DataOf<'GET /v1/respaldos'>
type Copia = Respaldos['copias'][number]

const ESTADO: Record<Copia['estado'], Word> = {
  en_curso: ['◐', 'En curso', 'espera'],
  hecha: ['✓', 'Hecha', 'bien'],
  fallida: ['✕', 'Falló', 'mal'],
  borrada: ['○', 'Ya no se conserva', 'neutro'],
  ausente: ['!', 'La quitó otro', 'aviso'],
}

const ENSAYO: Record<NonNullable<Copia['ensayo']>['resultado'], Word> = {
  abierta: ['✓', 'Se abrió y verificó', 'bien'],
  integra: ['✓', 'Íntegra, sin abrir', 'bien'],
  fallida: ['✕', 'Falló', 'mal'],
}

const COLUMNS: Column<Copia>[] = [
  { id: 'cuando', title: 'Cuándo', head: true, cell: ({ inicio }) => <Moment at={inicio} exact /> },
  { id: 'estado', title: 'Copia', cell: ({ estado }) => <StatusWord of={ESTADO[estado]} /> },
  { id: 'tamano', title: 'Tamaño', numeric: true, cell: ({ bytes }) => bytes !== null && megabytes(bytes) },
  {
    id: 'ensayo',
    title: 'Ensayo',
    cell: ({ ensayo }) =>
      ensayo && (
        <>
          <StatusWord of={ENSAYO[ensayo.resultado]} />
          <br />
          <small>{formatInstant(ensayo.fecha)}</small>
        </>
      ),
  },
  {
    id: 'detalle',
    title: 'Detalle',
    whole: true,
    cell: ({ error, ensayo }) => (error ?? ensayo?.detalle) && <small>{error ?? ensayo?.detalle}</small>,
  },
]

export default function RespaldosPage() {
  const { rol } = useSesion()
  return (
    <Page
      title="Respaldos"
      actions={rol === 'propietario' && <LinkButton href="/cuenta">Llevarse todo, o irse</LinkButton>}
    >
      {rol === 'propietario' ? (
        <Copies />
      ) : (
        <Notice tone="aviso" title="Sin permiso">
          <p>
            Los respaldos son de los propietarios de la cuenta que administra el servidor; su rol es{' '}
            <em>{NOMBRE_ROL[rol]}</em>.
          </p>
        </Notice>
      )}
    </Page>
  )
}

/** A copy takes seconds, or minutes of a large base. */
const RUNNING_MS = 2000

function Copies() {
  const query = useApi('GET /v1/respaldos', undefined, {
    cada: (answer) => (answer?.data.trabajando ? RUNNING_MS : false),
  })
  return (
    <Loaded query={query}>
      {({ data: { programado, trabajando, problemas, copias } }) => (
        <>
          {problemas.map(({ motivo, desde, mensaje }) => (
            <Notice key={motivo + desde} tone="mal" title={MOTIVO[motivo]}>
              <p>{mensaje}</p>
            </Notice>
          ))}
          {programado ? (
            <>
              {problemas.length === 0 && <LastFailure copias={copias} />}
              <Programme programado={programado} />
              <CopyNow running={trabajando} />
              {copias.length ? (
                <DataTable
                  caption="Copias, la más nueva primero"
                  columns={COLUMNS}
                  rows={copias}
                  rowKey={({ nombre }) => nombre}
                />
              ) : (
                <Empty title="Aún no hay copias: la primera se hace en el próximo minuto" />
              )}
            </>
          ) : (
            <Empty title="Este servidor no hace copias por sí solo">
              <p>
                Quien lo administra dice dónde con <code>TIMBRE_RESPALDO_DESTINO</code> y con qué se cifran
                con <code>TIMBRE_RESPALDO_PARA</code>: <code>timbre help</code> las explica.
              </p>
            </Empty>
          )}
        </>
      )}
    </Loaded>
  )
}

/** Told at once, though the next attempt may mend it. */
function LastFailure({ copias }: { copias: readonly Copia[] }) {
  const last = copias.find(({ estado }) => estado !== 'en_curso')
  if (last?.estado !== 'fallida') return null
  return (
    <Notice tone="aviso" title="La última copia falló">
      <p>{last.error ?? 'Sin explicación.'} El servidor la repite solo.</p>
    </Notice>
  )
}

function CopyNow({ running }: { running: boolean }) {
  const copy = useWrite('POST /v1/respaldos', 'GET /v1/respaldos')
  return (
    <>
      <p>
        <Button
          busy={copy.isPending || running}
          waiting="Respaldando…"
          onClick={() => copy.mutate(undefined)}
        >
          Respaldar ahora
        </Button>
      </p>
      {copy.error && <FaultNotice fault={copy.error} />}
    </>
  )
}

const Programme = ({ programado }: { programado: NonNullable<Respaldos['programado']> }) => (
  <dl className="pares">
    <dt>Destino</dt>
    <dd>
      <code>{programado.destino}</code>
    </dd>
    <dt>Próxima copia</dt>
    <dd>
      <Moment at={programado.proxima} exact />
    </dd>
    <dt>Se conservan</dt>
    <dd>{retentionWords(programado.conservar)}</dd>
    <dt>Ensayo de cada semana</dt>
    <dd>
      {programado.abre
        ? 'Trae la copia más nueva, la abre y la verifica.'
        : 'Trae la copia más nueva y mira que sea lo que se escribió. No la abre: el servidor no tiene la clave privada. Ábrala usted de vez en cuando con timbre respaldo ensayar --identidad.'}
    </dd>
  </dl>
)
