// A person says that a rejection, or remarks, have been seen to: they no longer wait in the summary (http §21).

import { Type } from '@sinclair/typebox'
import { and, between, eq, gt, inArray, ne, notExists, sql } from 'drizzle-orm'
import { ownTurn } from '../../base/turn'
import { isFinal } from '../../domain/dte/estados'
import type { TipoDte } from '../../domain/dte/tipos'
import { AppError } from '../../domain/errors'
import { parseInstante } from '../../domain/fecha'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Nullable } from '../../http/envelope'
import { ErrorBody } from '../../http/errors'
import { Fecha, Instante } from '../../http/formats'
import { requireTipo, type Tenant } from '../../http/tenant'
import { documento, documentoHistorial } from '../../store/tables/documento'
import { type Documentos, documentoParams, findDocumento, type Reemplazos } from '../dte'

export interface SeenToDeps extends Pick<AreaDeps, 'credential' | 'store' | 'clock' | 'audit'> {
  documentos: Documentos
  dte: { reemplazos: Reemplazos }
}

/** Rows of one step: the event loop has its turn after each. */
const STEP = 200

/** POST /v1/documentos/:tipo/:folio/atender and POST /v1/documentos/atender. */
export const seenToRoute = ({ credential, store, clock, audit, documentos, dte }: SeenToDeps) => {
  const { db } = store
  const set = (atendido: 0 | 1, id: string) =>
    db.update(documento).set({ atendido }).where(eq(documento.id, id)).run()
  /** Its verdict came after an instant. */
  const judgedAfter = (instante: Date) =>
    db
      .select({ id: documentoHistorial.id })
      .from(documentoHistorial)
      .where(
        and(
          eq(documentoHistorial.documentoId, documento.id),
          eq(documentoHistorial.estado, 'aceptado_con_reparos'),
          gt(documentoHistorial.fecha, instante.toISOString()),
        ),
      )
  /** Those of the types that the person may issue. */
  const reparos = (
    { empresaId, ambiente, tiposDte }: Tenant,
    desde: string,
    hasta: string,
    veredicto: Date | null,
  ): string[] =>
    db
      .select({ id: documento.id })
      .from(documento)
      .where(
        and(
          eq(documento.empresaId, empresaId),
          eq(documento.ambiente, ambiente),
          // The words of the partial index.
          sql`${documento.estadoSii} <> 'aceptado' AND ${documento.estadoSii} <> 'no_consultado' AND ${documento.estadoSii} = 'aceptado_con_reparos'`,
          ne(documento.folioEstado, 'libre'),
          between(documento.fechaEmision, desde, hasta),
          eq(documento.atendido, 0),
          veredicto ? notExists(judgedAfter(veredicto)) : undefined,
          tiposDte ? inArray(documento.tipoDte, [...tiposDte] as TipoDte[]) : undefined,
        ),
      )
      .limit(STEP)
      .all()
      .map(({ id }) => id)

  return newArea(credential)
    .post(
      '/v1/documentos/:tipo/:folio/atender',
      ({ tenant, params, body }) => {
        const row = findDocumento(documentos, tenant, params)
        requireTipo(tenant, row.tipo_dte)
        const atendido = body?.atendido ?? true
        if (!isFinal(row) || row.estado_sii === 'aceptado')
          throw new AppError('INVALID_STATE', 'Sólo lo rechazado o con reparos espera a una persona')
        const { reemplazadoPor } = dte.reemplazos.of(row.id)
        if (!atendido && reemplazadoPor) {
          const { tipo_dte, folio } = reemplazadoPor
          throw new AppError(
            'INVALID_STATE',
            `Ya se emitió de nuevo como tipo ${tipo_dte} folio ${folio}: no espera a nadie`,
          )
        }
        if ((row.atendido === 1) !== atendido) {
          const detalle = { tipo_dte: row.tipo_dte, folio: row.folio, atendido }
          audit(
            tenant,
            () => {
              set(atendido ? 1 : 0, row.id)
              const estado = atendido ? 'atendido' : 'por_atender'
              documentos.addHistory(row.id, clock().toISOString(), estado, null, null)
            },
            () => ({ accion: 'documento.atendido', objeto: row.id, detalle }),
          )
        }
        return { ok: true as const, data: { tipo_dte: row.tipo_dte, folio: row.folio, atendido } }
      },
      {
        permission: 'dte:emitir',
        params: documentoParams,
        body: Nullable(
          Exact({
            atendido: Type.Optional(
              Type.Boolean({ description: '`true` si se omite; `false` lo devuelve a lo que espera.' }),
            ),
          }),
        ),
        response: {
          200: Datos(Exact({ tipo_dte: Type.Integer(), folio: Type.Integer(), atendido: Type.Boolean() })),
          404: ErrorBody,
          409: ErrorBody,
        },
        detail: {
          tags: ['Documentos'],
          summary: 'Dar por visto un rechazo o un reparo',
          'x-errores': ['INVALID_STATE'],
          description:
            'Sale de `atencion` en `GET /v1/resumen` y queda en la historia del documento. No cambia nada en el SII. Lo rechazado que se vuelve a emitir con `reemplaza` sale solo.',
        },
      },
    )
    .post(
      '/v1/documentos/atender',
      async ({ tenant, body }) => {
        const { fecha_desde, fecha_hasta, hasta_veredicto } = body
        const veredicto = hasta_veredicto === undefined ? null : parseInstante(hasta_veredicto)
        let atendidos = 0
        for (;;) {
          const ids = reparos(tenant, fecha_desde, fecha_hasta, veredicto)
          if (!ids.length) break
          const detalle = { fecha_desde, fecha_hasta, documentos: ids.length }
          audit(
            tenant,
            () => {
              const at = clock().toISOString()
              for (const id of ids) {
                set(1, id)
                documentos.addHistory(id, at, 'atendido', null, null)
              }
            },
            () => ({ accion: 'documento.atendido', detalle }),
          )
          atendidos += ids.length
          await ownTurn()
        }
        return { ok: true as const, data: { atendidos } }
      },
      {
        permission: 'dte:emitir',
        body: Exact({
          estado_sii: Type.Literal('aceptado_con_reparos', {
            description: 'Los rechazados se dan por vistos uno a uno.',
          }),
          fecha_desde: Fecha({ description: 'De emisión, incluida.' }),
          fecha_hasta: Fecha({ description: 'De emisión, incluida.' }),
          hasta_veredicto: Type.Optional(
            Instante({
              description:
                'Sólo los que el SII juzgó hasta este instante: con `leido_en` de `GET /v1/resumen`, los que ahí se contaron y no los que llegaron después.',
            }),
          ),
        }),
        response: Datos(Exact({ atendidos: Type.Integer({ description: 'Los que aún esperaban.' }) })),
        detail: {
          tags: ['Documentos'],
          summary: 'Dar por vistos los reparos de unas fechas',
          description: 'Salen de `atencion` en `GET /v1/resumen`. Repetirlo no cambia nada.',
        },
      },
    )
}
