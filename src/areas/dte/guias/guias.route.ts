// Dispatch guides: listed with what may be invoiced, invoiced together, and voided (http §5).

import { Type } from '@sinclair/typebox'
import { FACTURA, FACTURA_EXENTA, GUIA } from '../../../domain/dte/tipos'
import type { ErrorCode } from '../../../domain/errors'
import { parseRut } from '../../../domain/rut'
import { readRutAlias, rutQuery } from '../../../http/alias'
import { newArea } from '../../../http/area'
import type { AreaDeps } from '../../../http/deps'
import { Datos, Exact, Leido, Lista, OneOf } from '../../../http/envelope'
import { ErrorBody } from '../../../http/errors'
import { Texto } from '../../../http/formats'
import { idempotentRequest } from '../../../http/idempotency'
import { answerList, listQuery, sourceBehind } from '../../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../../http/openapi'
import { readInteger } from '../../../http/paging'
import { reply } from '../../../http/reply'
import { readDayFilters, spanQuery } from '../../../http/span'
import { requireTipo } from '../../../http/tenant'
import type { AcceptOnce } from '../aceptar/accept-once'
import { EmisionEnCola, ERRORES_EMISION, respuestasEnCola } from '../aceptar/accepted-reply'
import { readOnBehalfOf } from '../aceptar/on-behalf-of'
import { block, fecha } from '../documento/esquema.schema'
import { codigos } from '../documento/significado.schema'
import { type Anular, MOTIVO_MAX } from '../notas/anular'
import type { GuiaRow } from '../referencias/guia-store'
import type { Guias } from '../referencias/guias'
import { AMBIENTE } from '../solicitud/solicitud.schema'
import type { FacturarGuias } from './facturar'
import { ESTADOS_GUIA, GUIAS, Guia, toJson } from './guia-json'

const ERRORES_GUIAS: ErrorCode[] = [
  'GUIDE_NOT_FOUND',
  'GUIDE_NOT_INVOICEABLE',
  'GUIDE_ALREADY_INVOICED',
  'GUIDE_VOIDED',
  'GUIDES_MIXED_RECEIVER',
]

const Query = Exact({
  ...listQuery('el folio, el RUT, la razón social o la referencia externa', GUIAS.orden),
  facturable: Type.Optional(OneOf(['true', 'false'])),
  estado: Type.Optional(OneOf(ESTADOS_GUIA, { 'x-nombre': 'EstadoGuia' })),
  ...rutQuery('De quien recibe.', 'receptor'),
  ...spanQuery('Emitidas'),
})

/** Documented here, read by the domain with every fault and its path at once. */
const FacturarBody = Leido({
  type: 'object',
  required: ['guias'],
  properties: {
    guias: {
      type: 'array',
      minItems: 1,
      maxItems: 1000,
      items: { type: 'integer', minimum: 1 },
      description: 'Folios de las guías, todas de un receptor.',
    },
    tipo_dte: {
      type: 'integer',
      ...codigos('TipoDTE', [FACTURA, FACTURA_EXENTA], 'El que las guías piden, si se omite.'),
    },
    agrupar_lineas: {
      type: 'boolean',
      description:
        'false (por omisión) copia las líneas de hasta 20 guías; true, o más de 60 líneas, deja una por guía y tratamiento.',
    },
    fecha_emision: { ...fecha, description: 'Hoy en Chile si se omite.' },
    fecha_vencimiento: fecha,
    forma_pago: { type: 'integer', ...codigos('FmaPago', [1, 2, 3]) },
    pagos: { type: 'array', maxItems: 30, items: block('Encabezado/IdDoc/MntPagos', {}, ['fecha', 'monto']) },
    referencias: {
      type: 'array',
      description: 'Lo que no sea guía, por ejemplo la orden de compra (801).',
      items: block('Referencia'),
    },
    impresion: { type: 'object', description: 'Como en la emisión.' },
    observaciones: { type: 'string', maxLength: 1000 },
    referencia_externa: { type: 'string', maxLength: 100 },
    ambiente: AMBIENTE,
  },
  examples: [{ guias: [201, 202], tipo_dte: 33, forma_pago: 2, agrupar_lineas: false }],
})

const CONFLICTOS =
  'GUIDE_ALREADY_INVOICED: otra factura cubre la guía, vea `facturada_por` en `detalles`. GUIDE_VOIDED: la guía está anulada. INVALID_STATE: faltan datos o la resolución de la empresa'

