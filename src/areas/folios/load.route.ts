// POST /v1/dte/folios: a person loads the CAF file that the SII gave.

import { Type } from '@sinclair/typebox'
import { chileDate } from '../../domain/fecha'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import { Base64 } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import type { FoliosDeps } from './deps'
import { CANTIDAD_MAX, loadedToJson, RangoCargadoSchema } from './folios-json'

const Body = Exact({
  caf_base64: Base64({
    description: 'El archivo XML del CAF, en base64; o como `archivo` en multipart/form-data.',
    examples: ['PD94bWwgdmVyc2lvbj0iMS4wIj8+PEFVVE9SSVpBQ0lPTj48Q0FGIHZlcnNpb249IjEuMCI+'],
  }),
  siguiente: Type.Optional(
    Type.Union(
      // A form has texts alone.
      [
        Type.Integer({ minimum: 1, maximum: CANTIDAD_MAX }),
        Type.String({ pattern: '^[1-9]\\d{0,8}$', mensaje: 'Un folio del archivo, sin ceros delante' }),
      ],
      {
        examples: [41],
        description:
          'El primer folio del archivo que nadie ha usado, dicho por usted: los de antes quedan como `emitido_fuera`, y al SII no se le pregunta. Si se omite, el SII dice cuáles tiene antes de que se tome uno.',
      },
    ),
  ),
})

/** Answers 201 with the range; the refusals are those of `LoadCaf`. */
export const loadFoliosRoute = ({
  credential,
  folios,
  clock,
  idempotency,
  audit,
  conciliacion,
}: FoliosDeps) =>
  newArea(credential).post(
    '/v1/dte/folios',
    ({ tenant, body, request, set }) => {
      const { caf_base64, siguiente: named } = body
      const siguiente = named === undefined ? 'sii' : Number(named)
      return idempotency.create({ set }, idempotentRequest(request, tenant, body), () => {
        const rango = audit(
          tenant,
          () => folios.load(caf_base64, tenant, 'carga', siguiente),
          ({ id, tipoDte, desde, hasta }) => ({
            accion: 'folios.cargados',
            objeto: id,
            detalle: { tipo_dte: tipoDte, desde, hasta, ...(siguiente !== 'sii' && { siguiente }) },
          }),
        )
        // At once, so that who issues next need not wait for it; whatever comes of it, that one asks again.
        if (rango.porConciliar) conciliacion.soon(tenant, rango.tipoDte)
        return loadedToJson(rango, chileDate(clock()))
      })
    },
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
