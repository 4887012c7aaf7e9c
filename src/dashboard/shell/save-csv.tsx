// «Guardar CSV»: all that the filters find as a file for a spreadsheet, not only the page.

import { useMutation } from '@tanstack/react-query'
import { type ApiRoute, type Args, api, type QueryOf } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { Button } from '../ui/button'
import { saveFile } from '../ui/save'
import { FaultNotice } from './fault-notice'

type CsvRoute = {
  [R in ApiRoute]: QueryOf<R> extends { formato?: infer F } ? ('csv' extends F ? R : never) : never
}[ApiRoute]

interface SaveCsvProps<R extends CsvRoute> {
  route: R
  /** The filters, without a page. */
  query: Omit<QueryOf<R>, 'formato'>
  /** The name of the file. */
  name: string
}

export function SaveCsv<R extends CsvRoute>({ route, query, name }: SaveCsvProps<R>) {
  const save = useMutation<void, Fault>({
    mutationFn: async () => {
      const file: unknown = await api(
        route,
        ...([{ query: { ...query, formato: 'csv' } }] as unknown as Args<R>),
      )
      if (!(file instanceof Blob)) throw toFault(file)
      saveFile(file, name)
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
