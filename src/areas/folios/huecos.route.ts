// GET /v1/dte/folios/huecos: folios taken or passed over that no document here bears.

import { Type } from '@sinclair/typebox'
import { newArea } from '../../http/area'
import { Exact, Lista, Nullable, OneOf } from '../../http/envelope'
import { answerList, listQuery, sourceBehind } from '../../http/listing'
import type { FoliosDeps } from './deps'
import { createHuecos, ESTADOS_HUECO, type Hueco } from './huecos'

const HuecoSchema = Exact({
  tipo_dte: Type.Integer(),
  folio: Type.Integer(),
  motivo: Type.String(),
  job_id: Nullable(Type.String({ description: 'El trabajo cuyo documento lo llevó; null si ninguno.' })),
  estado: OneOf(ESTADOS_HUECO, {
    description:
      '`por_anular` en el SII, o `anulado` allí; `reutilizable`: lo toma el próximo documento del tipo; `emitido_fuera`: lo lleva un documento que no está aquí, de otro programa o posterior a la copia que se restauró; `dicho_por` dice según quién.',
  }),
  anulado_en: Nullable(
    Type.String({
      format: 'date-time',
      examples: ['2026-11-20T14:03:01.000Z'],
      description: 'Desde cuándo se sabe aquí que está anulado en el SII.',
    }),
  ),
  dicho_por: Nullable(
    OneOf(
      {
        sii: 'el SII dijo que lo tiene',
        persona:
          'lo dijo quien cargó el archivo o saltó folios: si se equivocó, se anula o se retoma (POST /v1/dte/folios/:tipo/retomar)',
      },
      { examples: ['persona'] },
    ),
  ),
})

const toJson = ({ tipoDte, folio, motivo, jobId, estado, anuladoEn, dichoPor }: Hueco) => ({
  tipo_dte: tipoDte,
  folio,
  motivo,
  job_id: jobId,
  estado,
  anulado_en: anuladoEn,
  dicho_por: dichoPor,
})

const HUECOS = {
  words: ({ folio, motivo, estado }: Hueco) => [folio, motivo, estado],
  orden: 'tipo_dte',
}

export const huecosRoute = ({ credential, store, clock }: FoliosDeps) => {
  const huecos = createHuecos({ store, clock })
  return newArea(credential).get(
    '/v1/dte/folios/huecos',
    ({ tenant: { empresaId, ambiente }, query, request }) => {
      const source = sourceBehind(
        (limit, offset, last: Hueco | null) => huecos.list({ empresaId, ambiente }, limit, offset, last),
        () => huecos.count({ empresaId, ambiente }),
      )
      return answerList({ query, request }, HUECOS, source, toJson)
    },
    {
      permission: 'folios:leer',
      query: Exact(listQuery('el folio, el motivo o el estado', HUECOS.orden)),
      response: Lista(HuecoSchema),
      detail: { tags: ['Folios'], summary: 'Folios sin documento, por reutilizar o anular' },
    },
  )
}
