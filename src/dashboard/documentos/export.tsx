// The whole list as a file, however long: what the filters find, not only the page.

import { useMutation } from '@tanstack/react-query'
import { api, type Consulta } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { plural } from '../ui/format'
import { Menu } from '../ui/menu'
import { saveFile } from '../ui/save'
import { nameOfList } from './file-names'

type Query = NonNullable<Consulta<'GET /v1/documentos'>>
type Formato = Pick<Query, 'pdf'> & { formato: 'csv' | 'zip' }

export function Export({
  query,
  days,
  total,
}: {
  query: Query
  days: { desde: string; hasta: string }
  total: number
}) {
  const sesion = useSesion()
  const save = useMutation<void, Fault, Formato>({
    mutationFn: async (asked) => {
      const file: unknown = await api('GET /v1/documentos', { consulta: { ...query, ...asked } })
      if (!(file instanceof Blob)) throw toFault(file)
      saveFile(file, nameOfList(sesion, days, asked.formato))
    },
  })
  return (
    <>
      {save.error && <FaultNotice fault={save.error} />}
      <span role="status">{save.isPending && 'Preparando el archivo…'}</span>
      <Button
        busy={save.isPending}
        title={`Guardar ${plural(total, 'documento')} para una planilla`}
        onClick={() => save.mutate({ formato: 'csv' })}
      >
        CSV
      </Button>
      {!save.isPending && (
        <Menu
          label="ZIP"
          aria-label="Guardar los documentos en un ZIP"
          items={[
            { id: 'xml', label: 'Con los XML', onChoose: () => save.mutate({ formato: 'zip' }) },
            {
              id: 'pdf',
              label: 'Con los XML y los PDF',
              onChoose: () => save.mutate({ formato: 'zip', pdf: 'true' }),
            },
          ]}
        />
      )}
    </>
  )
}
