// Takes back, for a reason, a note that a set or the whole road was declared at the SII (areas/certificacion §4).

import { useState } from 'react'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { TextField } from '../ui/field'
import { Form, FormActions } from '../ui/form'
import { type Camino, ENVEJECE, nameOfSet, type SetCamino } from './camino'

/** `set`: null for the declaration of compliance. */
export function TakeBack({ camino, set }: { camino: Camino; set: SetCamino | null }) {
  const { puede, soloMira } = useSesion()
  const [asking, setAsking] = useState(false)
  if (!puede('empresa:administrar') || soloMira) return null
  return (
    <>
      <Button tone="liso" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {set ? 'Aún no está declarado' : 'La declaración se anotó por error'}
        {set && <span className="solo-lector"> ({nameOfSet(set)})</span>}
      </Button>
      {asking && <TakeBackDialog camino={camino} set={set} onClose={() => setAsking(false)} />}
    </>
  )
}

function TakeBackDialog({
  camino,
  set,
  onClose,
}: {
  camino: Camino
  set: SetCamino | null
  onClose: () => void
}) {
  const [motivo, setMotivo] = useState('')
  // A new one each time, by which the form leads there again.
  const [missing, setMissing] = useState<object | null>(null)
  const undo = useWrite('POST /v1/certificacion/:id/deshacer', ...ENVEJECE)
  const fault = undo.error
  const submit = (): void => {
    if (undo.isPending) return
    if (!motivo.trim()) {
      setMissing({})
      return
    }
    const body = { motivo: motivo.trim(), ...(set && { clase: set.clase }) }
    undo.mutate({ params: { id: camino.id }, body }, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={set ? `${nameOfSet(set)} aún no está declarado` : 'Deshacer la declaración anotada'}
      onClose={onClose}
    >
      <Form onSubmit={submit} fault={missing ?? fault}>
        <p>
          {set
            ? 'El set vuelve a «Falta declararlo en el SII», y se anota otra vez cuando lo esté. Sus folios y su envío quedan como están.'
            : 'La certificación vuelve a la etapa Declaración, y se olvidan el día y la resolución anotados. Lo demás queda como está.'}{' '}
          En el SII nada cambia.
        </p>
        <TextField
          label="Por qué"
          hint="Queda en la auditoría, con su nombre."
          maxLength={500}
          value={motivo}
          onChange={setMotivo}
          error={missing && !motivo.trim() ? 'Escriba por qué' : (fault?.of('motivo') ?? '')}
        />
        {fault && <FaultNotice fault={fault} fields={['motivo']} />}
        <FormActions action="Deshacer lo anotado" busy={undo.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}
