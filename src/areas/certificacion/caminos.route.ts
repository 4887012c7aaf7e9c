// Opening, listing, reading and leaving a road (areas/certificacion §1).

import { Type } from '@sinclair/typebox'
import { and, eq } from 'drizzle-orm'
import { ALCANCES, ESTADOS_CERTIFICACION } from '../../domain/certificacion/etapas'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos, Exact, Lista, OneOf } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listQuery } from '../../http/listing'
import { newestOf, type RowOf, schemasOf } from '../../http/newest'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { spanQuery } from '../../http/span'
import type { Tenant } from '../../http/tenant'
import { certificacion as table } from '../../store/tables/certificacion'
import { BREVE, CertificacionJson, certificacionToJson } from './certificacion-json'
import { BASE, type CertificacionDeps, tags } from './deps'
import { checkOpen } from './take-set'

const FILA = {
  id: [table.id, BREVE.id],
  ambiente: [table.ambiente, BREVE.ambiente],
  alcance: [table.alcance, BREVE.alcance],
  estado: [table.estado, BREVE.estado],
  desde: [table.estadoAt, BREVE.desde],
  creada_en: [table.createdAt, BREVE.creada_en],
} as const

const LISTA = {
  words: ({ alcance, estado }: RowOf<typeof FILA>) => [alcance, estado],
  orden: '-creada_en',
}

export const ID = Exact({ id: Type.String({ examples: ['cer_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }) })

/** The environment of a road. Throws INVALID_STATE in production, where nothing that is issued is a test. */
function ambienteOf({ ambiente }: Tenant): 'certificacion' | 'simulacion' {
  if (ambiente !== 'produccion') return ambiente
  throw new AppError(
    'INVALID_STATE',
    'La empresa está en producción: se certifica en el ambiente certificacion, y se ensaya en simulacion',
  )
}

export const caminosRoute = ({
  credential,
  store,
  clock,
  idempotency,
  audit,
  certificacion,
}: CertificacionDeps) => {
  const { certificaciones, caminos, newId } = certificacion
  const show = (tenant: Tenant, id: string) =>
    certificacionToJson(caminos.of(certificaciones.get(tenant, id)))
  return newArea(credential)
    .post(
      BASE,
      ({ tenant, body, request, set }) => {
        const ambiente = ambienteOf(tenant)
        return idempotency.create({ set }, idempotentRequest(request, tenant, body), () => {
          const { empresaId } = tenant
          const id = newId('cer')
          const row = {
            id,
            empresa_id: empresaId,
            ambiente,
            alcance: body.alcance,
            created_at: clock().toISOString(),
          }
          audit(
            tenant,
            () => certificaciones.open(row),
            () => ({
              accion: 'certificacion.abierta',
              objeto: id,
              detalle: { alcance: body.alcance, ambiente },
            }),
          )
          return show(tenant, id)
        })
      },
      {
        permission: 'empresa:administrar',
        body: Exact({ alcance: OneOf(ALCANCES, { 'x-nombre': 'AlcancePedido', examples: ['factura'] }) }),
        response: { 201: Datos(CertificacionJson) },
        detail: {
          tags,
          summary: 'Abrir una certificación',
          description:
            'Una por alcance mientras esté abierta; no en `produccion`. `pendientes` dice qué sigue y quién lo hace.',
          'x-errores': ['INVALID_STATE', 'ALREADY_EXISTS'],
          parameters: [IDEMPOTENCY_PARAMETER],
        },
      },
    )
    .get(
      BASE,
      ({ tenant: { empresaId, ambiente }, query, request }) => {
        const where = and(
          eq(table.empresaId, empresaId),
          // There is none in production.
          eq(table.ambiente, ambiente as 'certificacion'),
          query.estado ? eq(table.estado, query.estado) : undefined,
        )
        const source = newestOf(store.db, FILA, ['creada_en', 'id'], where, query)
        return answerList({ query, request }, LISTA, source, (row) => row)
      },
      {
        permission: 'empresa:leer',
        query: Exact({
          ...listQuery('el alcance o el estado', LISTA.orden),
          ...spanQuery('Abiertas'),
          estado: Type.Optional(OneOf(ESTADOS_CERTIFICACION, { 'x-nombre': 'EstadoPedido' })),
        }),
        response: Lista(Exact(schemasOf(FILA))),
        detail: { tags, summary: 'Las certificaciones de la empresa, la última primero' },
      },
    )
    .get(
      `${BASE}/:id`,
      async ({ tenant, params }) => {
        await caminos.prepare(certificaciones.get(tenant, params.id))
        return { ok: true as const, data: show(tenant, params.id) }
      },
      {
        permission: 'empresa:leer',
        params: ID,
        response: Datos(CertificacionJson),
        detail: { tags, summary: 'Una certificación: sus sets, y qué falta por hacer y a quién' },
      },
    )
    .post(
      `${BASE}/:id/abandonar`,
      ({ tenant, params, request, set }) =>
        idempotency.create(
          { set },
          idempotentRequest(request, tenant, null),
          () => {
            const row = certificaciones.get(tenant, params.id)
            checkOpen(row)
            audit(
              tenant,
              () => certificaciones.setEstado(row.id, 'abandonada', clock().toISOString()),
              () => ({ accion: 'certificacion.abandonada', objeto: row.id }),
            )
            return show(tenant, row.id)
          },
          200,
        ),
      {
        permission: 'empresa:administrar',
        params: ID,
        response: Datos(CertificacionJson),
        detail: {
          tags,
          summary: 'Dejar una certificación',
          description: 'Lo enviado queda como evidencia; se puede abrir otra.',
          'x-errores': ['CERT_CLOSED'],
          parameters: [IDEMPOTENCY_PARAMETER],
        },
      },
    )
}
