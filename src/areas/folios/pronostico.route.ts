// GET /v1/dte/folios/pronostico: how long the folios of each type last, and how many more to ask for.

import { Type } from '@sinclair/typebox'
import { isTipoDte } from '../../domain/dte/tipos'
import { invalidParameter } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Exact, Lista, Nullable } from '../../http/envelope'
import { answerList, listQuery, sourceOf } from '../../http/listing'
import { queryInteger } from '../../http/paging'
import { showAs } from '../../http/show-as'
import type { FoliosDeps } from './deps'
import type { Forecasts } from './forecasts'

const Dia = (description: string) =>
  Nullable(Type.String({ format: 'date', description, examples: ['2027-01-15'] }))
const Ritmo = Type.Number({ examples: [3.27] })

const PronosticoSchema = Exact({
  tipo_dte: Type.Integer(),
  ritmo_diario: Exact(
    { promedio_30: Ritmo, promedio_90: Ritmo },
    { description: 'Folios por día en los últimos 30 y 90; cuenta el mayor.' },
  ),
  disponibles: Type.Integer(),
  se_agota_el: Dia('El primer día sin folios a ese ritmo; null sin uso.'),
  vence_el: Dia('El próximo día en que vencen folios; null si ninguno vence.'),
  se_perderan: Type.Integer({ description: 'De los disponibles, los que vencerán sin usarse a ese ritmo.' }),
  sugerida: Type.Integer({
    description:
      'Cuántos pedir para 45 días de uso; de los tipos cuyos folios vencen, nunca más de los que se usarían antes.',
  }),
  motivo: Type.String({ examples: ['Con 120 folios más alcanza para 45 días al ritmo actual'] }),
})

const TIPOS = {
  words: ({ tipo_dte, motivo }: { tipo_dte: number; motivo: string }) => [tipo_dte, motivo],
  orden: 'tipo_dte',
}

/** To two decimals. */
const round = (pace: number): number => Math.round(pace * 100) / 100

const toJson = showAs(PronosticoSchema, ({ ritmo }: ReturnType<Forecasts['forecasts']>[number]) => ({
  ritmo_diario: { promedio_30: round(ritmo.promedio30), promedio_90: round(ritmo.promedio90) },
}))

export const pronosticoRoute = ({ credential, folios }: FoliosDeps) =>
  newArea(credential).get(
    '/v1/dte/folios/pronostico',
    ({ tenant: { empresaId, ambiente }, query, request }) => {
      const asked = query.tipo_dte === undefined ? null : Number(query.tipo_dte)
      if (asked !== null && !isTipoDte(asked))
        throw invalidParameter('tipo_dte', 'valor', 'No hay un tipo de documento con ese código')
      const forecasts = folios
        .forecasts({ empresaId, ambiente })
        .filter(({ tipoDte }) => asked === null || tipoDte === asked)
        .map((one) => toJson(one))
      return answerList({ query, request }, TIPOS, sourceOf(forecasts), (one) => one)
    },
    {
      permission: 'folios:leer',
      query: Exact({
        ...listQuery('el código del tipo o el motivo', TIPOS.orden),
        tipo_dte: queryInteger(1, 999, 'Sólo ese tipo de documento.'),
      }),
      response: Lista(PronosticoSchema),
      detail: { tags: ['Folios'], summary: 'Cuánto duran los folios de cada tipo y cuántos pedir' },
    },
  )
