// GET /v1/dte/folios/huecos: folios taken that no document bears.

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import { Exact, Lista } from '../../http/envelope'
import { pageQuery, paginate, readPage } from '../../http/paging'
import type { FoliosDeps } from './deps'
import { createHuecos, type Hueco } from './huecos'

const HuecoSchema = Exact({
  tipo_dte: Type.Integer(),
  folio: Type.Integer(),
  motivo: Type.String(),
  job_id: Type.String(),
  estado: Type.Union([Type.Literal('por_anular'), Type.Literal('reutilizable')]),
})

const toJson = ({ tipoDte, folio, motivo, jobId, estado }: Hueco) => ({
  tipo_dte: tipoDte,
  folio,
  motivo,
  job_id: jobId,
  estado,
})

export const huecosRoute = ({ credential, store, clock }: FoliosDeps) => {
  const huecos = createHuecos({ store, clock })
  return newArea(credential).get(
    '/v1/dte/folios/huecos',
    ({ tenant: { empresaId, ambiente }, query, request }) => {
      const page = readPage(query)
      const data = huecos.list(empresaId, ambiente, page.limite, page.offset).map(toJson)
      return {
        ok: true as const,
        data,
        paginacion: paginate(page, huecos.count(empresaId, ambiente), request.url),
      }
    },
    {
      permission: 'folios:leer',
      query: Exact(pageQuery),
      response: Lista(HuecoSchema),
      detail: { tags: ['Folios'], summary: 'Folios sin documento, por reutilizar o anular' },
    },
  )
}
