// Links of notes of credit with their invoices: of a month, of a document, what is pending, and by hand.

import { type Static, Type } from '@sinclair/typebox'
import { readPeriodo } from '../../domain/rcv/periodo'
import { parseRut } from '../../domain/rut'
import { rutQuery } from '../../http/alias'
import { newArea } from '../../http/area'
import { Datos, Exact, Lista } from '../../http/envelope'
import { Rut } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { answerList, listed, listQuery } from '../../http/listing'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { queryInteger, readPage } from '../../http/paging'
import { Periodo } from '../../http/periodo'
import { readAll } from '../../http/read-all'
import type { RcvDeps } from './deps'
import { LadoJson } from './fila-json'
import type { Documento } from './lista'
import type { Llave } from './pareja'
import {
  confianza,
  Factura,
  facturaToJson,
  Nota,
  notaToJson,
  razones,
  toJson,
  VinculacionJson,
} from './vinculacion-json'

const LlaveJson = Exact({
  rut: Rut({ examples: ['77123456-9'] }),
  tipo_dte: Type.Integer({ minimum: 1, maximum: 999 }),
  folio: Type.Integer({ minimum: 1 }),
})

const llaveOf = ({ rut, tipo_dte, folio }: Static<typeof LlaveJson>): Llave => ({
  rut: parseRut(rut)!,
  tipoDte: tipo_dte,
  folio,
})

const detail = { tags: ['RCV'] }

const BUSCADO = 'el RUT, o el folio de la nota o de la factura'
const VINCULADAS = {
  words: ({ nc, factura }: Parameters<typeof toJson>[0]) => [nc.rut, nc.folio, factura.folio],
  rut: ({ nc }: { nc: { rut: string } }) => nc.rut,
  orden: '-fecha_emision',
}
const SUELTAS = {
  words: ({ rut, razonSocial, folio }: Documento) => [rut, razonSocial, folio],
  rut: ({ rut }: Documento) => rut,
  orden: '-fecha_emision',
}

export const vinculacionesDelPeriodoRoute = ({ credential, clock, rcv }: RcvDeps) =>
  newArea(credential).get(
    '/v1/rcv/:periodo/vinculaciones',
    ({ tenant, params, query, request }) => {
      const [periodo] = readAll(
        () => readPeriodo(params.periodo, clock()),
        () => readPage(query),
      )
      rcv.periodos.get(tenant, periodo)
      const source = rcv.vinculaciones.ofPeriodo(tenant, periodo)
      return answerList({ query, request }, VINCULADAS, source, (one) => toJson(one, rcv.saldoDe))
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: Periodo(clock) }),
      query: Exact({ ...listQuery(BUSCADO, VINCULADAS.orden), ...rutQuery('De la contraparte.') }),
      response: Lista(VinculacionJson),
      detail: {
        ...detail,
        summary: 'Las notas de crédito del período con sus facturas',
        'x-errores': ['PERIOD_NOT_SYNCED'],
      },
    },
  )

export const vinculacionesRoute = ({ credential, rcv }: RcvDeps) =>
  newArea(credential).get(
    '/v1/rcv/vinculaciones',
    ({ tenant, query, request }) => {
      const key = {
        rut: parseRut(query.rut)!,
        tipoDte: Number(query.tipo_dte),
        folio: Number(query.folio),
      }
      const source = rcv.vinculaciones.ofDocumento(tenant, key)
      return answerList({ query, request }, VINCULADAS, source, (one) => toJson(one, rcv.saldoDe))
    },
    {
      permission: 'rcv:leer',
      query: Exact({
        ...listQuery(BUSCADO, VINCULADAS.orden),
        rut: Rut({ description: 'De la contraparte; hacen falta los tres.' }),
        tipo_dte: Type.Optional(queryInteger(1, 999, 'De la nota o de la factura.', 61), false),
        folio: Type.Optional(
          queryInteger(1, Number.MAX_SAFE_INTEGER, 'De la nota o de la factura.', 118),
          false,
        ),
      }),
      response: Lista(VinculacionJson),
      detail: { ...detail, summary: 'Las vinculaciones de un documento, nota o factura' },
    },
  )

