// GET /v1/rcv/:periodo/cuadratura: the register beside what was issued here.

import { Type } from '@sinclair/typebox'
import { readPeriodo } from '../../domain/rcv/periodo'
import { newArea } from '../../http/area'
import { Exact, Nullable, OneOf, Paginacion } from '../../http/envelope'
import { pageQuery, paginate, readPage } from '../../http/paging'
import { Periodo } from '../../http/periodo'
import { readAll } from '../../http/read-all'
import { CLASES } from './cuadratura'
import type { RcvDeps } from './deps'

const n = Type.Integer()
const Monto = Nullable(Type.Integer())
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
        distinto_monto: n,
        rechazados_registrados: n,
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
        pendientes: n,
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
          description: 'null: los archivos del SII no traen las boletas; se saben al sincronizar.',
        }),
      ),
      total_timbre: n,
      total_sii: Monto,
    }),
  ),
  diferencias: Type.Array(
    Exact({
      lado: OneOf({ ventas: 'del libro de ventas', compras: 'del de compras' }),
      clase: OneOf(CLASES, { examples: ['emitidos_sin_registro'] }),
      rut: Type.String(),
      tipo_dte: n,
      folio: n,
      monto_timbre: Monto,
      monto_registro: Monto,
      nota: Nullable(Type.String()),
    }),
    { description: 'Los documentos que no cuadran, por página.' },
  ),
})

export const cuadraturaRoute = ({ credential, clock, rcv }: RcvDeps) =>
  newArea(credential).get(
    '/v1/rcv/:periodo/cuadratura',
    async ({ tenant, params, query, request }) => {
      const [periodo, page] = readAll(
        () => readPeriodo(params.periodo, clock()),
        () => readPage(query),
      )
      const sync = rcv.periodos.getRead(tenant, periodo)
      const { boletas, diferencias, ...counts } = await rcv.cuadratura.compute(tenant, sync)
      const agree = (one: (typeof boletas)[number]): boolean =>
        one.documentos_timbre === one.documentos_sii && one.total_timbre === one.total_sii
      const data = {
        periodo,
        sincronizado_en: sync.sincronizado_en,
        ...counts,
        boletas: query.diferencias === 'true' ? boletas.filter((one) => !agree(one)) : boletas,
        diferencias: diferencias.slice(page.offset, page.offset + page.limite),
      }
      return { ok: true as const, data, paginacion: paginate(page, diferencias.length, request.url) }
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: Periodo(clock) }),
      query: Exact({
        ...pageQuery,
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
        summary: 'Lo emitido aquí junto a lo que el registro tiene',
        description:
          'De lo emitido cuenta lo que el SII tiene y no rechazó. Las guías no están en ningún registro; las facturas de compra propias están en el de compras. Aún no se reciben XML de otros: las demás compras son `registro_sin_xml`.',
        'x-errores': ['PERIOD_NOT_SYNCED'],
      },
    },
  )
