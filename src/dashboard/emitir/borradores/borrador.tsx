// `/borradores/:id`: one shared draft: what it says, what it would come to now or what it lacks, and what may be done with it.

import { useRef, useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { useApi, useWrite } from '../../api/query'
import { useSesion } from '../../api/sesion'
import { useWish } from '../../api/wish'
import { FaultNotice } from '../../shell/fault-notice'
import { Loaded } from '../../shell/loaded'
import { notify } from '../../shell/notices'
import { Page } from '../../shell/page'
import { Button, LinkButton } from '../../ui/button'
import { type Column, DataTable } from '../../ui/data-table'
import { plural } from '../../ui/format'
import { Moment } from '../../ui/moment'
import { Notice } from '../../ui/notice'
import { StatusWord } from '../../ui/status'
import { shortName } from '../../ui/tipo'
import { tipoOf } from '../from-draft'
import { mayRepeat } from '../recurrentes/words'
import type { Borrador } from '../shared-draft'
import { Warnings } from '../summary'
import { TotalsTable } from '../totals'
import { emissionType } from '../types'
import { DRAFTS } from './acts'
import { Discard } from './discard'
import { IssueOne } from './issue-one'
import { documentOf, ESTADO, faultsOf, linesOf, ORIGEN, receiverOf, type Shown } from './words'

export default function UnBorrador() {
  const { id } = useParams<{ id: string }>()
  const query = useApi('GET /v1/borradores/:id', { params: { id } })
  const borrador = query.data?.data
  return (
    <Page
      title={borrador ? `Borrador: ${documentOf(borrador).toLowerCase()}` : 'Borrador'}
      actions={borrador && <Actions borrador={borrador} />}
    >
      <Loaded query={query} missing="Ese borrador" list={['/borradores', 'Borradores']}>
        {({ data }) => (
          <>
            <Facts borrador={data} />
            {data.estado === 'abierto' && <Judgement borrador={data} />}
            <Lines borrador={data} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Actions({ borrador }: { borrador: Borrador }) {
  const sesion = useSesion()
  const { puede, soloMira, tipos_dte } = sesion
  const [, navigate] = useLocation()
  const [asking, setAsking] = useState<'emitir' | 'descartar' | null>(null)
  const copy = useWrite('POST /v1/borradores', ...DRAFTS)
  const wish = useWish()
  const { id, estado, solicitud, juicio } = borrador
  const tipo = tipoOf(solicitud)
  const open = estado === 'abierto'
  // Seen at the press: what is issued is what the person looked at.
  const seen = useRef(borrador)
  if (soloMira) return null
  const mine = tipo !== null && (tipos_dte.length === 0 || tipos_dte.includes(tipo))
  const again = (): void =>
    copy.mutate(
      { body: { solicitud }, clave: wish.keyOf(solicitud) },
      {
        onSettled: (_, fault) => wish.settled(fault),
        onSuccess: ({ data }) => {
          notify({ tone: 'bien', title: 'Se copió a otro borrador' })
          navigate(`/borradores/${data.id}`)
        },
      },
    )
  return (
    <>
      {open && puede('dte:emitir') && mine && juicio.ok && (
        <Button
          tone="primario"
          onClick={() => {
            seen.current = borrador
            setAsking('emitir')
          }}
        >
          Emitir
        </Button>
      )}
      {open && tipo !== null && emissionType(tipo) && mine && (
        <LinkButton href={`/emitir/${tipo}?borrador=${id}`}>Abrir para cambiarlo</LinkButton>
      )}
      {open && mayRepeat(tipo, sesion) && (
        <LinkButton href={`/recurrentes/nueva?borrador=${id}`}>Repetir cada mes…</LinkButton>
      )}
      <Button busy={copy.isPending} onClick={again}>
        Copiar a otro
      </Button>
      {open && (
        <Button tone="peligro" aria-haspopup="dialog" onClick={() => setAsking('descartar')}>
          Descartar
        </Button>
      )}
      {copy.error && <FaultNotice fault={copy.error} />}
      {asking === 'emitir' && <IssueOne borrador={seen.current} onClose={() => setAsking(null)} />}
      {asking === 'descartar' && (
        <Discard rows={[borrador]} onDone={() => navigate('/borradores')} onClose={() => setAsking(null)} />
      )}
    </>
  )
}

function Facts({ borrador }: { borrador: Borrador }) {
  const { puede } = useSesion()
  const { estado, origen, serie, autor, created_at, updated_at, version, dte } = borrador
  return (
    <dl className="pares">
      <dt>Estado</dt>
      <dd>
        <StatusWord of={ESTADO[estado]} />
      </dd>
      {dte && (
        <>
          <dt>Documento</dt>
          <dd>
            {dte.tipo_dte && dte.folio ? (
              <Link href={`/documentos/${dte.tipo_dte}/${dte.folio}`}>
                {shortName(dte.tipo_dte)} N° {dte.folio}
              </Link>
            ) : (
              <Link href={`/trabajos/${dte.job_id}`}>
                {dte.estado === 'discarded' ? 'Se descartó sin emitirse' : 'Espera su hora'}
              </Link>
            )}
          </dd>
        </>
      )}
      <dt>Receptor</dt>
      <dd>{receiverOf(borrador)}</dd>
      <dt>Origen</dt>
      <dd>
        {ORIGEN[origen]} <Moment at={created_at} />
        {serie && puede('dte:leer') && (
          <>
            {' '}
            <Link href={`/recurrentes/${serie}`}>Ver la serie</Link>
          </>
        )}
      </dd>
      <dt>Último cambio</dt>
      <dd>
        {autor}, <Moment at={updated_at} /> · versión {version}
      </dd>
    </dl>
  )
}

/** As it would be issued now. */
function Judgement({ borrador }: { borrador: Borrador }) {
  const { juicio } = borrador
  const faults = faultsOf(borrador)
  return (
    <section className="seccion" aria-labelledby="borrador-juicio">
      <h2 id="borrador-juicio">{juicio.ok ? 'Si se emite ahora' : 'No se puede emitir así'}</h2>
      {juicio.ok ? (
        <TotalsTable totals={juicio.totales} stale={false} />
      ) : (
        <Notice tone="mal" title={`Falta corregir ${plural(faults.length, 'dato')}`} quiet>
          <ul className="emitir-faltas">
            {faults.map(([place, text]) => (
              <li key={`${place} ${text}`}>
                {place && <strong>{place}: </strong>}
                {text}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Warnings warnings={juicio.advertencias} />
    </section>
  )
}

const COLUMNS: readonly Column<Shown>[] = [
  { id: 'nombre', title: 'Ítem', head: true, cell: ({ nombre }) => nombre },
  { id: 'cantidad', title: 'Cantidad', numeric: true, before: 'Cantidad', cell: ({ cantidad }) => cantidad },
  { id: 'precio', title: 'Precio', numeric: true, before: 'Precio', cell: ({ precio }) => precio },
]

function Lines({ borrador }: { borrador: Borrador }) {
  const lines = linesOf(borrador)
  return (
    <section className="seccion" aria-labelledby="borrador-lineas">
      <h2 id="borrador-lineas">Líneas</h2>
      {lines.length ? (
        <DataTable caption="Líneas" columns={COLUMNS} rows={lines} rowKey={({ id }) => String(id)} />
      ) : (
        <p>Todavía no tiene ninguna.</p>
      )}
    </section>
  )
}
