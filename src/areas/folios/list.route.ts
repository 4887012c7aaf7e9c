// GET /v1/dte/folios: what is left of each type.

import { chileDate } from '../../domain/fecha'
import { newArea } from '../../http/area'
import { Lista } from '../../http/envelope'
import { paginate } from '../../http/paging'
import type { FoliosDeps } from './deps'
import { StockSchema, stockToJson } from './folios-json'

const LIMITE = 100

/** There are a dozen types, so the list is always one page. */
export const listFoliosRoute = ({ credential, folios, clock }: FoliosDeps) =>
  newArea(credential).get(
    '/v1/dte/folios',
    ({ tenant: { empresaId, ambiente }, request }) => {
      const hoy = chileDate(clock())
      const data = folios.stock({ empresaId, ambiente }).map((stock) => stockToJson(stock, hoy))
      const page = { pagina: 1, limite: LIMITE, offset: 0 }
      return { ok: true as const, data, paginacion: paginate(page, data.length, request.url) }
    },
    {
      permission: 'folios:leer',
      response: Lista(StockSchema),
      detail: { tags: ['Folios'], summary: 'Folios disponibles y rangos de cada tipo de documento' },
    },
  )
