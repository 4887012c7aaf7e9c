// The receiver's desk: acknowledge, accept or claim a document, by the SII's rules.

import { useState } from 'react'
import { useWrite } from '../api/query'
import { FaultNotice } from '../shell/fault-notice'
import { notify } from '../shell/notices'
import { Dialog } from '../ui/dialog'
import { SelectField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { formatRut } from '../ui/format'
import { shortName } from '../ui/tipo'
import { ACCIONES, type Accion, type Documento, isReclamable, wordsOf } from './desk'

export function AnswerDialog({ documento, onClose }: { documento: Documento; onClose: () => void }) {
  const [accion, setAccion] = useState<Accion>('ERM')
  const answer = useWrite('POST /simulador/acuse', 'GET /simulador/libro')
  const { tipo_dte, folio, rut_receptor, lado } = documento
  const submit = (): void => {
    if (answer.isPending || !isReclamable(tipo_dte)) return
    answer.mutate(
      { body: { tipo_dte, folio, accion, lado: lado === 'produccion' ? lado : 'certificacion' } },
      {
        onSuccess: () => {
          notify({ tone: 'bien', title: `El receptor respondió: ${wordsOf(ACCIONES, accion).toLowerCase()}` })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={`Responder ${shortName(tipo_dte)} N° ${folio}`} onClose={onClose}>
      <p>Como lo haría su receptor, {formatRut(rut_receptor)}, en los ocho días que tiene.</p>
      <Form onSubmit={submit} fault={answer.error}>
        <SelectField label="Qué hace" options={ACCIONES} value={accion} onChange={setAccion} />
        {answer.error && <FaultNotice fault={answer.error} />}
        <FormActions action="Responder" busy={answer.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
