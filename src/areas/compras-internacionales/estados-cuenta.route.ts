// Card statements: received, listed, and their movements made purchases (areas/compras-internacionales §4).

import { type Static, Type } from '@sinclair/typebox'
import { requireClase } from '../../extraccion'
import { newArea } from '../../http/area'
import { Datos, Exact, Lista, Nullable, OneOf } from '../../http/envelope'
import { Base64 } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listQuery, sourceBehind } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { readInteger } from '../../http/paging'
import { Legible } from '../../http/rule'
import { digest } from '../../http/sha256'
import { showAs } from '../../http/show-as'
import { spanQuery } from '../../http/span'
import type { Tenant } from '../../http/tenant'
import { createAnswer, EnCola, esperaQuery, RESPUESTA_EN_COLA } from '../trabajos'
import { fileNameOf } from './archivo'
import { CompraJson, compraToJson } from './compra-json'
import { compraParams } from './compras.route'
import { BASE, type ComprasIntDeps, TAG } from './deps'
import type { Estados } from './estados'
import { type ArgsLectura, LECTURA } from './read-file.job'
import type { EstadoCuentaRow } from './statements'

const ESTADOS = {
  extrayendo: 'se lee su archivo',
  extraido: 'sus movimientos están en `filas`',
  sin_extraer: 'no se pudo leer; `motivo` dice por qué',
}

