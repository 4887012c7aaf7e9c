// The form of a version, its PDF beside it. Saving makes a version that nothing is printed with yet.

import { type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { createIdempotencyKey } from '../api/idempotency'
import { useApi, useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { KeptWords } from '../shell/kept-notice'
import { notify } from '../shell/notices'
import { useKeptForm } from '../shell/use-kept-form'
import { Button, LinkButton } from '../ui/button'
import { Form } from '../ui/form'
import { ForFields } from './for-fields'
import { LimitNotice } from './limit-notice'
import { ColourFields, LogoFields, type LookProps, ShownFields, TextFields } from './look-fields'
import { RowFields } from './row-fields'
import { SamplePane } from './sample-pane'
import { bodyOf, configOf, draftOf, faultAt, missing, placed, typesOf, type Version } from './template-form'
import { useView } from './use-sample'

/** Kept whole, for the version that it began from may be deleted meanwhile. */
const PLAIN = draftOf()

/** `desde`: the version that what is typed began from, or empty; `base` is that version, unless it was deleted since. */
export function Editor({ desde, base }: { desde: string; base?: Version }) {
  const [first] = useState(() => draftOf(base))
  const kept = useKeptForm('plantilla', desde, first, PLAIN)
  const draft = kept.form
  const [tried, setTried] = useState<object | null>(null)
  const [, navigate] = useLocation()
  const versiones = useApi('GET /v1/plantilla/versiones', { query: { limite: 100 } })
  const save = useWrite('POST /v1/plantilla', 'GET /v1/plantilla/versiones')
  const sent = useRef<{ text: string; clave: string } | null>(null)
  const view = useView(typesOf(draft), { config: configOf(draft), formato: draft.formato })
  const lacks = tried ? missing(draft) : {}
  // The fault of what was sent, until it is changed; else of what is typed.
  const fault = save.error ?? view.sample.fault
  const change: LookProps['onChange'] = (part) => {
    if (save.error) save.reset()
    kept.change(part)
  }
  const submit = (): void => {
    if (save.isPending) return
    setTried({})
    if (Object.keys(missing(draft)).length) return
    const body = bodyOf(draft)
    const text = JSON.stringify(body)
    // Sent again unchanged, it makes no second version.
    if (sent.current?.text !== text) sent.current = { text, clave: createIdempotencyKey() }
    save.mutate(
      { body, clave: sent.current.clave },
      {
        onSuccess: ({ data }) => {
          kept.end()
          notify(savedNotice(data))
          navigate(`/plantillas/${data.id}`)
        },
      },
    )
  }
  const look: LookProps = { draft, onChange: change, fault: (campo) => faultAt(fault, campo) }
  return (
    <>
      {versiones.data && <LimitNotice total={versiones.data.paginacion.total} />}
      <KeptWords {...kept} />
      <div className="plantilla-lados">
        <Form onSubmit={submit} fault={save.error ?? tried}>
          <ForFields {...look} lacks={lacks} />
          {draft.formato === 'carta' && (
            <Part title="Colores">
              <ColourFields {...look} />
            </Part>
          )}
          <Part title="Qué se imprime">
            <ShownFields {...look} />
          </Part>
          <Part title="Textos">
            <TextFields {...look} />
          </Part>
          <Part title="Filas propias">
            <RowFields {...look} />
          </Part>
          <Part title="Logo">
            <LogoFields {...look} />
          </Part>
          {save.error && <FaultNotice fault={save.error} fields={placed(save.error)} />}
          <div className="acciones">
            <Button type="submit" tone="primario" busy={save.isPending}>
              Guardar la versión
            </Button>
            {kept.state !== 'igual' && <Button onClick={kept.undo}>Deshacer lo escrito</Button>}
            <LinkButton href="/plantillas">Volver sin guardar</LinkButton>
          </div>
          <small role="status">
            {kept.state === 'guardado' && 'Lo escrito queda en este equipo. '}
            Guardar no cambia lo que se imprime: la versión queda sin activar.
          </small>
        </Form>
        <SamplePane title="Muestra" view={view} />
      </div>
    </>
  )
}

/** Characters that the paper lacks were replaced: the notice stays until it is read. */
function savedNotice({
  version,
  advertencias = [],
}: {
  version: number
  advertencias?: readonly { mensaje: string }[]
}) {
  const title = `La versión ${version} se guardó, sin activar`
  return advertencias.length
    ? {
        tone: 'aviso' as const,
        title,
        text: advertencias.map(({ mensaje }) => mensaje).join(' '),
        stays: true,
      }
    : { tone: 'bien' as const, title }
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="seccion plantilla-parte">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
