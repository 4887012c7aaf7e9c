// Voids a document by a note equal to it, a guide by a mark. The reason is asked, and stays when it fails.

import { useState } from 'react'
import { useLocation } from 'wouter'
import { isTipoDte } from '../../domain/dte/tipos'
import { voidingNote } from '../../domain/dte/voiding-note'
import { createIdempotencyKey } from '../api/idempotency'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { AMBIENTES } from '../shell/environment'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { TextField } from '../ui/field'
import { formatAmount } from '../ui/format'
import { shortName } from '../ui/tipo'
import type { Documento } from './estado'

/** `RazonRef` of the note (domain/dte §2.1). */
const MOTIVO_MAX = 90

export function VoidDialog({
  documento,
  by,
  onClose,
}: {
  documento: Documento
  by: 'nota' | 'guia'
  onClose: () => void
}) {
  const { tipo_dte, folio, totales } = documento
  const { ambiente } = useSesion()
  const [, navigate] = useLocation()
  const [motivo, setMotivo] = useState('')
  const [asked, setAsked] = useState(false)
  // One for this reason, however often it is sent.
  const [clave, setClave] = useState(createIdempotencyKey)
  const ENVEJECE = ['GET /v1/documentos/:tipo/:folio', 'GET /v1/documentos', 'GET /v1/dte/guias'] as const
  const conNota = useWrite('POST /v1/dte/:tipo/:folio/anular', ...ENVEJECE)
  const guia = useWrite('POST /v1/dte/guias/:folio/anular', ...ENVEJECE)
  const fault = conNota.error ?? guia.error
  const nota = isTipoDte(tipo_dte) ? voidingNote(tipo_dte).tipo : undefined
  const name = `${shortName(tipo_dte)} N° ${folio}`
  const missing = asked && !motivo.trim() ? 'Diga por qué se anula' : undefined

  const send = (): void => {
    setAsked(true)
    if (!motivo.trim()) return
    const body = { motivo: motivo.trim() }
    if (by === 'guia')
      guia.mutate(
        { params: { folio: String(folio) }, body, clave },
        {
          onSuccess: () => {
            notify({ tone: 'bien', title: `${name}: anulada` })
            onClose()
          },
        },
      )
    else
      conNota.mutate(
        { params: { tipo: String(tipo_dte), folio: String(folio) }, body, clave },
        {
          onSuccess: ({ data }) => {
            notify({ tone: 'bien', title: `${shortName(data.tipo_dte)} N° ${data.folio}: en camino al SII` })
            onClose()
            navigate(`/documentos/${data.tipo_dte}/${data.folio}`)
          },
        },
      )
  }
  return (
    <Dialog title={`Anular ${name}`} onClose={onClose}>
      <p>
        {by === 'guia'
          ? 'La guía queda anulada aquí y no podrá facturarse. El SII no recibe nada.'
          : `Se emite en ${AMBIENTES[ambiente].corto.toLowerCase()} una ${shortName(nota ?? 0).toLowerCase()} por ${formatAmount(totales.monto_total, totales.moneda)}, igual al documento. No se puede deshacer: se corrige con otra nota.`}
      </p>
      <TextField
        label="Motivo"
        data-foco
        value={motivo}
        onChange={(text) => {
          setMotivo(text)
          setClave(createIdempotencyKey())
        }}
        maxLength={MOTIVO_MAX}
        error={missing ?? fault?.of('motivo')}
        hint={by === 'guia' ? undefined : 'Va escrito en la nota'}
        onKeyDown={(event) => event.key === 'Enter' && send()}
        autoComplete="off"
      />
      {fault && <FaultNotice fault={fault} fields={['motivo']} />}
      <div className="acciones">
        <Button tone="peligro" busy={conNota.isPending || guia.isPending} onClick={send}>
          Anular {shortName(tipo_dte).toLowerCase()}
        </Button>
        <Button onClick={onClose}>Volver</Button>
      </div>
    </Dialog>
  )
}
