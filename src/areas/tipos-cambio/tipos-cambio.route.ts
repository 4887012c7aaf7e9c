// GET and POST /v1/tipos-cambio (areas/tipos-cambio §1).

import { type SchemaOptions, type Static, Type } from '@sinclair/typebox'
import { Advertencias } from '../../http/advertencias'
import { newArea } from '../../http/area'
import { Datos, Exact, Lista, Nullable, OneOf } from '../../http/envelope'
import { Base64 } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listQuery, sourceBehind } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { readPage } from '../../http/paging'
import { readAll } from '../../http/read-all'
import { Ruled } from '../../http/rule'
import { readEndDay, spanQuery } from '../../http/span'
import { TAG, type TiposCambioDeps } from './deps'
import type { TipoCambioRow } from './statements'
import { futuraFaults, nombreOf, PARTES, repetidoFaults, type Tipo } from './tipos-cambio'
import { readTiposCsv, TIPOS_MAX } from './tipos-csv'

const TipoJson = Exact({
  moneda: Type.String({ description: 'De una UF, `UF`.', examples: ['USD'] }),
  fecha: Type.String({ description: 'De una UTM, el primer día de su mes.', examples: ['2026-11-05'] }),
  valor: Type.String({ description: 'Pesos por unidad.', examples: ['945.32'] }),
  fuente: OneOf({
    tabla: 'lo cargó la cuenta',
    servidor: 'lo cargó el operador, para todas',
    bcentral: 'lo dijo el Banco Central',
  }),
  cargado_en: Type.String({ format: 'date-time', examples: ['2026-11-05T21:10:00.000Z'] }),
})

const toJson = ({ moneda, fecha, valor, fuente, created_at }: TipoCambioRow): Static<typeof TipoJson> => ({
  moneda: nombreOf(moneda),
  fecha,
  valor,
  fuente,
  cargado_en: created_at,
})

/** Its rules are part of it, so that all of its faults are told at once. */
const bodyOf = (hoy: () => string) => {
  const parte = (name: keyof Tipo, options: SchemaOptions) =>
    Ruled(Type.String(options), (text) => PARTES[name](text, hoy()))
  const tipo = Exact({
    moneda: parte('moneda', { description: 'Código ISO, `UF` o `UTM`.', examples: ['USD'] }),
    fecha: parte('fecha', { examples: ['2026-11-05'] }),
    valor: parte('valor', { description: 'Pesos por unidad, con punto decimal.', examples: ['945.32'] }),
  })
  return Ruled(
    Exact(
      {
        tipos: Type.Optional(
          Ruled(Type.Array(tipo, { minItems: 1, maxItems: TIPOS_MAX }), (tipos) => [
            ...tipos.flatMap((one, i) => futuraFaults(one, `[${i}].fecha`, hoy())),
            ...repetidoFaults(
              tipos,
              (i) => `[${i}].valor`,
              (i) => `tipos[${i}]`,
            ),
          ]),
        ),
        archivo_base64: Type.Optional(
          Base64({
            description:
              'Un CSV de moneda;fecha;valor en base64; o como `archivo` en multipart/form-data. Va en lugar de `tipos`.',
          }),
        ),
      },
      { minProperties: 1, examples: [{ tipos: [{ moneda: 'USD', fecha: '2026-11-05', valor: '945.32' }] }] },
    ),
    ({ tipos, archivo_base64 }) =>
      tipos && archivo_base64 !== undefined
        ? [{ campo: 'archivo_base64', regla: 'excluyente', mensaje: 'Envíe tipos o un archivo, no ambos' }]
        : [],
  )
}

/** Whoever issues sees what lines are worth. */
const LEER = ['compras_int:leer', 'dte:leer'] as const

const TIPOS = {
  words: ({ moneda, fecha, valor }: TipoCambioRow) => [moneda, nombreOf(moneda), fecha, valor],
  orden: '-fecha',
}

const MONEDA = {
  pattern: '^(?:UF|[A-Z]{3})$',
  mensaje: 'Debe ser UF, UTM o el código ISO de una moneda, de tres letras mayúsculas: USD',
  examples: ['USD'],
}

