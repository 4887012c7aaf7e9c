// GET /v1/rcv/:periodo/cuadratura: the register beside what was issued and received here.

import { type Static, Type } from '@sinclair/typebox'
import { readPeriodo } from '../../domain/rcv/periodo'
import { rutQuery } from '../../http/alias'
import { newArea } from '../../http/area'
import { Exact, Nullable, OneOf, Paginacion } from '../../http/envelope'
import { listed, listQuery, sourceOf } from '../../http/listing'
import { readPage } from '../../http/paging'
import { Periodo } from '../../http/periodo'
import { readAll } from '../../http/read-all'
import { CLASES, LADOS, sumCausas } from './cuadratura-clases'
import type { RcvDeps } from './deps'

const n = Type.Integer()
const Monto = Nullable(Type.Integer())
const que = {
  lado: OneOf(LADOS),
  clase: OneOf(CLASES, { examples: ['emitidos_sin_registro'] }),
}
const NUNCA = 'null: ese libro nunca se leyó.'

const Cuadratura = Exact({
  periodo: Type.String(),
  sincronizado_en: Nullable(Type.String({ examples: ['2026-11-20T14:03:40.000Z'] })),
  ventas: Nullable(
    Exact(
      {
        coinciden: n,
        emitidos_sin_registro: n,
        registro_sin_emitir: n,
        registro_sin_xml: n,
        distinto_monto: n,
        rechazados_registrados: n,
        xml_sin_validez: n,
      },
      { description: NUNCA },
    ),
  ),
  compras: Nullable(
    Exact(
      {
        coinciden: n,
        registro_sin_xml: n,
        xml_sin_registro: n,
        distinto_monto: n,
        xml_sin_validez: n,
        pendientes: Type.Integer({ description: 'Como las tiene el registro.' }),
        respondidas_aqui: Type.Integer({
          description: 'Cuántas de esas se aceptaron o reclamaron desde aquí después de esa lectura.',
        }),
        reclamadas: n,
      },
      { description: NUNCA },
    ),
  ),
  boletas: Type.Array(
    Exact({
      tipo_dte: n,
      documentos_timbre: n,
      documentos_sii: Nullable(
        Type.Integer({
          description: 'null: no se sabe; las traen el resumen de ventas del registro y la sincronización.',
        }),
      ),
      total_timbre: n,
      total_sii: Monto,
    }),
  ),
  causas: Type.Array(
    Exact({
      ...que,
      documentos: n,
      monto_timbre: Type.Integer({ description: 'Lo que suman aquí; las notas de crédito restan.' }),
      monto_registro: Type.Integer({ description: 'Lo que suman en el registro.' }),
    }),
    { description: 'Las diferencias del mes por lado y clase, sin contar los filtros.' },
  ),
  diferencias: Type.Array(
    Exact({
      ...que,
      rut: Type.String(),
      razon_social: Nullable(Type.String()),
      tipo_dte: n,
      folio: n,
      monto_timbre: Nullable(
        Type.Integer({ description: 'Lo que dice el documento emitido o recibido aquí.' }),
      ),
      monto_registro: Monto,
      recibido_id: Nullable(Type.String({ description: 'Su XML recibido: `/v1/recibidos/{id}`.' })),
      nota: Nullable(Type.String()),
    }),
    { description: 'Los documentos que no cuadran, por página.' },
  ),
})

const DIFERENCIAS = {
  words: (one: Static<typeof Cuadratura>['diferencias'][number]) => [
    one.rut,
    one.razon_social,
    one.folio,
    one.nota,
  ],
  rut: ({ rut }: { rut: string }) => rut,
  orden: 'lado',
}

export const cuadraturaRoute = ({ credential, clock, rcv }: RcvDeps) =>
  newArea(credential).get(
    '/v1/rcv/:periodo/cuadratura',
    async ({ tenant, params, query, request }) => {
      const [periodo] = readAll(
        () => readPeriodo(params.periodo, clock()),
        () => readPage(query),
      )
      const sync = rcv.periodos.getRead(tenant, periodo)
      const { boletas, diferencias, ...counts } = await rcv.cuadratura.compute(tenant, sync)
      const agree = (one: (typeof boletas)[number]): boolean =>
        one.documentos_timbre === one.documentos_sii && one.total_timbre === one.total_sii
      const shown = diferencias.filter(
        ({ lado, clase }) => lado === (query.lado ?? lado) && clase === (query.clase ?? clase),
      )
      const { rows, paginate } = await listed(query, DIFERENCIAS, sourceOf(shown), request.signal)
      const data = {
        periodo,
        sincronizado_en: sync.sincronizado_en,
        ...counts,
        boletas: query.diferencias === 'true' ? boletas.filter((one) => !agree(one)) : boletas,
        causas: sumCausas(diferencias),
        diferencias: rows,
      }
      return { ok: true as const, data, paginacion: paginate(request.url) }
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: Periodo(clock) }),
      query: Exact({
        ...listQuery('el RUT, la razón social, el folio o la nota', DIFERENCIAS.orden),
        ...rutQuery('De la contraparte.'),
        lado: Type.Optional(OneOf(LADOS, { description: 'Sólo las diferencias de un libro.' })),
        clase: Type.Optional(OneOf(CLASES, { description: 'Sólo las de una clase.' })),
        diferencias: Type.Optional(
          OneOf(
            { true: 'sin las boletas que cuadran', false: 'todo' },
            { description: '`false` si se omite.' },
          ),
        ),
      }),
      response: Exact({ ok: Type.Literal(true), data: Cuadratura, paginacion: Paginacion }),
      detail: {
        tags: ['RCV'],
        summary: 'Lo emitido y lo recibido aquí junto a lo que el registro tiene',
        description:
          'De lo emitido cuenta lo que el SII tiene y no rechazó. Las guías no están en ningún registro; las facturas de compra propias están en el de compras, y las demás compras se comparan con el XML que llegó (`/v1/recibidos`): de varios archivos de un folio, con el que concuerda con el registro y cuya firma vale.',
        'x-errores': ['PERIOD_NOT_SYNCED'],
      },
    },
  )