export const pendientesRoute = ({ credential, clock, rcv }: RcvDeps) =>
  newArea(credential).get(
    '/v1/rcv/:periodo/nc-pendientes',
    async ({ tenant, params, query, request }) => {
      const [periodo] = readAll(
        () => readPeriodo(params.periodo, clock()),
        () => readPage(query),
      )
      rcv.periodos.get(tenant, periodo)
      const notas = rcv.vinculaciones.pendientes(tenant, periodo)
      const { rows, paginate } = await listed(query, SUELTAS, notas, request.signal)
      // Candidates take long to find: only shown rows get them.
      const pendientes = await rcv.vinculaciones.propose(tenant, rows)
      const data = pendientes.map(({ nc, candidatas }) => {
        const sin_vincular = nc.montoTotal - nc.vinculado
        return {
          nc: notaToJson(nc),
          lado: nc.lado,
          sin_vincular,
          candidatas: candidatas.map(({ factura, confianza, razones, porVincular }) => ({
            factura: facturaToJson(factura, rcv.saldoDe),
            monto: Math.min(sin_vincular, porVincular),
            confianza: confianza / 100,
            razones,
          })),
        }
      })
      return { ok: true as const, data, paginacion: paginate(request.url) }
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: Periodo(clock) }),
      query: Exact({
        ...listQuery('el RUT, la razón social o el folio de la nota', SUELTAS.orden),
        ...rutQuery('De la contraparte.'),
      }),
      response: Lista(
        Exact({
          nc: Nota,
          lado: LadoJson,
          sin_vincular: Type.Integer({ examples: [119_000] }),
          candidatas: Type.Array(
            Exact({ factura: Factura, monto: Type.Integer({ examples: [119_000] }), confianza, razones }),
            { description: 'Hasta cinco, la más probable primero.' },
          ),
        }),
      ),
      detail: {
        ...detail,
        summary: 'Notas de crédito del período sin factura, o no por todo su monto',
        'x-errores': ['PERIOD_NOT_SYNCED'],
      },
    },
  )

export const linkRoute = ({ credential, idempotency, audit, rcv }: RcvDeps) =>
  newArea(credential).post(
    '/v1/rcv/vinculacion',
    ({ tenant, body, request, set }) =>
      idempotency.create({ set }, idempotentRequest(request, tenant, body), () => {
        const { nc, factura, lado, monto } = body
        const keys = { nc: llaveOf(nc), factura: llaveOf(factura), lado, monto }
        const made = audit(
          tenant,
          () => rcv.vinculaciones.create(tenant, keys),
          ({ vinculo }) => ({
            accion: 'rcv.vinculado',
            objeto: vinculo.id,
            detalle: { nc, factura, monto: vinculo.monto },
          }),
        )
        return toJson(made, rcv.saldoDe)
      }),
    {
      permission: 'rcv:sincronizar',
      body: Exact(
        {
          nc: LlaveJson,
          factura: LlaveJson,
          lado: Type.Optional(LadoJson),
          monto: Type.Optional(
            Type.Integer({ minimum: 0, description: 'Si se omite, lo más que ambas admiten.' }),
          ),
        },
        {
          examples: [
            {
              nc: { rut: '77123456-9', tipo_dte: 61, folio: 77 },
              factura: { rut: '77123456-9', tipo_dte: 33, folio: 1042 },
            },
          ],
        },
      ),
      response: { 201: Datos(VinculacionJson) },
      detail: {
        ...detail,
        summary: 'Vincular una nota de crédito con su factura',
        description:
          '`lado` sólo hace falta si ambos documentos están en compras y en ventas. Lo que una persona vincula no lo cambia el programa.',
        'x-errores': ['NOT_FOUND', 'ALREADY_EXISTS', 'VALIDATION_ERROR', 'BALANCE_EXCEEDED', 'INVALID_STATE'],
        parameters: [IDEMPOTENCY_PARAMETER],
      },
    },
  )

export const unlinkRoute = ({ credential, audit, rcv }: RcvDeps) =>
  newArea(credential).delete(
    '/v1/rcv/vinculacion/:id',
    ({ tenant, params, status }) => {
      audit(
        tenant,
        () => rcv.vinculaciones.remove(tenant, params.id),
        ({ vinculo, nc, factura }) => ({
          accion: 'rcv.desvinculado',
          objeto: vinculo.id,
          detalle: { nc: notaToJson(nc), factura: notaToJson(factura), monto: vinculo.monto },
        }),
      )
      return status(204, undefined)
    },
    {
      permission: 'rcv:sincronizar',
      params: Exact({ id: Type.String() }),
      response: { 204: Type.Void() },
      detail: {
        ...detail,
        summary: 'Quitar una vinculación; el programa no la vuelve a hacer',
        'x-errores': ['INVALID_STATE'],
      },
    },
  )
