// /v1/firma/operaciones: one thing at the SII for many companies, with a result for each (areas/firma §5).

import { Type } from '@sinclair/typebox'
import type { ErrorCode } from '../../domain/errors'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { AmbienteJson, Codigo, Datos, Exact, Lista, Nullable, OneOf } from '../../http/envelope'
import { CodigoError } from '../../http/errors'
import { answerList, listQuery, sourceBehind } from '../../http/listing'
import { showAs } from '../../http/show-as'
import { type Operaciones, TIPOS_OPERACION, type TipoOperacion } from './operaciones'
import type { OperacionEmpresaRow, OperacionRow } from './statements-operacion'

interface Deps extends Pick<AreaDeps, 'credential' | 'audit'> {
  operaciones: Operaciones
}

const BASE = '/v1/firma/operaciones'
const EMPRESAS_MAX = 200
const tags = ['Firma']
const n = Type.Integer()
const params = Exact({ id: Type.String() })

const ESTADOS = {
  espera: 'espera su turno',
  en_curso: 'sus trabajos corren o esperan al SII',
  ok: 'terminó',
  fallida: 'no se pudo, y `error` dice por qué',
  omitida: 'no se hizo, y `motivo` dice por qué',
}
const MOTIVOS = {
  sin_trabajo: 'no había nada que hacer',
  cancelada: 'se canceló antes de su turno',
  eliminada: 'la empresa se eliminó',
}
const Falla = Nullable(Exact({ code: CodigoError, message: Type.String() }))
const EmpresaJson = {
  id: Type.String(),
  rut: Type.String(),
  razon_social: Type.String(),
  ambiente: AmbienteJson(),
}

const Resumen = {
  id: Type.String({ examples: ['ope_01JD3Q8Z2V5W7X9Y0A1B2C3D4E'] }),
  tipo: Codigo(TIPOS_OPERACION),
  estado: Codigo({
    en_curso: 'alguna empresa espera o está en curso',
    terminada: 'no queda ninguna',
    cancelada: 'se canceló, y lo que estaba en curso terminó',
  }),
  cuantas: Exact({ espera: n, en_curso: n, ok: n, fallida: n, omitida: n }),
  created_at: Type.String(),
  cancelada_at: Nullable(Type.String()),
}
const ResumenJson = Exact(Resumen)
const OperacionJson = Exact({
  ...Resumen,
  empresas: Type.Array(
    Exact({
      ...EmpresaJson,
      estado: Codigo(ESTADOS),
      motivo: Nullable(Codigo(MOTIVOS)),
      error: Falla,
      job_ids: Type.Array(Type.String(), { description: 'Sus trabajos, que se siguen en la empresa.' }),
    }),
  ),
})
const SimuladaJson = Exact({
  tipo: Codigo(TIPOS_OPERACION),
  unidades: Type.Integer({ description: 'Consultas del plan que gastaría, si ninguna está ya en marcha.' }),
  empresas: Type.Array(Exact({ ...EmpresaJson, trabajos: n, error: Falla })),
})

const toResumen = showAs(
  ResumenJson,
  ({ tipo, espera, en_curso, ok, fallida, omitida, cancelada_at }: OperacionRow) => ({
    tipo: tipo as TipoOperacion,
    estado:
      espera + en_curso > 0
        ? ('en_curso' as const)
        : cancelada_at
          ? ('cancelada' as const)
          : ('terminada' as const),
    cuantas: { espera, en_curso, ok, fallida, omitida },
  }),
)

const toEmpresa = (row: OperacionEmpresaRow) => ({
  ...{ id: row.empresa_id, rut: row.rut, razon_social: row.razon_social, ambiente: row.ambiente },
  ...{ estado: row.estado, motivo: row.motivo },
  error: row.codigo === null ? null : { code: row.codigo as ErrorCode, message: row.mensaje ?? '' },
  job_ids: row.trabajos === null ? [] : (JSON.parse(row.trabajos) as string[]),
})

const LISTING = { words: ({ id, tipo }: OperacionRow) => [id, tipo], orden: '-created_at' }
/** Above every row. */
const FIRST = { created_at: '~', id: '~' }

