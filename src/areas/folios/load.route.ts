// POST /v1/dte/folios: a person loads the CAF file that the SII gave.

import { Type } from '@sinclair/typebox'
import { chileDate } from '../../domain/fecha'
import { advertenciaSiguiente } from '../../domain/folios/existencias'
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
          'El primer folio del archivo que nadie ha usado, dicho por usted: los de antes quedan como `emitido_fuera`. Al SII se le pregunta si tiene alguno desde ése: los que tenga quedan también como `emitido_fuera`, el próximo es el que sigue y `advertencias` lo dice (FOLIOS_USED_ELSEWHERE); si no responde, vale lo dicho, con una advertencia (FOLIOS_NOT_VERIFIED). Si se omite, el SII dice cuáles tiene antes de que se tome uno.',
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
    async ({ tenant, body, request, set }) => {
      const { caf_base64, siguiente: named } = body
      const siguiente = named === undefined ? 'sii' : Number(named)
      const use = idempotentRequest(request, tenant, body)
      // A repeated request gets the kept answer without a question.
      const isAnswered = use !== null && idempotency.find(use) !== null
      const said =
        siguiente === 'sii' || isAnswered ? null : await conciliacion.adelante(tenant, caf_base64, siguiente)
      const [adelante, dicho] = typeof said === 'string' ? [null, said] : [said, null]
      return idempotency.create({ set }, use, () => {
        const rango = audit(
          tenant,
          () => folios.load(caf_base64, tenant, 'carga', siguiente, adelante),
          ({ id, tipoDte, desde, hasta }) => ({
            accion: 'folios.cargados',
            objeto: id,
            detalle: { tipo_dte: tipoDte, desde, hasta, ...(siguiente !== 'sii' && { siguiente }) },
          }),
        )
        // At once, so that who issues next need not wait for it; whatever comes of it, that one asks again.
        if (rango.porConciliar) conciliacion.soon(tenant, rango.tipoDte)
        const advertencia = siguiente === 'sii' ? null : advertenciaSiguiente(rango, siguiente, dicho)
        return loadedToJson(rango, chileDate(clock()), advertencia)
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
