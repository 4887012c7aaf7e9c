// GET and POST /v1/tipos-cambio (areas/compras-internacionales §2).

import { type Static, Type } from '@sinclair/typebox'
import { faultsError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos, Exact, Lista, OneOf } from '../../http/envelope'
import { Base64, Fecha } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { pageQuery, paginate, readPage } from '../../http/paging'
import { type ComprasIntDeps, TAG } from './deps'
import type { TipoCambioRow } from './statements'
import { type Tipo, tipoFaults } from './tipos-cambio'
import { readTiposCsv, TIPOS_MAX } from './tipos-csv'

const TipoJson = Exact({
  moneda: Type.String({ examples: ['USD'] }),
  fecha: Type.String({ examples: ['2026-11-05'] }),
  valor: Type.String({ description: 'Pesos por unidad.', examples: ['945.32'] }),
  fuente: OneOf({
    tabla: 'lo cargó la cuenta',
    servidor: 'lo cargó el operador, para todas',
    bcentral: 'lo dijo el Banco Central',
  }),
  cargado_en: Type.String({ format: 'date-time', examples: ['2026-11-05T21:10:00.000Z'] }),
})

const toJson = ({ moneda, fecha, valor, fuente, created_at }: TipoCambioRow): Static<typeof TipoJson> => ({
  moneda,
  fecha,
  valor,
  fuente,
  cargado_en: created_at,
})

const Body = Exact(
  {
    tipos: Type.Optional(
      Type.Array(
        Exact({
          moneda: Type.String({ maxLength: 10, examples: ['USD'] }),
          fecha: Type.String({ maxLength: 10, examples: ['2026-11-05'] }),
          valor: Type.String({
            maxLength: 30,
            description: 'Pesos por unidad, con punto decimal.',
            examples: ['945.32'],
          }),
        }),
        { minItems: 1, maxItems: TIPOS_MAX },
      ),
    ),
    archivo_base64: Type.Optional(
      Base64({
        description:
          'Un CSV de moneda;fecha;valor en base64; o como `archivo` en multipart/form-data. Va en lugar de `tipos`.',
      }),
    ),
  },
  { minProperties: 1, examples: [{ tipos: [{ moneda: 'USD', fecha: '2026-11-05', valor: '945.32' }] }] },
)

/** Throws VALIDATION_ERROR with every fault. */
function readBody({ tipos, archivo_base64 }: Static<typeof Body>, hoy: string): readonly Tipo[] {
  if (tipos && archivo_base64 !== undefined)
    throw faultsError([
      { campo: 'archivo_base64', regla: 'excluyente', mensaje: 'Envíe tipos o un archivo, no ambos' },
    ])
  if (!tipos) return readTiposCsv(Buffer.from(archivo_base64!, 'base64'), hoy)
  const faults = tipos.flatMap((tipo, i) => tipoFaults(tipo, `tipos[${i}]`, hoy))
  if (faults.length) throw faultsError(faults)
  return tipos
}

const MONEDA = {
  pattern: '^[A-Z]{3}$',
  mensaje: 'Debe ser el código ISO de una moneda, de tres letras mayúsculas: USD',
  examples: ['USD'],
}

export const tiposCambioRoute = ({ credential, comprasInt: { tipos }, idempotency, audit }: ComprasIntDeps) =>
  newArea(credential)
    .get(
      '/v1/tipos-cambio',
      ({ tenant: { cuentaId }, query, request }) => {
        const page = readPage(query)
        const { moneda = null, desde = null, hasta = null } = query
        const filtro = { cuentaId, moneda, desde, hasta }
        const data = tipos.list(filtro, page.limite, page.offset).map(toJson)
        return { ok: true as const, data, paginacion: paginate(page, tipos.count(filtro), request.url) }
      },
      {
        permission: 'compras_int:leer',
        query: Exact({
          ...pageQuery,
          moneda: Type.Optional(Type.String({ description: 'De una moneda.', ...MONEDA })),
          desde: Type.Optional(Fecha({ description: 'Desde ese día.' })),
          hasta: Type.Optional(Fecha({ description: 'Hasta ese día.' })),
        }),
        response: Lista(TipoJson),
        detail: {
          tags: [TAG],
          summary: 'Los tipos de cambio de la cuenta y del servidor',
          description:
            'De un mismo día vale primero el de la cuenta, luego el del operador, luego el del Banco Central.',
        },
      },
    )
    .post(
      '/v1/tipos-cambio',
      ({ tenant, body, request, set }) => {
        const read = readBody(body, tipos.hoy())
        return idempotency.create({ set }, idempotentRequest(request, tenant, body), () =>
          audit(
            tenant,
            () => tipos.put(tenant.cuentaId, 'tabla', read),
            (detalle) => ({ accion: 'tipos_cambio.cargados', detalle }),
          ),
        )
      },
      {
        upload: { archivo: 'archivo_base64' },
        permission: 'compras_int:gestionar',
        // The bare list too.
        transform: (context: { body: unknown }): void => {
          if (Array.isArray(context.body)) context.body = { tipos: context.body }
        },
        body: Body,
        response: {
          201: Datos(
            Exact({
              nuevos: Type.Integer({ examples: [20] }),
              cambiados: Type.Integer({ examples: [0] }),
              iguales: Type.Integer({ examples: [0] }),
            }),
          ),
        },
        detail: {
          tags: [TAG],
          summary: 'Cargar tipos de cambio de la cuenta',
          description:
            'De un día que ya tiene uno, el nuevo lo reemplaza. Con alguna falta no se guarda ninguno, y se dicen todas. También se toma la lista sola, sin `tipos`.',
          parameters: [IDEMPOTENCY_PARAMETER],
          'x-errores': ['VALIDATION_ERROR'],
        },
      },
    )
