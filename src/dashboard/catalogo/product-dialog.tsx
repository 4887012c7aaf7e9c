// An item of the catalogue, made or changed.

import { useState } from 'react'
import { Link } from 'wouter'
import { TEXTOS_PRODUCTO } from '../../domain/producto'
import type { Fault } from '../api/fault'
import { useWrite } from '../api/query'
import { useWish } from '../api/wish'
import { FaultNotice } from '../shell/fault-notice'
import { KeptWords } from '../shell/kept-notice'
import { notify } from '../shell/notices'
import { useKeptForm } from '../shell/use-kept-form'
import { bindTo } from '../ui/bind'
import { Dialog } from '../ui/dialog'
import { CheckField, SelectField, TextArea, TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { formatNumber } from '../ui/format'
import { type Parsed, parseNumber } from '../ui/parse'
import { ParsedField } from '../ui/parsed-field'
import {
  bodyOf,
  draftOf,
  IMPUESTOS_ADICIONALES,
  IVAS,
  lacks,
  MONEDAS,
  PLACED,
  type ProductDraft,
  type Producto,
  type Texto,
} from './product-form'
import { Today } from './today'
import { MADE_OLD } from './use-restore'

/** Without an item it makes one. */
export function ProductDialog({
  producto,
  onDone,
  onClose,
}: {
  producto?: Producto
  onDone: (producto: Producto) => void
  onClose: () => void
}) {
  const [first] = useState(() => draftOf(producto))
  const form = useKeptForm<ProductDraft>('producto', producto?.id ?? '', first)
  const draft = form.form
  const [tried, setTried] = useState<object | null>(null)
  const create = useWrite('POST /v1/catalogo', 'GET /v1/catalogo')
  const change = useWrite('PUT /v1/catalogo/:id', ...MADE_OLD)
  const wish = useWish()
  const busy = create.isPending || change.isPending
  const fault = create.error ?? change.error
  const missing = tried ? lacks(draft) : {}
  const done = (kept: Producto, words: string): void => {
    form.end()
    notify({ tone: 'bien', title: `${kept.nombre} ${words}` })
    onDone(kept)
  }
  const submit = (): void => {
    setTried({})
    if (busy || Object.keys(lacks(draft)).length) return
    const body = bodyOf(draft)
    if (producto)
      change.mutate(
        { params: { id: producto.id }, body },
        { onSuccess: ({ data }) => done(data, 'se guardó') },
      )
    else
      create.mutate(
        { body, clave: wish.keyOf(body) },
        {
          onSettled: (_, failed) => wish.settled(failed),
          onSuccess: ({ data }) => done(data, 'está en el catálogo'),
        },
      )
  }
  const close = (): void => {
    form.end()
    onClose()
  }
  return (
    <Dialog
      title={producto ? `Editar ${producto.nombre}` : 'Crear un producto'}
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
        <FormActions action={producto ? 'Guardar' : 'Crear el producto'} busy={busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

/** A link to the item that has the code already. */
function Other({ fault }: { fault: Fault }) {
  const id = fault.code === 'ALREADY_EXISTS' ? fault.detalles[0]?.datos?.id : undefined
  return typeof id === 'string' ? <Link href={`/catalogo/${id}`}>Ver ese producto</Link> : null
}

const parsePrice = (text: string): Parsed<string> => {
  const read = parseNumber(text)
  return read.ok && read.value.startsWith('-') ? { ok: false, error: 'No puede ser negativo' } : read
}

function Fields({
  draft,
  missing,
  fault,
  onChange,
}: {
  draft: ProductDraft
  missing: Partial<Record<string, string>>
  fault: Fault | null
  onChange: (part: Partial<ProductDraft>) => void
}) {
  const bind = bindTo(draft, onChange, (name: string) => missing[name] ?? fault?.of(name))
  const text = (name: Texto, label: string, hint?: string) => (
    <TextField
      label={label}
      optional={name !== 'codigo' && name !== 'nombre'}
      hint={hint}
      maxLength={TEXTOS_PRODUCTO[name]}
      autoComplete="off"
      {...bind(name)}
    />
  )
  return (
    <>
      <div className="grilla">
        {text('codigo', 'Código', 'Con él se encuentra al emitir.')}
        {text('nombre', 'Nombre')}
        <ParsedField
          label="Precio"
          optional
          numeric
          parse={parsePrice}
          format={formatNumber}
          {...bind('precio')}
        />
        <SelectField label="Moneda" options={MONEDAS} {...bind('moneda')} />
        <SelectField
          label="IVA"
          options={IVAS}
          {...bind('iva', 'precio_con_iva')}
          error={fault?.of('precio_con_iva') ?? fault?.of('exento')}
        />
        {text('unidad', 'Unidad', 'Hasta cuatro letras: UN, KG, HORA.')}
        <SelectField
          label="Impuesto adicional"
          options={IMPUESTOS_ADICIONALES}
          {...bind('impuesto', 'impuesto_adicional')}
        />
        {text('cuenta', 'Cuenta contable', 'Para los asientos: no va en ningún documento.')}
        {text('centro', 'Centro de costo')}
      </div>
      {draft.moneda !== 'CLP' && draft.precio !== null && (
        <p className="ayuda">
          En pesos de hoy: <Today precio={draft.precio} moneda={draft.moneda} />
        </p>
      )}
      <TextArea
        label="Descripción"
        hint="Va bajo el nombre en el documento."
        optional
        maxLength={TEXTOS_PRODUCTO.descripcion}
        {...bind('descripcion')}
      />
      <CheckField
        label="Se ofrece al emitir"
        checked={draft.activo}
        onChange={(activo) => onChange({ activo })}
      />
    </>
  )
}
