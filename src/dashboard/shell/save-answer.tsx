// The file of an answer between taxpayers, one's own or another's, as it was signed.

import { useMutation } from '@tanstack/react-query'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { Button } from '../ui/button'
import { saveFile } from '../ui/save'
import { FaultNotice } from './fault-notice'

/** `what` names the answer for who cannot see where the button stands. */
export function SaveAnswer({ id, what }: { id: string; what: string }) {
  const save = useMutation<void, Fault>({
    async mutationFn() {
      const file: unknown = await api('GET /v1/recibidos/respuestas/:id/xml', { params: { id } })
      if (!(file instanceof Blob)) throw toFault(file)
      saveFile(file, `respuesta-${id}.xml`)
    },
  })
  return (
    <>
      <Button small busy={save.isPending} aria-label={`Guardar XML: ${what}`} onClick={() => save.mutate()}>
        Guardar XML
      </Button>
      {save.error && <FaultNotice fault={save.error} />}
    </>
  )
}
