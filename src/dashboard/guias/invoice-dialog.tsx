// One invoice of several guides: it is asked how it is paid, and everything else is theirs.

import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { FACTURA, FACTURA_EXENTA } from '../../domain/dte/tipos'
import { createIdempotencyKey } from '../api/idempotency'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { AMBIENTES } from '../shell/environment'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { bindTo } from '../ui/bind'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { CheckField, SelectField, TextField } from '../ui/field'
import { formatPesos, plural } from '../ui/format'
import { shortName } from '../ui/tipo'
import { type Guia, sumOf } from './groups'
import { bodyOf, EMPTY, FIELDS } from './invoice'

const TIPOS = [
  ['', 'Según las guías'],
  [`${FACTURA}`, 'Factura'],
  [`${FACTURA_EXENTA}`, 'Factura exenta'],
] as const
const FORMAS = [
  ['1', 'Contado'],
  ['2', 'Crédito'],
  ['3', 'Sin costo'],
] as const

export function InvoiceDialog({
  nombre,
  guias,
  onClose,
}: {
  nombre: string
  guias: readonly Guia[]
  onClose: () => void
}) {
  const { ambiente } = useSesion()
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState(EMPTY)
  // One for this invoice, however often it is sent.
  const [clave, setClave] = useState(createIdempotencyKey)
  const button = useRef<HTMLButtonElement>(null)
  // Most invoices need nothing more: Enter issues.
  useEffect(() => button.current?.focus(), [])
  const send = useWrite(
    'POST /v1/dte/guias/facturar',
    ...(['GET /v1/dte/guias', 'GET /v1/documentos', 'GET /v1/dte/folios', 'GET /v1/dte/emision'] as const),
  )
  const fault = send.error
  const change = (part: Partial<typeof asked>): void => {
    setAsked({ ...asked, ...part })
    setClave(createIdempotencyKey())
  }
  const issue = (): void => {
    if (send.isPending) return
    send.mutate(
      { body: bodyOf(guias, asked), clave },
      {
        onSuccess: ({ data }) => {
          notify({ tone: 'bien', title: `${shortName(data.tipo_dte)} N° ${data.folio}: en camino al SII` })
          onClose()
          navigate(`/documentos/${data.tipo_dte}/${data.folio}`)
        },
      },
    )
  }
  const error = (campo: string) => fault?.of(campo)
  const bind = bindTo(asked, change, error)
  return (
    <Dialog title={`Facturar a ${nombre}`} onClose={onClose}>
      <p>
        {plural(guias.length, 'guía')} por {formatPesos(sumOf(guias))} · {AMBIENTES[ambiente].corto}:{' '}
        {AMBIENTES[ambiente].dicho}
      </p>
      <div className="grilla">
        <SelectField label="Documento" options={TIPOS} {...bind('tipo', 'tipo_dte')} />
        <SelectField label="Forma de pago" options={FORMAS} {...bind('forma', 'forma_pago')} />
        <TextField
          label="Fecha de emisión"
          hint="En blanco, la de hoy. Las guías de un mes se facturan a más tardar el día 10 del siguiente."
          type="date"
          optional
          {...bind('fecha', 'fecha_emision')}
        />
        <TextField label="Vencimiento" type="date" optional {...bind('vence', 'fecha_vencimiento')} />
        <TextField
          label="Orden de compra"
          optional
          maxLength={18}
          autoComplete="off"
          {...bind('orden', 'referencias[0].folio')}
        />
        {asked.orden !== '' && (
          <TextField label="Fecha de la orden" type="date" {...bind('fechaOrden', 'referencias[0].fecha')} />
        )}
      </div>
      <CheckField
        label="Una línea por guía"
        hint="Si no, la factura copia las líneas de las guías, hasta 20 de ellas."
        checked={asked.agrupar}
        onChange={(agrupar) => change({ agrupar })}
      />
      {fault && <FaultNotice fault={fault} fields={FIELDS} />}
      <div className="acciones">
        <button
          ref={button}
          type="button"
          className="boton primario"
          aria-disabled={send.isPending || undefined}
          aria-busy={send.isPending || undefined}
          onClick={issue}
        >
          Emitir factura{ambiente === 'produccion' ? ' real' : ''}
        </button>
        <Button onClick={onClose}>Volver</Button>
      </div>
    </Dialog>
  )
}