export function operacionesRoutes({ credential, audit, operaciones }: Deps) {
  const toJson = (row: OperacionRow) => ({
    ...toResumen(row),
    empresas: operaciones.empresas(row.id).map(toEmpresa),
  })

  return newArea(credential)
    .post(
      BASE,
      async ({ tenant, body: { tipo, empresas }, query, set }) => {
        if (query.simular === 'true') {
          const found = await operaciones.simulate(tenant, tipo, empresas)
          const trabajos = found.empresas.reduce((sum, one) => sum + one.trabajos, 0)
          const unidades = found.operacion === null ? 0 : trabajos
          return { ok: true as const, data: { tipo, unidades, empresas: found.empresas } }
        }
        const row = audit(
          tenant,
          () => operaciones.create(tenant, tipo, empresas),
          ({ id }) => ({ accion: 'firma.operacion_creada', objeto: id, detalle: { tipo, empresas } }),
        )
        set.status = 202
        return { ok: true as const, data: toJson(row) } as never
      },
      {
        session: true,
        query: Exact({
          simular: Type.Optional(
            OneOf(['true', 'false'], {
              description: '`true`: dice qué se haría y cuánto gasta, y no hace nada.',
            }),
          ),
        }),
        body: Exact({
          tipo: OneOf(TIPOS_OPERACION),
          empresas: Type.Array(Type.String(), {
            minItems: 1,
            maxItems: EMPRESAS_MAX,
            uniqueItems: true,
            description: 'Sus ids, en el orden en que les toca.',
          }),
          parametros: Type.Optional(Exact({}, { description: 'Ninguno por ahora.' })),
        }),
        response: { 200: Datos(SimuladaJson), 202: Datos(OperacionJson) },
        detail: {
          tags,
          summary: 'Hace lo mismo en el SII por muchas empresas',
          description:
            'Lo que haría la programación de cada una, ahora y en nombre de la persona: cuatro empresas a la vez, cada una con su permiso, su gasto y su resultado, y la falla de una no detiene a las demás. Un trabajo en marcha para lo mismo se comparte. Pide además el permiso de la operación.',
          'x-errores': ['VALIDATION_ERROR', 'FORBIDDEN'],
        },
      },
    )
    .get(
      BASE,
      ({ tenant: { usuarioId }, query, request }) => {
        const source = sourceBehind<OperacionRow>(
          (limit, offset, last) => operaciones.list.all({ usuarioId, limit, offset, ...(last ?? FIRST) }),
          () => operaciones.count.get(usuarioId)!,
        )
        return answerList({ query, request }, LISTING, source, toResumen)
      },
      {
        session: true,
        query: Exact(listQuery('el tipo o el id', LISTING.orden)),
        response: Lista(ResumenJson),
        detail: {
          tags,
          summary: 'Las operaciones que la persona pidió',
          description: 'Noventa días. Las de otra persona las ve esa persona.',
        },
      },
    )
    .get(
      `${BASE}/:id`,
      ({ tenant, params }) => ({
        ok: true as const,
        data: toJson(operaciones.get(tenant.usuarioId, params.id)),
      }),
      {
        session: true,
        params,
        response: Datos(OperacionJson),
        detail: { tags, summary: 'Una operación, empresa por empresa', 'x-errores': ['NOT_FOUND'] },
      },
    )
    .post(
      `${BASE}/:id/cancelar`,
      ({ tenant, params }) => {
        const row = audit(
          tenant,
          () => operaciones.cancel(tenant.usuarioId, params.id),
          ({ id }) => ({ accion: 'firma.operacion_cancelada', objeto: id }),
        )
        return { ok: true as const, data: toJson(row) }
      },
      {
        session: true,
        params,
        response: Datos(OperacionJson),
        detail: {
          tags,
          summary: 'Deja fuera a las empresas que esperan',
          description: 'Lo que está en curso termina.',
          'x-errores': ['NOT_FOUND', 'INVALID_STATE'],
        },
      },
    )
    .post(
      `${BASE}/:id/reintentar`,
      ({ tenant, params, set }) => {
        const row = audit(
          tenant,
          () => operaciones.retry(tenant.usuarioId, params.id),
          ({ id }) => ({ accion: 'firma.operacion_reintentada', objeto: id }),
        )
        set.status = 202
        return { ok: true as const, data: toJson(row) }
      },
      {
        session: true,
        params,
        response: { 202: Datos(OperacionJson) },
        detail: {
          tags,
          summary: 'Vuelve a intentar las empresas que fallaron',
          'x-errores': ['NOT_FOUND', 'INVALID_STATE'],
        },
      },
    )
}
