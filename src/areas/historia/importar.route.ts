// POST /v1/historia: a file of the past at once, or by parts; and what puts it to work (areas/historia §1).

import { Type } from '@sinclair/typebox'
import { AppError, faultsError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import { Base64 } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { readInteger } from '../../http/paging'
import { digest } from '../../http/sha256'
import type { Tenant } from '../../http/tenant'
import { createAnswer, EnCola, ERRORES_TRABAJO, esperaQuery, RESPUESTA_EN_COLA } from '../trabajos'
import { BASE, FUE_PRUEBA, type HistoriaDeps, TAG } from './deps'
import { ImportacionJson } from './historia-json'
import { TIPO } from './importar.job'
import { BYTES_MAX, PARTE } from './partes'
import type { ImportacionRow } from './statements'

const tags = [TAG]
const params = Exact({ id: Type.String() })
const parteParams = Exact({
  id: Type.String(),
  n: Type.String({ pattern: '^\\d{1,4}$', mensaje: 'Debe ser el número de una parte' }),
})
const Faltan = Type.Array(Type.Integer(), {
  description: 'Las partes que no han llegado, desde 1.',
  examples: [[2, 3]],
})
const simular = Type.Optional(
  Type.Union([Type.Literal('true'), Type.Literal('false')], {
    description: '`true`: sólo dice qué haría, y nada queda. `false` si se omite.',
  }),
)

const Archivo = Base64({
  description:
    'Un ZIP de XML, o un XML (EnvioDTE, EnvioBOLETA, un DTE) de hasta 10 MiB, en base64; o como `archivo` en multipart/form-data. Uno más largo, por partes.',
  examples: ['UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=='],
})

export const importRoute = (deps: HistoriaDeps) => {
  const { credential, historia, idempotency, audit } = deps
  const { partes } = historia
  const answer = createAnswer(deps)

  /** Refuses another import while one is under way; the same joins it. */
  const joinOnly = (isSame: (row: ImportacionRow) => boolean) => (jobId: string) => {
    const underWay = historia.importaciones.byJob.get(jobId)
    if (underWay && isSame(underWay)) return
    throw new AppError('CONFLICT', 'Hay otra importación en curso de esta empresa: espere a que termine')
  }

  /** Throws INVALID_STATE for one that began already; in the transaction that would begin it. */
  function requireUnbegun({ estado, simulada, job_id }: ImportacionRow): void {
    if (estado === 'recibiendo') return
    if (estado === 'detenida')
      throw new AppError(
        'INVALID_STATE',
        `La importación se detuvo: siga con su trabajo ${job_id} (reintentar)`,
      )
    throw new AppError('INVALID_STATE', simulada ? FUE_PRUEBA : 'La importación ya se hizo')
  }

  const asked = (tenant: Tenant, nombre: string, isSame: (row: ImportacionRow) => boolean) => ({
    tipo: TIPO as typeof TIPO,
    operacion: null,
    clave: 'historia',
    objeto: nombre,
    join: joinOnly(isSame),
    audited: (id: string, change: () => void) =>
      audit(tenant, change, () => ({ accion: 'historia.pedida', objeto: id, detalle: { archivo: nombre } })),
  })

  return newArea(credential)
    .post(
      BASE,
      async ({ tenant, body, query, request, set }) => {
        const bytes = body.archivo_base64
        if (!bytes.length)
          throw faultsError([{ campo: 'archivo', regla: 'requerido', mensaje: 'El archivo está vacío' }])
        const nombre = body.nombre ?? 'historia.zip'
        const sha256 = await digest(bytes)
        const id = partes.newId()
        const simulada = query.simular === 'true'
        const { audited, ...encargo } = asked(
          tenant,
          nombre,
          (row) => row.sha256 === sha256 && (row.simulada === 1) === simulada,
        )
        await partes.saveWhole(id, bytes)
        return answer(
          {
            ...{ tenant, request, set, body, query },
            base: BASE,
            gratis: true,
            done: (data: never) => ({ status: 201, body: { ok: true as const, data } }),
          },
          {
            ...encargo,
            args: { importacion: id },
            write: (jobId) =>
              audited(id, () =>
                partes.insertWhole(tenant, id, { nombre, bytes: bytes.length, sha256 }, jobId, simulada),
              ),
          },
        ).finally(() => historia.letGo(id))
      },
      {
        upload: { archivo: 'archivo_base64' },
        uploadName: 'nombre',
        permission: 'historia:gestionar',
        query: Exact({ ...esperaQuery, simular }),
        body: Exact({
          archivo_base64: Archivo,
          nombre: Type.Optional(Type.String({ maxLength: 200, examples: ['respaldo.zip'] })),
        }),
        response: { 201: Datos(ImportacionJson), 202: EnCola },
        detail: {
          tags,
          summary: 'Importar lo que emitió otro sistema',
          description:
            'Cada documento propio con firma o timbre buenos pasa a ser un documento de la empresa: no se firma, envía, sigue ni cuenta en la cuota. Antes de escribir el primero, los folios cargados pasan más allá del último visto. Una importación a la vez por empresa y ambiente; los mismos bytes se unen a la que corre.',
          parameters: [IDEMPOTENCY_PARAMETER],
          responses: RESPUESTA_EN_COLA,
          'x-errores': [...ERRORES_TRABAJO, 'VALIDATION_ERROR', 'CONFLICT', 'INVALID_STATE'],
        },
      },
    )
    .post(
      `${BASE}/partes`,
      ({ tenant, body, request, set }) =>
        idempotency.create({ set }, idempotentRequest(request, tenant, body), () => {
          const row = partes.open(tenant, body)
          return { id: row.id, parte_bytes: PARTE, faltan: partes.faltan(row) }
        }),
      {
        permission: 'historia:gestionar',
        body: Exact({
          nombre: Type.String({ minLength: 1, maxLength: 200, examples: ['respaldo.zip'] }),
          bytes: Type.Integer({ minimum: 1, maximum: BYTES_MAX, examples: [157286400] }),
          sha256: Type.String({
            pattern: '^[0-9a-f]{64}$',
            mensaje: 'Debe ser un SHA-256 en hexadecimal',
            examples: ['0'.repeat(64)],
          }),
        }),
        response: {
          201: Datos(
            Exact({ id: Type.String(), parte_bytes: Type.Integer({ examples: [PARTE] }), faltan: Faltan }),
          ),
        },
        detail: {
          tags,
          summary: 'Anunciar un archivo que llega por partes',
          description: 'De hasta 1 GiB. Cada parte mide `parte_bytes`, menos la última.',
          parameters: [IDEMPOTENCY_PARAMETER],
        },
      },
    )
    .put(
      `${BASE}/:id/partes/:n`,
      async ({ tenant, params, body }) => {
        const n = readInteger({ n: params.n }, 1, 9999)!
        return {
          ok: true as const,
          data: { faltan: await partes.put(tenant, params.id, n, body.archivo_base64) },
        }
      },
      {
        upload: { archivo: 'archivo_base64' },
        permission: 'historia:gestionar',
        params: parteParams,
        body: Exact({ archivo_base64: Archivo }),
        response: Datos(Exact({ faltan: Faltan })),
        detail: {
          tags,
          summary: 'Subir una parte',
          description:
            'Sus bytes, en `application/octet-stream`, multipart o base64. La misma otra vez ocupa su lugar.',
          'x-errores': ['VALIDATION_ERROR', 'INVALID_STATE'],
        },
      },
    )
    .post(
      `${BASE}/:id/iniciar`,
      ({ tenant, params, query, request, set }) => {
        const row = historia.get(tenant, params.id)
        const { id, nombre } = row
        const simulada = query.simular === 'true' ? 1 : 0
        const { audited, ...encargo } = asked(
          tenant,
          nombre,
          (one) => one.id === id && one.simulada === simulada,
        )
        if (row.estado === 'recibiendo') partes.requireWhole(row)
        return answer(
          {
            ...{ tenant, request, set, query: {}, body: { id } },
            base: BASE,
            gratis: true,
            always202: true,
            done: (data: never) => ({ status: 202, body: { ok: true as const, data } }),
          },
          {
            ...encargo,
            args: { importacion: id },
            write: (jobId) =>
              audited(id, () => {
                requireUnbegun(historia.get(tenant, id))
                historia.importaciones.begin.run(jobId, simulada, id)
              }),
          },
        )
      },
      {
        permission: 'historia:gestionar',
        params,
        query: Exact({ simular }),
        response: { 202: EnCola },
        detail: {
          tags,
          summary: 'Importar un archivo que llegó entero',
          parameters: [IDEMPOTENCY_PARAMETER],
          responses: RESPUESTA_EN_COLA,
          'x-errores': ['INVALID_STATE', 'CONFLICT', 'QUEUE_UNAVAILABLE'],
        },
      },
    )
    .delete(
      `${BASE}/:id`,
      async ({ tenant, params, set }) => {
        await partes.drop(tenant, params.id)
        set.status = 204
      },
      {
        permission: 'historia:gestionar',
        params,
        response: { 204: Type.Void() },
        detail: { tags, summary: 'Olvidar un archivo que no se importó', 'x-errores': ['INVALID_STATE'] },
      },
    )
}