const breve = {
  id: Type.String({ examples: ['ec_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
  estado: OneOf(ESTADOS),
  archivo: Exact({ nombre: Type.String({ examples: ['visa-noviembre.csv'] }), sha256: Type.String() }),
  formato: Nullable(Type.String({ description: 'Con qué forma se leyó.' })),
  tarjeta: Nullable(
    Type.String({ description: 'Los últimos cuatro dígitos; más no se guarda.', examples: ['4242'] }),
  ),
  motivo: Nullable(Type.String({ description: 'Por qué no hay movimientos.' })),
  movimientos: Type.Integer({ examples: [18] }),
  creado_en: Type.String({ format: 'date-time', examples: ['2026-11-20T14:02:11.000Z'] }),
}
const EstadoBreve = Exact(breve)

const EstadoJson = Exact(
  {
    ...breve,
    filas: Type.Array(
      Exact({
        n: Type.Integer({ description: 'Su número, desde 1.', examples: [3] }),
        fecha: Type.String({ examples: ['2026-11-06'] }),
        comercio: Type.String({ examples: ['BLUE HARBOR CLOUD SEATTLE'] }),
        pais: Nullable(Type.String({ examples: ['US'] })),
        moneda: Type.String({ examples: ['USD'] }),
        monto: Type.String({ description: 'Negativo si devolvió dinero.', examples: ['1250.00'] }),
        monto_clp: Nullable(Type.Integer({ examples: [1190000] })),
        duda: Nullable(
          Type.String({
            description:
              'Por qué es dudosa: una columna que debía decir su monto no se entendió, el monto o el día puede leerse de dos modos, o el archivo parece escribir los cargos con signo menos.',
          }),
        ),
        compra_id: Nullable(Type.String({ description: 'La compra que se hizo de ella.' })),
        sugerencia: {
          ...Nullable(
            Exact({
              compra_id: Type.String(),
              confianza: Type.Number({
                description:
                  'De 0 a 1: 0.60 por el mismo monto, 0.25 si los nombres comparten una palabra, y hasta 0.15 por lo cerca de los días.',
                examples: [1],
              }),
            }),
          ),
          description: 'La compra ya recibida que parece ser.',
        },
      }),
    ),
    ilegibles: Type.Array(Exact({ linea: Type.Integer(), motivo: Type.String() }), {
      description: 'Líneas que parecen un movimiento y no se pudieron leer.',
    }),
  },
  { 'x-nombre': 'EstadoCuenta' },
)

const breveToJson = showAs(EstadoBreve, (row: EstadoCuentaRow) => ({
  archivo: { nombre: row.archivo_nombre, sha256: row.archivo_sha256 },
  movimientos: row.filas,
  creado_en: row.created_at,
}))

const toJson = (estados: Estados, row: EstadoCuentaRow): Static<typeof EstadoJson> => ({
  ...breveToJson(row),
  filas: estados
    .movimientos(row)
    .map(({ montoClp, montoUsd: _, compraId, sugerencia, duda, dudaFecha, ...fila }) => ({
      ...fila,
      duda: [duda, dudaFecha].filter(Boolean).join('. ') || null,
      monto_clp: montoClp,
      compra_id: compraId,
      sugerencia: sugerencia && { compra_id: sugerencia.compraId, confianza: sugerencia.confianza },
    })),
  ilegibles: estados.ilegibles(row),
})

const RUTA = `${BASE}/estados-cuenta`
const tags = [TAG]
const LISTADOS = {
  words: ({ archivo_nombre, tarjeta }: EstadoCuentaRow) => [archivo_nombre, tarjeta],
  instante: ({ created_at }: EstadoCuentaRow) => created_at,
  orden: '-creado_en',
}
const readFila = (n: string): number => readInteger({ n }, 1, 100_000)!

export const estadosCuentaRoute = (deps: ComprasIntDeps) => {
  const { credential, comprasInt, audit, idempotency } = deps
  const { estados, compras } = comprasInt
  const answer = createAnswer(deps)
  const jsonOf = (tenant: Tenant, id: string) => toJson(estados, estados.get(tenant, id))

  return newArea(credential)
    .post(
      RUTA,
      async ({ tenant, body, query, request, set }) => {
        const bytes = body.archivo_base64
        requireClase(bytes, ['pdf', 'texto'], 'un PDF o CSV')
        const sha256 = await digest(bytes)
        const id = estados.newId()
        const nombre = fileNameOf(body.nombre)
        const args: ArgsLectura = { estado: id }
        const ultimo = await estados.saveFile(id, bytes)
        return answer(
          {
            ...{ tenant, request, set, body, query },
            base: BASE,
            done: (data: { id: string }) => ({
              status: 201,
              body: { ok: true as const, data: jsonOf(tenant, data.id) },
            }),
          },
          {
            tipo: LECTURA,
            operacion: null,
            clave: `estado ${sha256}`,
            objeto: nombre,
            args,
            linea: id,
            write: () =>
              audit(
                tenant,
                () => estados.create(tenant, id, { nombre, ultimo, sha256 }),
                () => ({ accion: 'compra_int.estado_cargado', objeto: id, detalle: { archivo: nombre } }),
              ),
          },
        ).finally(() => estados.letGo(id))
      },
      {
        upload: { archivo: 'archivo_base64' },
        uploadName: 'nombre',
        permission: 'compras_int:gestionar',
        consume: 'extraccion',
        query: Exact(esperaQuery),
        body: Exact({
          archivo_base64: Base64({
            description:
              'PDF con texto o CSV de su banco, en base64; o como `archivo` en multipart/form-data.',
            examples: ['RmVjaGE7RGVzY3JpcGNpw7NuCg=='],
          }),
          nombre: Type.Optional(Type.String({ maxLength: 255, examples: ['visa-noviembre.csv'] })),
        }),
        response: { 201: Datos(EstadoJson), 202: EnCola },
        detail: {
          tags,
          summary: 'Recibir un estado de cuenta de tarjeta',
          description:
            'Sus movimientos se guardan cifrados, y de la tarjeta sólo los últimos cuatro dígitos; el archivo se borra una vez leído.',
          parameters: [IDEMPOTENCY_PARAMETER],
          responses: RESPUESTA_EN_COLA,
          'x-errores': ['VALIDATION_ERROR', 'QUEUE_UNAVAILABLE'],
        },
      },
    )
    .get(
      RUTA,
      ({ tenant, query, request }) => {
        const source = sourceBehind(
          (limit, offset, last: EstadoCuentaRow | null) => estados.list(tenant, limit, offset, last),
          () => estados.count(tenant),
        )
        return answerList({ query, request }, LISTADOS, source, breveToJson)
      },
      {
        permission: 'compras_int:leer',
        query: Exact({
          ...listQuery('el nombre del archivo o los dígitos de la tarjeta', LISTADOS.orden),
          ...spanQuery('Llegados'),
        }),
        response: Lista(EstadoBreve),
        detail: { tags, summary: 'Los estados de cuenta, del último al primero que llegó' },
      },
    )
    .get(`${RUTA}/:id`, ({ tenant, params }) => ({ ok: true as const, data: jsonOf(tenant, params.id) }), {
      permission: 'compras_int:leer',
      params: compraParams,
      response: Datos(EstadoJson),
      detail: { tags, summary: 'Un estado de cuenta con sus movimientos' },
    })
    .post(
      `${RUTA}/:id/filas/:n/compra`,
      ({ tenant, params, request, set }) =>
        idempotency.create({ set }, idempotentRequest(request, tenant, null), () => {
          const id = audit(
            tenant,
            () => estados.toCompra(tenant, estados.get(tenant, params.id), readFila(params.n)),
            (compra) => ({
              accion: 'compra_int.creada',
              objeto: compra,
              detalle: { estado_cuenta: params.id, fila: readFila(params.n) },
            }),
          )
          return compraToJson(compras, tenant.cuentaId, compras.get(tenant, id))
        }),
      {
        permission: 'compras_int:gestionar',
        params: Exact({ id: Type.String(), n: Legible(readFila) }),
        response: { 201: Datos(CompraJson) },
        detail: {
          tags,
          summary: 'Hacer una compra de un movimiento',
          description:
            'Queda `extraida`, con la conversión del estado de cuenta; lo que la tarjeta no sabe de cierto queda dudoso.',
          parameters: [IDEMPOTENCY_PARAMETER],
          'x-errores': ['INVALID_STATE', 'ALREADY_EXISTS'],
        },
      },
    )
}
