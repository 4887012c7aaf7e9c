// Asked once before a document is issued for good: outside of `simulacion` only.

import { useEffect, useRef } from 'react'
import type { Advertencia, Totales } from '../api/routes.gen'
import { useSesion } from '../api/sesion'
import { AMBIENTES } from '../shell/environment'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { formatAmount } from '../ui/format'
import { shortName } from '../ui/tipo'
import type { Form } from './form'
import { Warnings } from './summary'

export function Confirm({
  form,
  totals,
  warnings,
  ready,
  action,
  onConfirm,
  onClose,
}: {
  form: Form
  totals: Totales | null
  warnings: readonly Advertencia[]
  /** The server has judged just this. */
  ready: boolean
  action: string
  onConfirm: () => void
  onClose: () => void
}) {
  const { ambiente } = useSesion()
  const button = useRef<HTMLButtonElement>(null)
  // After the dialog has opened, which takes the focus to its first button.
  useEffect(() => button.current?.focus(), [])
  const { receptor, tipo, nota } = form
  return (
    <Dialog title={`${action}: ${AMBIENTES[ambiente].corto}`} onClose={onClose}>
      <dl className="pares">
        <dt>Documento</dt>
        <dd>{shortName(tipo)}</dd>
        {nota && (
          <>
            <dt>Sobre</dt>
            <dd>
              {shortName(nota.tipo)} N° {nota.folio}
            </dd>
          </>
        )}
        <dt>Receptor</dt>
        <dd>{receptor.razon_social || receptor.rut || 'Sin identificar'}</dd>
        <dt>Total</dt>
        <dd className="cifra">
          {totals && ready ? formatAmount(totals.monto_total, totals.moneda) : 'Calculando'}
        </dd>
        <dt>Ambiente</dt>
        <dd>{AMBIENTES[ambiente].dicho}</dd>
      </dl>
      <Warnings warnings={warnings} />
      <p>No se puede deshacer: se corrige con una nota.</p>
      <div className="acciones">
        <button
          ref={button}
          type="button"
          className="boton primario"
          aria-disabled={!ready || undefined}
          onClick={() => ready && onConfirm()}
        >
          {action}
        </button>
        <Button onClick={onClose}>Volver</Button>
      </div>
    </Dialog>
  )
}
