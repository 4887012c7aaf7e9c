// A customer, made or changed.

import { useState } from 'react'
import { Link } from 'wouter'
import type { Fault } from '../api/fault'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { KeptWords } from '../shell/kept-notice'
import { notify } from '../shell/notices'
import { useKeptForm } from '../shell/use-kept-form'
import { bindTo } from '../ui/bind'
import { ComunaField } from '../ui/comuna-field'
import { Dialog } from '../ui/dialog'
import { CheckField, SelectField, TextArea, TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { RutField } from '../ui/rut-field'
import { bodyOf, type ClientDraft, type Cliente, draftOf, lacks, PLACED, type Texto } from './client-form'

const MAX: Readonly<Record<Texto, number>> = {
  ...{ razon_social: 100, giro: 40, direccion: 70, comuna: 20, ciudad: 20, email: 80 },
  ...{ telefono: 20, contacto: 80, email_intercambio: 80, notas: 1000 },
}

const FORMAS = [
  ['', 'Sin preferencia'],
  ['1', 'Contado'],
  ['2', 'Crédito'],
  ['3', 'Sin costo'],
] as const

/** Without a customer it makes one. */
export function ClientDialog({
  cliente,
  onDone,
  onClose,
}: {
  cliente?: Cliente
  onDone: (cliente: Cliente) => void
  onClose: () => void
}) {
  const [first] = useState(() => draftOf(cliente))
  const form = useKeptForm<ClientDraft>('cliente', cliente?.id ?? '', first)
  const draft = form.form
  const [tried, setTried] = useState<object | null>(null)
  const create = useWrite('POST /v1/clientes', 'GET /v1/clientes')
  const change = useWrite(
    'PUT /v1/clientes/:id',
    'GET /v1/clientes',
    'GET /v1/clientes/:id',
    'GET /v1/clientes/:id/historial',
  )
  const busy = create.isPending || change.isPending
  const fault = create.error ?? change.error
  const missing = tried ? lacks(draft) : {}
  const done = (kept: Cliente, words: string): void => {
    form.end()
    notify({ tone: 'bien', title: `${kept.razon_social} ${words}` })
    onDone(kept)
  }
  const submit = (): void => {
    setTried({})
    if (busy || Object.keys(lacks(draft)).length) return
    const body = bodyOf(draft)
    if (cliente)
      change.mutate(
        { params: { id: cliente.id }, body },
        { onSuccess: ({ data }) => done(data, 'se guardó') },
      )
    else create.mutate({ body }, { onSuccess: ({ data }) => done(data, 'está entre sus clientes') })
  }
  const close = (): void => {
    form.end()
    onClose()
  }
  return (
    <Dialog
      title={cliente ? `Editar ${cliente.razon_social}` : 'Crear un cliente'}
      typed={form.state !== 'igual' || undefined}
      onClose={close}
      wide
    >
      <KeptWords {...form} />
      <Form onSubmit={submit} fault={fault ?? (Object.keys(missing).length ? tried : null)}>
        <Fields {...{ draft, missing, fault }} onChange={form.change} />
        {fault && (
          <FaultNotice fault={fault} fields={PLACED}>
            <Other fault={fault} />
          </FaultNotice>
        )}
        <FormActions action={cliente ? 'Guardar' : 'Crear el cliente'} busy={busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

/** A link to the customer who has the RUT already. */
function Other({ fault }: { fault: Fault }) {
  const id = fault.code === 'ALREADY_EXISTS' ? fault.detalles[0]?.datos?.id : undefined
  return typeof id === 'string' ? <Link href={`/clientes/${id}`}>Ver ese cliente</Link> : null
}

function Fields({
  draft,
  missing,
  fault,
  onChange,
}: {
  draft: ClientDraft
  missing: Partial<Record<string, string>>
  fault: Fault | null
  onChange: (part: Partial<ClientDraft>) => void
}) {
  const errorOf = (name: string): string | undefined => missing[name] ?? fault?.of(name)
  const bind = bindTo(draft, onChange, errorOf)
  const text = (name: Texto, label: string, hint?: string) => (
    <TextField
      label={label}
      optional={name !== 'razon_social'}
      hint={hint}
      maxLength={MAX[name]}
      autoComplete="off"
      {...bind(name)}
    />
  )
  return (
    <>
      <div className="grilla">
        {draft.extranjero ? (
          <>
            <TextField
              label="Número de identificación"
              hint="El de su país: pasaporte, registro tributario."
              maxLength={20}
              {...bind('num_id')}
              error={missing.num_id ?? fault?.of('extranjero.num_id') ?? fault?.of('rut')}
            />
            <TextField
              label="Nacionalidad"
              hint="Código de país de Aduana."
              optional
              inputMode="numeric"
              maxLength={3}
              {...bind('nacionalidad', 'extranjero.nacionalidad')}
            />
          </>
        ) : (
          <RutField label="RUT" {...bind('rut')} />
        )}
        {text('razon_social', 'Razón social')}
        {text('giro', 'Giro')}
        {text('direccion', 'Dirección')}
        {draft.extranjero ? text('comuna', 'Comuna') : <ComunaField optional {...bind('comuna')} />}
        {text('ciudad', 'Ciudad')}
        {text('email', 'Correo')}
        {text('telefono', 'Teléfono')}
        {text('contacto', 'Contacto')}
        {text('email_intercambio', 'Casilla de intercambio', 'A donde van los sobres y las respuestas.')}
        <SelectField
          label="Forma de pago"
          hint="Con la que empieza un documento para él."
          options={FORMAS}
          {...bind('forma_pago_defecto')}
        />
      </div>
      <CheckField
        label="Es extranjero, sin RUT"
        checked={draft.extranjero}
        onChange={(extranjero) => onChange({ extranjero })}
      />
      <TextArea
        label="Notas"
        hint="Para quien lo atiende: no van en ningún documento."
        optional
        maxLength={MAX.notas}
        {...bind('notas')}
      />
    </>
  )
}
