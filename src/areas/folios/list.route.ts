// GET /v1/dte/folios: what is left of each type.

import { chileDate } from '../../domain/fecha'
import { newArea } from '../../http/area'
import { Exact, Lista } from '../../http/envelope'
import { answerList, listQuery, sourceOf } from '../../http/listing'
import type { FoliosDeps } from './deps'
import { StockSchema, stockToJson } from './folios-json'

/** There are a dozen types: the list is one page unless a smaller one is asked for. */
const TIPOS = { words: ({ tipo_dte }: { tipo_dte: number }) => [tipo_dte], orden: 'tipo_dte' }

export const listFoliosRoute = ({ credential, folios, clock }: FoliosDeps) =>
  newArea(credential).get(
    '/v1/dte/folios',
    ({ tenant: { empresaId, ambiente }, query, request }) => {
      const hoy = chileDate(clock())
      const stocks = folios.stock({ empresaId, ambiente }).map((stock) => stockToJson(stock, hoy))
      return answerList({ query, request }, TIPOS, sourceOf(stocks), (stock) => stock)
    },
    {
      permission: 'folios:leer',
      query: Exact(listQuery('el código del tipo', TIPOS.orden)),
      response: Lista(StockSchema),
      detail: { tags: ['Folios'], summary: 'Folios disponibles y rangos de cada tipo de documento' },
    },
  )