interface Deps extends Pick<AreaDeps, 'credential' | 'idempotency' | 'audit'> {
  acceptOnce: AcceptOnce
  guias: Guias
  facturarGuias: FacturarGuias
  anular: Anular
}

/** GET /v1/dte/guias, POST /v1/dte/guias/facturar and /v1/dte/guias/:folio/anular. */
export const guiasRoute = (deps: Deps) => {
  const { credential, idempotency, audit, acceptOnce, guias, facturarGuias, anular } = deps
  return newArea(credential)
    .get(
      '/v1/dte/guias',
      ({ tenant, query, request }) => {
        const { facturable, estado } = query
        const receptor = readRutAlias(query, 'receptor')
        const filters = {
          ...(facturable && { facturable: facturable === 'true' }),
          ...(estado && { estado }),
          ...(receptor && { receptor: parseRut(receptor)! }),
          ...readDayFilters(query),
        }
        const source = sourceBehind(
          (limit, offset, last: GuiaRow | null) => guias.list(tenant, filters, limit, offset, last),
          () => guias.count(tenant, filters),
        )
        return answerList({ query, request }, GUIAS, source, (guia) => toJson(guia, guias))
      },
      {
        permission: 'dte:leer',
        query: Query,
        response: Lista(Guia),
        detail: {
          tags: ['Guías de despacho'],
          summary: 'Listar guías de despacho',
          description:
            'Se facturan las de traslado 1, 2 y 3 que están vigentes, llevan montos, el SII no rechazó y ninguna factura cubre.',
        },
      },
    )
    .post(
      '/v1/dte/guias/facturar',
      async ({ body, tenant, request, set, status }) => {
        const whose = readOnBehalfOf(tenant, body, request)
        const exchange = { request, set, body, whose, tenant }
        const answer = await acceptOnce(exchange, () => facturarGuias(body, whose))
        return status(202, answer)
      },
      {
        permission: 'dte:emitir',
        body: FacturarBody,
        response: {
          202: Datos(EmisionEnCola),
          403: ErrorBody,
          404: ErrorBody,
          409: ErrorBody,
          422: ErrorBody,
          503: ErrorBody,
        },
        detail: {
          tags: ['Guías de despacho'],
          summary: 'Facturar guías de despacho',
          'x-errores': [...ERRORES_EMISION, ...ERRORES_GUIAS],
          description:
            'Una factura (33 o 34) con los montos de las guías: hasta 20, con una referencia a cada una; más, con una referencia global y una línea por tratamiento tributario. Las guías quedan cubiertas en la misma transacción que toma el folio, y libres otra vez si el trabajo se descarta, el SII rechaza la factura o una nota de crédito aceptada la anula. La factura se envía cuando el SII aceptó sus guías.',
          parameters: [IDEMPOTENCY_PARAMETER],
          responses: respuestasEnCola(CONFLICTOS),
        },
      },
    )
    .post(
      '/v1/dte/guias/:folio/anular',
      async ({ body, tenant, params, request, set }) => {
        const folio = readInteger({ folio: params.folio }, 1, 9_999_999_999)!
        requireTipo(tenant, GUIA)
        const answer = await idempotency.once(idempotentRequest(request, tenant, body), async () => {
          const guia = audit(
            tenant,
            () => anular.guia(folio, body.motivo, tenant),
            ({ id }) => ({ accion: 'guia.anulada', objeto: id, detalle: { folio, motivo: body.motivo } }),
          )
          return { status: 200, body: { ok: true as const, data: toJson(guia, guias) } }
        })
        return reply(set, answer)
      },
      {
        permission: 'dte:anular',
        params: Exact({ folio: Type.String() }),
        body: Exact({ motivo: Texto(MOTIVO_MAX, { examples: ['El cliente no recibió la carga'] }) }),
        response: { 200: Datos(Guia), 404: ErrorBody, 409: ErrorBody },
        detail: {
          tags: ['Guías de despacho'],
          summary: 'Anular una guía de despacho',
          'x-errores': ['GUIDE_NOT_FOUND', 'GUIDE_ALREADY_INVOICED', 'GUIDE_VOIDED', 'INVALID_STATE'],
          description:
            'Ninguna nota anula una guía: queda marcada, no se puede facturar ni referir, y en el libro de guías del SII corresponde informarla como anulada.',
          parameters: [IDEMPOTENCY_PARAMETER],
        },
      },
    )
}
