// One draft issued from its page: once for ever, and nothing but what was seen.

import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useWrite } from '../../api/query'
import { useSesion } from '../../api/sesion'
import { AMBIENTES } from '../../shell/environment'
import { FaultNotice } from '../../shell/fault-notice'
import { justIssuedState } from '../../shell/just-issued'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import type { Borrador } from '../shared-draft'
import { Warnings } from '../summary'
import { AFTER_ISSUE } from './acts'
import { documentOf, receiverOf, totalOf } from './words'

export function IssueOne({ borrador, onClose }: { borrador: Borrador; onClose: () => void }) {
  const { ambiente, puede } = useSesion()
  const [, navigate] = useLocation()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const issue = useWrite('POST /v1/borradores/:id/emitir', ...AFTER_ISSUE)
  const { id, version, juicio } = borrador
  const unsure = issue.error?.code === 'SIN_RESPUESTA' || issue.error?.code === 'INTERNAL_ERROR'
  const run = (): void => {
    if (issue.isPending) return
    issue.mutate(
      { params: { id }, body: { version } },
      {
        onSuccess({ data: { tipo_dte, folio, advertencias = [] } }) {
          onClose()
          if (folio !== null && puede('dte:leer'))
            navigate(`/documentos/${tipo_dte}/${folio}`, { state: justIssuedState(advertencias) })
        },
      },
    )
  }
  const action = `Emitir ${documentOf(borrador).toLowerCase()}${ambiente === 'produccion' ? ' real' : ''}`
  return (
    <Dialog title={`${action}: ${AMBIENTES[ambiente].corto}`} onClose={issue.isPending ? null : onClose}>
      <dl className="pares">
        <dt>Receptor</dt>
        <dd>{receiverOf(borrador)}</dd>
        <dt>Total</dt>
        <dd className="cifra">{totalOf(borrador)}</dd>
        <dt>Ambiente</dt>
        <dd>{AMBIENTES[ambiente].dicho}</dd>
      </dl>
      <Warnings warnings={juicio.advertencias} />
      {ambiente !== 'simulacion' && <p>No se puede deshacer: se corrige con una nota.</p>}
      {issue.error && (
        <FaultNotice fault={issue.error}>
          {issue.error.code === 'CONFLICT' && <p>No se emitió. Vuelva, véalo como quedó y decida.</p>}
          {unsure && <p>No se sabe si alcanzó a emitirse. Al enviarlo de nuevo no se emite dos veces.</p>}
        </FaultNotice>
      )}
      <div className="acciones">
        <button
          ref={button}
          type="button"
          className="boton primario"
          aria-disabled={issue.isPending || undefined}
          aria-busy={issue.isPending || undefined}
          onClick={run}
        >
          {action}
        </button>
        <Button onClick={() => !issue.isPending && onClose()}>Volver</Button>
      </div>
    </Dialog>
  )
}
