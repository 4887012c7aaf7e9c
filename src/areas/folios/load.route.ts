// POST /v1/dte/folios: a person loads the CAF file that the SII gave.

import { chileDate } from '../../domain/fecha'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import { Base64 } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import type { FoliosDeps } from './deps'
import { loadedToJson, RangoCargadoSchema } from './folios-json'

const Body = Exact({
  caf_base64: Base64({
    description: 'El archivo XML del CAF, en base64; o como `archivo` en multipart/form-data.',
    examples: ['PD94bWwgdmVyc2lvbj0iMS4wIj8+PEFVVE9SSVpBQ0lPTj48Q0FGIHZlcnNpb249IjEuMCI+'],
  }),
})

/** Answers 201 with the range; the refusals are those of `LoadCaf`. */
export const loadFoliosRoute = ({ credential, folios, clock, idempotency, audit }: FoliosDeps) =>
  newArea(credential).post(
    '/v1/dte/folios',
    ({ tenant, body, request, set }) =>
      idempotency.create({ set }, idempotentRequest(request, tenant, body), () => {
        const rango = audit(
          tenant,
          () => folios.load(body.caf_base64, tenant, 'carga'),
          ({ id, tipoDte, desde, hasta }) => ({
            accion: 'folios.cargados',
            objeto: id,
            detalle: { tipo_dte: tipoDte, desde, hasta },
          }),
        )
        return loadedToJson(rango, chileDate(clock()))
      }),
    {
      upload: { archivo: 'caf_base64' },
      permission: 'folios:administrar',
      body: Body,
      response: { 201: Datos(RangoCargadoSchema) },
      detail: {
        tags: ['Folios'],
        summary: 'Cargar un archivo CAF',
        'x-errores': ['CONFLICT', 'CAF_INVALID', 'CAF_EXPIRED', 'CAF_WRONG_COMPANY'],
        parameters: [IDEMPOTENCY_PARAMETER],
      },
    },
  )
