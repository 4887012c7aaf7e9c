// GET /v1/rcv/:periodo/cambios: what differed between readings of a month.

import { Type } from '@sinclair/typebox'
import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { readPeriodo } from '../../domain/rcv/periodo'
import { rutQuery } from '../../http/alias'
import { newArea } from '../../http/area'
import { Exact, Lista, Nullable, OneOf } from '../../http/envelope'
import { answerList, listQuery } from '../../http/listing'
import { readPage } from '../../http/paging'
import { Periodo } from '../../http/periodo'
import { readAll } from '../../http/read-all'
import { readEnd, spanQuery } from '../../http/span'
import { rcvCambio, rcvDocumento } from '../../store/tables/rcv'
import type { RcvDeps } from './deps'
import { LadoJson } from './fila-json'

const Valor = Nullable(Type.Union([Type.String(), Type.Integer()]))

const Cambio = Exact({
  documento: Exact({ tipo: LadoJson, rut: Type.String(), tipo_dte: Type.Integer(), folio: Type.Integer() }),
  visto_en: Type.String({ examples: ['2026-11-20T14:03:22.000Z'] }),
  cambio: OneOf(
    {
      nuevo: 'no estaba',
      modificado: 'dice otra cosa, o está en otro estado o período',
      ausente: 'ya no está',
      reaparecido: 'está otra vez',
    },
    { examples: ['modificado'] },
  ),
  campos: Type.Array(
    Exact({ campo: Type.String({ examples: ['estado_contable'] }), antes: Valor, despues: Valor }),
    { description: 'Qué cambió; vacía cuando entró o salió el documento entero.' },
  ),
})

interface Row {
  cambio: typeof rcvCambio.$inferSelect
  documento: typeof rcvDocumento.$inferSelect
}

const CAMBIOS = {
  words: ({ cambio, documento }: Row) => [documento.rut, documento.folio, cambio.cambio],
  rut: ({ documento }: Row) => documento.rut,
  orden: '-visto_en',
}

export const cambiosRcvRoute = ({ credential, store: { db }, clock, rcv: { periodos } }: RcvDeps) =>
  newArea(credential).get(
    '/v1/rcv/:periodo/cambios',
    ({ tenant, params, query, request }) => {
      const [periodo, , since, until] = readAll(
        () => readPeriodo(params.periodo, clock()),
        () => readPage(query),
        () => readEnd(query, 'desde'),
        () => readEnd(query, 'hasta'),
      )
      periodos.get(tenant, periodo)
      const where = and(
        eq(rcvCambio.empresaId, tenant.empresaId),
        eq(rcvCambio.ambiente, tenant.ambiente),
        eq(rcvCambio.periodo, periodo),
        since && gte(rcvCambio.vistoEn, since.toISOString()),
        until && lt(rcvCambio.vistoEn, until.toISOString()),
      )
      const newest = (among: SQL | undefined, limit: number) =>
        db
          .select({ cambio: rcvCambio, documento: rcvDocumento })
          .from(rcvCambio)
          .innerJoin(rcvDocumento, eq(rcvDocumento.id, rcvCambio.documentoId))
          .where(among)
          .orderBy(desc(rcvCambio.vistoEn), desc(rcvCambio.id))
          .limit(limit)
      const rows = (limit: number, offset: number) => newest(where, limit).offset(offset).all()
      const { vistoEn, id } = rcvCambio
      const after = (last: Row | null, limit: number) =>
        newest(
          last ? and(where, sql`(${vistoEn}, ${id}) < (${last.cambio.vistoEn}, ${last.cambio.id})`) : where,
          limit,
        ).all()
      const total = () => db.select({ n: count() }).from(rcvCambio).where(where).all()[0]!.n
      return answerList(
        { query, request },
        CAMBIOS,
        { rows, total, after },
        ({ cambio, documento: { lado, rut, tipoDte, folio } }) => ({
          documento: { tipo: lado, rut, tipo_dte: tipoDte, folio },
          visto_en: cambio.vistoEn,
          cambio: cambio.cambio,
          campos: cambio.campos ?? [],
        }),
      )
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: Periodo(clock) }),
      query: Exact({
        ...listQuery('el RUT, el folio o el cambio', CAMBIOS.orden),
        ...rutQuery('De la contraparte.'),
        ...spanQuery('Vistos'),
      }),
      response: Lista(Cambio),
      detail: {
        tags: ['RCV'],
        summary: 'Qué cambió entre lecturas de un período, lo último primero',
        'x-errores': ['PERIOD_NOT_SYNCED'],
      },
    },
  )
