// The whole list as a file, however long: what the filters find, not only the page.

import { useMutation } from '@tanstack/react-query'
import { api, type QueryOf } from '../api/client'
import { Fault, toFault } from '../api/fault'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { formatNumber, plural } from '../ui/format'
import { Menu } from '../ui/menu'
import { saveFile } from '../ui/save'
import { nameOfList } from './file-names'

type Query = NonNullable<QueryOf<'GET /v1/documentos'>>
type Formato = Pick<Query, 'pdf'> & { formato: 'csv' | 'zip' | 'pdf' }

/** Documents of one PDF. */
const JOINED_MAX = 500

export function Export({
  query,
  days,
  total,
  orden,
}: {
  query: Query
  days: { desde: string; hasta: string }
  total: number
  /** In which order a file to be printed has them; '' for the usual one. */
  orden: string
}) {
  const sesion = useSesion()
  const save = useMutation<void, Fault, Formato>({
    mutationFn: async (asked) => {
      const printed = asked.formato === 'pdf'
      if (printed && total > JOINED_MAX) throw tooMany(total)
      const fields = { ...query, ...asked, ...(printed && orden && { orden }) }
      const file: unknown = await api('GET /v1/documentos', { query: fields })
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
        Guardar CSV
      </Button>
      {!save.isPending && (
        <Menu
          label="Guardar ZIP o PDF"
          items={[
            { id: 'xml', label: 'ZIP con los XML', onChoose: () => save.mutate({ formato: 'zip' }) },
            {
              id: 'pdf',
              label: 'ZIP con los XML y los PDF',
              onChoose: () => save.mutate({ formato: 'zip', pdf: 'true' }),
            },
            { id: 'unido', label: 'Un solo PDF', onChoose: () => save.mutate({ formato: 'pdf' }) },
          ]}
        />
      )}
    </>
  )
}

const tooMany = (total: number): Fault =>
  new Fault(
    'INVALID_PARAMETER',
    `Un PDF lleva hasta ${JOINED_MAX} documentos y aquí hay ${formatNumber(total)}: acote los filtros, o guarde el ZIP con los PDF.`,
  )
