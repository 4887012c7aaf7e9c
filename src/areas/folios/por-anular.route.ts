// GET /v1/dte/folios/por-anular: what should be annulled at the SII, as ranges that can be.

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import { Exact, Lista, Nullable, OneOf } from '../../http/envelope'
import { answerList, listQuery, sourceOf } from '../../http/listing'
import { showAs } from '../../http/show-as'
import type { FoliosDeps } from './deps'
import { createGapRanges, type GapRange } from './por-anular'

const PorAnularSchema = Exact({
  tipo_dte: Type.Integer(),
  desde: Type.Integer(),
  hasta: Type.Integer(),
  cantidad: Type.Integer(),
  causa: OneOf(
    {
      hueco: 'ningún documento los llevará: se descartaron, se saltaron o el SII los rechazó',
      vencido: 'quedaron sin usar en un rango que venció',
    },
    { examples: ['hueco'] },
  ),
  caf_id: Type.String({ description: 'El rango del que son: el SII anula dentro de uno solo.' }),
  vence_el: Nullable(Type.String({ format: 'date' })),
})

const toJson = showAs(PorAnularSchema, ({ desde, hasta }: GapRange) => ({ cantidad: hasta - desde + 1 }))

const RANGOS = {
  words: ({ tipoDte, desde, hasta, causa }: GapRange) => [tipoDte, desde, hasta, causa],
  orden: 'tipo_dte',
}

export const gapRangesRoute = ({ credential, store, clock }: FoliosDeps) => {
  const list = createGapRanges({ store, clock })
  return newArea(credential).get(
    '/v1/dte/folios/por-anular',
    ({ tenant, query, request }) => {
      return answerList({ query, request }, RANGOS, sourceOf(list(tenant)), toJson)
    },
    {
      permission: 'folios:leer',
      query: Exact(listQuery('el tipo, un folio de los extremos o la causa', RANGOS.orden)),
      response: Lista(PorAnularSchema),
      detail: { tags: ['Folios'], summary: 'Folios por anular en el SII, en rangos' },
    },
  )
}