const BancoJson = Exact({
  activo: Type.Boolean({ description: 'Si el operador dio acceso al Banco Central (TIMBRE_TIPOS_CAMBIO).' }),
  consultado_en: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'La última vez que se le preguntó: al partir el servidor, y a las 7:23 y 19:23 de Chile; null si aún no termina de responder.',
      examples: ['2026-11-05T22:23:00.000Z'],
    }),
  ),
  monedas: Type.Array(
    Exact({
      moneda: Type.String({ examples: ['USD'] }),
      ultimo_dia: Nullable(Type.String({ description: 'El último día que dijo.', examples: ['2026-11-05'] })),
      motivo: Nullable(
        Type.String({ description: 'Por qué no respondió la última vez; null si respondió.' }),
      ),
    }),
  ),
})

function bancoToJson({ banco, tipos }: TiposCambioDeps): Static<typeof BancoJson> {
  const estado = banco.estado()
  const { consultadoEn = null, monedas = [] } = estado ?? {}
  return {
    activo: estado !== null,
    consultado_en: consultadoEn,
    monedas: monedas.map(({ moneda, motivo }) => ({ moneda, ultimo_dia: tipos.lastOfBank(moneda), motivo })),
  }
}

export const tiposCambioRoute = (deps: TiposCambioDeps) => {
  const { credential, tipos, idempotency, audit } = deps
  return newArea(credential)
    .get(
      '/v1/tipos-cambio',
      ({ tenant: { cuentaId }, query, request }) => {
        const [, desde, hasta] = readAll(
          () => readPage(query),
          () => readEndDay(query, 'desde'),
          () => readEndDay(query, 'hasta'),
        )
        const { moneda = null } = query
        const filtro = { cuentaId, moneda, desde, hasta }
        const source = sourceBehind(
          (limit, offset, last: TipoCambioRow | null) => tipos.list(filtro, limit, offset, last),
          () => tipos.count(filtro),
        )
        return answerList({ query, request }, TIPOS, source, toJson)
      },
      {
        permission: LEER,
        query: Exact({
          ...listQuery('la moneda, el día o el valor', TIPOS.orden),
          moneda: Type.Optional(Type.String({ description: 'De una moneda.', ...MONEDA })),
          ...spanQuery('Días'),
        }),
        response: Lista(TipoJson),
        detail: {
          tags: [TAG],
          summary: 'Los valores por día de la cuenta y del servidor: monedas, UF y UTM',
          description:
            'La UF vale sólo su día y la UTM su mes; una moneda, su día o a lo más siete después. De un mismo día vale primero el de la cuenta, luego el del operador, luego el del Banco Central.',
        },
      },
    )
    .get('/v1/tipos-cambio/banco', () => ({ ok: true as const, data: bancoToJson(deps) }), {
      permission: LEER,
      response: Datos(BancoJson),
      detail: {
        tags: [TAG],
        summary: 'Cómo va la consulta al Banco Central',
        description: 'Es del servidor: la misma para todas las cuentas, y nada dice del acceso.',
      },
    })
    .post(
      '/v1/tipos-cambio',
      ({ tenant, body, request, set }) => {
        const { tipos: read, advertencias } = body.tipos
          ? { tipos: body.tipos, advertencias: [] }
          : readTiposCsv(body.archivo_base64!, tipos.hoy())
        return idempotency.create({ set }, idempotentRequest(request, tenant, body), () =>
          audit(
            tenant,
            () => ({ ...tipos.put(tenant.cuentaId, 'tabla', read), advertencias }),
            ({ advertencias: _, ...detalle }) => ({ accion: 'tipos_cambio.cargados', detalle }),
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
        body: bodyOf(tipos.hoy),
        response: {
          201: Datos(
            Exact({
              nuevos: Type.Integer({ examples: [20] }),
              cambiados: Type.Integer({ examples: [0] }),
              iguales: Type.Integer({ examples: [0] }),
              advertencias: Advertencias,
            }),
          ),
        },
        detail: {
          tags: [TAG],
          summary: 'Cargar tipos de cambio, UF y UTM de la cuenta',
          description:
            'De un día que ya tiene uno, el nuevo lo reemplaza; dos distintos de una moneda y un día en el mismo envío se rehúsan. Con alguna falta no se guarda ninguno, y se dicen todas. También se toma la lista sola, sin `tipos`.',
          parameters: [IDEMPOTENCY_PARAMETER],
          'x-errores': ['VALIDATION_ERROR'],
        },
      },
    )
}
