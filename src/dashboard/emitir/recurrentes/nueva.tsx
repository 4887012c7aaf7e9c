// `/recurrentes/nueva`: a series of what a draft or a document says (`?borrador=bor_…`, `?desde=33-12`): its request is taken as it is,
// and the rule is written here, its dates in sight (areas/recurrentes §1).

import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { chileDate } from '../../../domain/fecha'
import { useApi, useWrite } from '../../api/query'
import { useSesion } from '../../api/sesion'
import { useWish } from '../../api/wish'
import { KeptWords } from '../../shell/kept-notice'
import { Loaded } from '../../shell/loaded'
import { notify } from '../../shell/notices'
import { Page } from '../../shell/page'
import { useKeptForm } from '../../shell/use-kept-form'
import { Button, LinkButton } from '../../ui/button'
import { Form } from '../../ui/form'
import { Empty, Notice } from '../../ui/notice'
import { shortName } from '../../ui/tipo'
import { documentOf, receiverOf } from '../borradores/words'
import { tipoOf } from '../from-draft'
import { readFrom } from '../read-from'
import { DatesPreview } from './dates-preview'
import { RequestLines } from './request'
import { RuleFields } from './rule-fields'
import { lacks, newDraft, type SerieDraft, settingsOf } from './rule-form'
import { SerieFault } from './serie-fault'
import { takenFrom } from './taken'
import { isOfSeries, mayRepeat, SERIES } from './words'

type Json = Readonly<Record<string, unknown>>

export default function NuevaSerie() {
  const [search] = useSearchParams()
  const borrador = search.get('borrador')
  const documento = readFrom(search.get('desde') ?? '')
  return (
    <Page title="Nueva serie" reading>
      {borrador ? (
        <OfDraft id={borrador} />
      ) : documento ? (
        <OfDocument {...documento} />
      ) : (
        <Empty title="Una serie repite lo que dice un documento o un borrador">
          <p>En la página de uno, pulse «Repetir cada mes…».</p>
          <div className="acciones">
            <LinkButton href="/documentos">Ver los documentos</LinkButton>
          </div>
        </Empty>
      )}
    </Page>
  )
}

function OfDraft({ id }: { id: string }) {
  const query = useApi('GET /v1/borradores/:id', { params: { id } })
  return (
    <Loaded query={query} missing="Ese borrador" list={['/borradores', 'Borradores']}>
      {({ data: { solicitud } }) => {
        const { fecha_emision } = solicitud
        const emision = typeof fecha_emision === 'string' ? fecha_emision : chileDate(new Date())
        return <Write id={id} solicitud={solicitud} emision={emision} />
      }}
    </Loaded>
  )
}

function OfDocument({ tipo, folio }: { tipo: number; folio: number }) {
  const params = { tipo: String(tipo), folio: String(folio) }
  const asked = useApi('GET /v1/documentos/:tipo/:folio/solicitud', { params })
  const shown = useApi('GET /v1/documentos/:tipo/:folio', { params })
  const missing = `${shortName(tipo)} N° ${folio}`
  return (
    <Loaded query={asked} missing={missing} list={['/documentos', 'Documentos']}>
      {({ data }) => (
        <Loaded query={shown}>
          {({ data: { fecha_emision } }) => (
            <Write id={`${tipo}-${folio}`} solicitud={{ ...data }} emision={fecha_emision} />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

/** `id`: what it begins from, by which an unsent form is found again. `emision`: the day from which its other dates were told. */
function Write({ id, solicitud, emision }: { id: string; solicitud: Json; emision: string }) {
  const sesion = useSesion()
  const [, navigate] = useLocation()
  const [taken] = useState(() => takenFrom(solicitud, emision))
  const [first] = useState(() => newDraft(receiverOf(taken), emision, chileDate(new Date())))
  const form = useKeptForm<SerieDraft>('serie', id, first)
  const [tried, setTried] = useState<object | null>(null)
  const create = useWrite('POST /v1/recurrentes', ...SERIES)
  const wish = useWish()
  const tipo = tipoOf(taken.solicitud)
  if (!mayRepeat(tipo, sesion)) return <MayNot ofSeries={isOfSeries(tipo)} />
  const missing = tried ? lacks(form.form) : {}
  const submit = (): void => {
    setTried({})
    if (create.isPending || Object.keys(lacks(form.form)).length) return
    const body = { ...settingsOf(form.form), solicitud: taken.solicitud }
    create.mutate(
      { body, clave: wish.keyOf(body) },
      {
        onSettled: (_, failed) => wish.settled(failed),
        onSuccess({ data }) {
          form.end()
          notify({ tone: 'bien', title: `La serie ${data.nombre} quedó creada` })
          navigate(`/recurrentes/${data.id}`, { replace: true })
        },
      },
    )
  }
  return (
    <>
      <KeptWords {...form} />
      <section className="seccion" aria-labelledby="serie-que">
        <h2 id="serie-que">Lo que se repite</h2>
        <p>
          {documentOf(taken)} a <strong>{receiverOf(taken)}</strong>
        </p>
        <RequestLines solicitud={taken.solicitud} />
        {taken.cambios.map((cambio) => (
          <p key={cambio}>{cambio}</p>
        ))}
        <p className="ayuda">
          Después de crearla puede cambiar las líneas, y escribir en ellas {'{mes}'}, {'{anio}'} o {'{n}'}:
          cada fecha pone lo suyo.
        </p>
      </section>
      <Form onSubmit={submit} fault={create.error ?? (Object.keys(missing).length ? tried : null)}>
        <RuleFields draft={form.form} missing={missing} fault={create.error} onChange={form.change} />
        <DatesPreview draft={form.form} />
        {create.error && <SerieFault fault={create.error} solicitud={taken.solicitud} />}
        <div className="acciones">
          <Button type="submit" tone="primario" busy={create.isPending}>
            Crear la serie
          </Button>
          {form.state !== 'igual' && <Button onClick={form.undo}>Deshacer lo escrito</Button>}
        </div>
      </Form>
    </>
  )
}

const MayNot = ({ ofSeries }: { ofSeries: boolean }) => (
  <Notice tone="aviso" quiet title={ofSeries ? 'Sin permiso' : 'De esto no se hace una serie'}>
    <p>
      {ofSeries
        ? 'Su acceso no incluye llevar series de este tipo de documento. Pídalo a un propietario.'
        : 'Una nota es de un solo documento y no se repite; un borrador necesita antes su tipo.'}
    </p>
  </Notice>
)
