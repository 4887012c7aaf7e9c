// The customers found as a file for a spreadsheet, which the import reads again.

import { useMutation } from '@tanstack/react-query'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { saveFile } from '../ui/save'
import { type Filters, queryOf } from './view'

export function SaveCsv({ query }: { query: Pick<Filters, 'q' | 'eliminados'> }) {
  const { empresa, ambiente } = useSesion()
  const save = useMutation<void, Fault>({
    mutationFn: async () => {
      const asked = { ...queryOf({ ...query, orden: 'razon_social' }), formato: 'csv' as const }
      const file: unknown = await api('GET /v1/clientes', { query: asked })
      if (!(file instanceof Blob)) throw toFault(file)
      saveFile(file, `clientes_${empresa.rut}_${ambiente}.csv`)
    },
  })
  return (
    <>
      <Button busy={save.isPending} onClick={() => save.mutate()}>
        Guardar CSV
      </Button>
      {save.error && <FaultNotice fault={save.error} />}
    </>
  )
}
