// The whole list as a file, however long: what the filters find, not only the page.

import { useMutation } from '@tanstack/react-query'
import { api, type Consulta } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { plural } from '../ui/format'
import { saveFile } from '../ui/save'
import { nameOfList } from './file-names'

export function Export({
  query,
  days,
  total,
}: {
  query: NonNullable<Consulta<'GET /v1/documentos'>>
  days: { desde: string; hasta: string }
  total: number
}) {
  const sesion = useSesion()
  const save = useMutation<void, Fault, 'csv'>({
    mutationFn: async (formato) => {
      const file: unknown = await api('GET /v1/documentos', { consulta: { ...query, formato } })
      if (!(file instanceof Blob)) throw toFault(file)
      saveFile(file, nameOfList(sesion, days, formato))
    },
  })
  return (
    <>
      {save.error && <FaultNotice fault={save.error} />}
      <Button
        busy={save.isPending}
        title={`Guardar ${plural(total, 'documento')} para una planilla`}
        onClick={() => save.mutate('csv')}
      >
        {save.isPending ? 'Preparando…' : 'CSV'}
      </Button>
    </>
  )
}
