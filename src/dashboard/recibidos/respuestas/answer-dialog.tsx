// Answers a received document by mail: what is said, what it is worth, and whereto.

import { useState } from 'react'
import { GLOSA_MAX, RECINTO_MAX } from '../../../domain/intercambio'
import { createIdempotencyKey } from '../../api/idempotency'
import { useWrite } from '../../api/query'
import { CLASE } from '../../shell/answer-words'
import { FaultNotice } from '../../shell/fault-notice'
import { bindTo } from '../../ui/bind'
import { Dialog } from '../../ui/dialog'
import { CheckField, SelectField, TextArea, TextField } from '../../ui/field'
import { Form, FormActions } from '../../ui/form'
import { Notice } from '../../ui/notice'
import {
  BLANK,
  bodyOf,
  CLASES,
  type Draft,
  ESPERA,
  lacksResult,
  opuestaA,
  PESO,
  RECEPCIONES,
  RESULTADOS,
  type Respuesta,
} from './answer'

const CAMPOS = ['estado', 'glosa', 'recinto', 'para']

export function AnswerDialog({
  id,
  name,
  respuestas,
  onClose,
}: {
  /** The id of the received document. */
  id: string
  name: string
  /** Answers already given. */
  respuestas: readonly Respuesta[]
  onClose: () => void
}) {
  const [draft, setDraft] = useState<Draft>(BLANK)
  /** Another one each time, for the focus to go to the field again. */
  const [tried, setTried] = useState<object | null>(null)
  const [clave, setClave] = useState(createIdempotencyKey)
  const send = useWrite(
    'POST /v1/recibidos/:id/respuestas',
    'GET /v1/recibidos/:id',
    'GET /v1/recibidos/respuestas',
  )
  const { tipo, enviar } = draft
  const change = (part: Partial<Draft>): void => {
    setDraft((old) => ({ ...old, ...part }))
    setClave(createIdempotencyKey())
  }
  const submit = (): void => {
    if (send.isPending) return
    if (lacksResult(draft)) setTried({})
    else send.mutate({ params: { id }, query: ESPERA, body: bodyOf(draft), clave }, { onSuccess: onClose })
  }
  const fault = send.error
  const lacking = lacksResult(draft) ? tried : null
  const opuesta = opuestaA(draft, respuestas)
  const bind = bindTo(draft, change, (path) => fault?.of(path))
  return (
    <Dialog title={`Responder al emisor: ${name}`} onClose={onClose}>
      <Form onSubmit={submit} fault={lacking ?? fault}>
        <SelectField
          label="Qué responde"
          options={CLASES}
          value={tipo}
          hint={PESO[tipo]}
          onChange={(next) => change({ tipo: next })}
        />
        {tipo === 'resultado' && (
          <SelectField
            label="Resultado"
            options={RESULTADOS}
            {...bind('resultado')}
            error={lacking ? 'Elija qué opina del cobro' : fault?.of('estado')}
          />
        )}
        {tipo === 'recepcion' && (
          <SelectField label="Qué se dice de él" options={RECEPCIONES} {...bind('recepcion', 'estado')} />
        )}
        {tipo === 'recibo' ? (
          <TextField
            label="Recinto"
            hint="Dónde se recibió: bodega, local, obra."
            maxLength={RECINTO_MAX}
            {...bind('recinto')}
          />
        ) : (
          <TextArea
            label="Por qué"
            optional={tipo === 'recepcion' || draft.resultado === '' || draft.resultado === '0'}
            rows={2}
            maxLength={GLOSA_MAX}
            {...bind('glosa')}
          />
        )}
        <CheckField
          label="Enviarla por correo al emisor"
          hint="Si no, queda firmada y lista para guardar o enviar después."
          checked={enviar}
          onChange={(next) => change({ enviar: next })}
        />
        {enviar && (
          <TextField
            type="email"
            label="Correo del emisor"
            optional
            hint="Se usa sólo si no se conoce otro: primero, el que pidió su mensaje o su casilla de intercambio."
            autoComplete="off"
            {...bind('para')}
          />
        )}
        {opuesta && (
          <Notice
            tone="aviso"
            title={`Dice lo contrario que su ${CLASE[opuesta.tipo].toLowerCase()}: «${opuesta.glosa || opuesta.recinto}»`}
          >
            <p>El emisor tendría las dos respuestas.</p>
          </Notice>
        )}
        {fault && <FaultNotice fault={fault} fields={CAMPOS} />}
        <FormActions
          action={enviar ? 'Firmar y enviar' : 'Firmar sin enviar'}
          busy={send.isPending}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  )
}
