// The data of a company, to change: what was not touched is not sent.

import { type ReactNode, useState } from 'react'
import type { Fault } from '../api/fault'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { bindTo } from '../ui/bind'
import { Button } from '../ui/button'
import { CheckField, SelectField } from '../ui/field'
import { Form } from '../ui/form'
import { OPCIONALES, OptionalFields, REQUERIDOS, RequiredFields } from './company-fields'
import { type CompanyDraft, changesOf, draftOf, type Empresa, faultOf, placed } from './company-form'
import { DE_AMBIENTE, EnvironmentFields } from './environment-fields'
import { FromProduction } from './from-production'
import { ToProduction } from './to-production'

const CAMPOS = [...REQUERIDOS, ...OPCIONALES, ...DE_AMBIENTE, 'envio_receptor', 'respuesta_automatica']
const ENVIOS = [
  ['no', 'No'],
  ['al_emitir', 'Cuando el SII lo recibe'],
  ['al_aceptar', 'Cuando el SII lo acepta'],
] as const

const AUTOMATICAS = [
  ['no', 'No'],
  ['recepcion', 'Sí, sólo la recepción'],
] as const

const typedSince = (sent: CompanyDraft, now: CompanyDraft): Partial<CompanyDraft> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== sent[name as keyof CompanyDraft]),
  )

export function EditCompany({ empresa }: { empresa: Empresa }) {
  const [draft, setDraft] = useState<CompanyDraft>(() => draftOf(empresa))
  const [asking, setAsking] = useState(false)
  const save = useWrite(
    'PUT /v1/empresa/:id',
    'GET /v1/empresa/:id',
    'GET /v1/empresa',
    'GET /v1/empresa/actual',
    'GET /auth/me',
  )
  const change = (part: Partial<CompanyDraft>): void => setDraft((old) => ({ ...old, ...part }))
  const changes = changesOf(draft, empresa)
  const nothing = Object.keys(changes).length === 0
  const send = (): void => {
    const sent = draft
    save.mutate(
      { params: { id: empresa.id }, body: changes },
      {
        onSuccess: ({ data }) => {
          setAsking(false)
          // Fields typed meanwhile stay, to be saved.
          setDraft((now) => ({ ...draftOf(data), ...typedSince(sent, now) }))
          notify({ tone: 'bien', title: 'Los datos de la empresa se guardaron' })
        },
        // The faults stand at the fields, under the dialog.
        onError: (fault) => fault.detalles.length > 0 && setAsking(false),
      },
    )
  }
  const submit = (): void => {
    if (save.isPending || nothing) return
    // Real on one side and not on the other: asked both ways.
    if (changes.ambiente && [changes.ambiente, empresa.ambiente].includes('produccion')) setAsking(true)
    else send()
  }
  const fault: Fault | null = save.error
  const bind = bindTo(draft, change, (campo) => faultOf(fault, campo))
  const question = {
    empresa,
    busy: save.isPending,
    fault,
    onConfirm: send,
    onClose: () => setAsking(false),
  }
  return (
    <>
      <Form onSubmit={submit} fault={asking ? null : fault}>
        <Part title="Datos">
          <RequiredFields draft={draft} onChange={change} fault={fault} />
          <OptionalFields draft={draft} onChange={change} fault={fault} />
        </Part>
        <Part title="Ambiente y resolución">
          <EnvironmentFields draft={draft} onChange={change} fault={fault} />
        </Part>
        <Part title="Intercambio y consulta">
          <SelectField
            label="Copia al receptor por correo"
            hint="Al correo del receptor, si el documento lo lleva."
            options={ENVIOS}
            {...bind('envio_receptor')}
          />
          <SelectField
            label="Responder solo lo que llega por correo"
            hint="Avisa al emisor que su archivo llegó. Nunca acepta, ni rechaza, ni da recibo."
            options={AUTOMATICAS}
            {...bind('respuesta_automatica')}
          />
          <CheckField
            label="Consulta pública"
            hint="Quien tenga el enlace público de un documento lo ve sin entrar."
            checked={draft.consulta_publica}
            onChange={(consulta_publica) => change({ consulta_publica })}
          />
        </Part>
        {fault && !asking && <FaultNotice fault={fault} fields={placed(fault, CAMPOS)} />}
        <div className="acciones">
          <Button type="submit" tone="primario" busy={save.isPending}>
            Guardar los cambios
          </Button>
          {nothing ? (
            <small>Nada ha cambiado.</small>
          ) : (
            <Button onClick={() => setDraft(draftOf(empresa))}>Deshacer lo escrito</Button>
          )}
        </div>
      </Form>
      {asking && draft.ambiente === 'produccion' && <ToProduction {...question} />}
      {asking && draft.ambiente !== 'produccion' && <FromProduction {...question} to={draft.ambiente} />}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="seccion">
      <h2>{title}</h2>
      <div className="grilla">{children}</div>
    </section>
  )
}
