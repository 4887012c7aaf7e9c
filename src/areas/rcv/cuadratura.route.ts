// GET /v1/rcv/:periodo/cuadratura and /f29: the register beside what was issued here, and what it comes to in the monthly return.

import { Type } from '@sinclair/typebox'
import type { Advertencia } from '../../domain/errors'
import { computeF29, type SumaF29 } from '../../domain/rcv/f29'
import { diasOf, readPeriodo } from '../../domain/rcv/periodo'
import { newArea } from '../../http/area'
import { Datos, Exact, Nullable, OneOf, Paginacion } from '../../http/envelope'
import { pageQuery, paginate, readPage } from '../../http/paging'
import { readAll } from '../../http/read-all'
import { CLASES } from './cuadratura'
import type { RcvDeps } from './deps'
import { PERIODO } from './periodo-json'

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
        Type.Integer({ description: 'null: los archivos del SII no traen las boletas.' }),
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
      const sync = rcv.periodos.get(tenant, periodo)
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
      params: Exact({ periodo: PERIODO }),
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

const Fila = Exact({
  concepto: Type.String({ examples: ['facturas'] }),
  codigos: Nullable(
    Exact(
      { cantidad: Type.Integer({ examples: [503] }), monto: Type.Integer({ examples: [502] }) },
      { description: 'Del formulario; null donde no se han comprobado.' },
    ),
  ),
  documentos: n,
  neto: Type.Integer({ description: 'Sin signo; de lo exento y lo exportado, el monto exento.' }),
  iva: Type.Integer({ description: 'Sin signo: las notas de crédito restan.' }),
})

const F29 = Exact({
  periodo: Type.String(),
  base: OneOf(
    {
      rcv: 'sólo el registro',
      'rcv+emitidos': 'el registro, y las boletas emitidas aquí, que sus archivos no traen',
    },
    { examples: ['rcv'] },
  ),
  debito: Type.Array(Fila),
  credito: Type.Array(Fila, { description: '`uso_comun` y `no_recuperable` se informan y no suman.' }),
  retenciones: Type.Array(Fila),
  totales: Exact({ debito: n, credito: n, diferencia: n }),
  advertencias: Type.Array(
    Exact({
      code: Type.String({ examples: ['PENDING_DOCUMENTS'] }),
      campo: Type.String(),
      mensaje: Type.String(),
      documentos: Type.Optional(Type.Integer({ examples: [17] })),
    }),
  ),
})

export const f29Route = ({ credential, clock, rcv }: RcvDeps) =>
  newArea(credential).get(
    '/v1/rcv/:periodo/f29',
    ({ tenant, params }) => {
      const periodo = readPeriodo(params.periodo, clock())
      const sync = rcv.periodos.get(tenant, periodo)
      const dueno = { empresa_id: tenant.empresaId, ambiente: tenant.ambiente }
      const { sql } = rcv.cuadratura
      const declarado: SumaF29[] = sql.declarado.all({ ...dueno, periodo }).map((one) => ({
        lado: one.lado,
        tipoDte: one.tipo_dte,
        tipoTransaccion: one.tipo_transaccion,
        documentos: one.documentos,
        montoExento: one.monto_exento,
        montoNeto: one.monto_neto,
        montoIva: one.monto_iva,
        ivaNoRecuperable: one.iva_no_recuperable,
        ivaUsoComun: one.iva_uso_comun,
        ivaNoRetenido: one.iva_no_retenido,
      }))
      const known = new Set(declarado.filter(({ lado }) => lado === 'venta').map(({ tipoDte }) => tipoDte))
      const boletas: SumaF29[] = sql.boletas
        .all({ ...dueno, ...diasOf(periodo) })
        .filter(({ tipo_dte }) => !known.has(tipo_dte))
        .map((one) => ({
          lado: 'venta',
          tipoDte: one.tipo_dte,
          tipoTransaccion: null,
          documentos: one.documentos,
          montoExento: one.monto_exento,
          montoNeto: one.monto_neto,
          montoIva: one.monto_iva,
          ivaNoRecuperable: 0,
          ivaUsoComun: 0,
          ivaNoRetenido: 0,
        }))
      const f29 = computeF29([...declarado, ...boletas])
      const pendientes =
        sync.tramos.find(({ estado_contable }) => estado_contable === 'PENDIENTE')?.documentos ?? 0
      const base: 'rcv' | 'rcv+emitidos' = boletas.length ? 'rcv+emitidos' : 'rcv'
      const advertencias = warningsOf({
        pendientes,
        parcial: sync.estado !== 'sincronizado',
        usoComun: f29.credito.some(({ concepto }) => concepto === 'uso_comun'),
      })
      return { ok: true as const, data: { periodo, base, ...f29, advertencias } }
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: PERIODO }),
      response: Datos(F29),
      detail: {
        tags: ['RCV'],
        summary: 'Lo que el registro suma para el formulario 29',
        description:
          'Información para quien declara; nada se presenta desde aquí. De las compras cuenta lo que está en REGISTRO.',
        'x-errores': ['PERIOD_NOT_SYNCED'],
      },
    },
  )

function warningsOf({
  pendientes,
  parcial,
  usoComun,
}: {
  pendientes: number
  parcial: boolean
  usoComun: boolean
}) {
  const list: (Advertencia & { documentos?: number })[] = []
  if (pendientes) {
    const mensaje = `${pendientes} compras esperan su aceptación y no están en el crédito`
    list.push({ code: 'PENDING_DOCUMENTS', campo: 'credito', mensaje, documentos: pendientes })
  }
  if (parcial)
    list.push({
      code: 'PARTIAL_PERIOD',
      campo: 'periodo',
      mensaje: 'Falta leer algún libro o estado del período',
    })
  if (usoComun) {
    const mensaje = 'El IVA de uso común da crédito sólo en la proporción de la empresa y no está sumado'
    list.push({ code: 'COMMON_USE_NOT_INCLUDED', campo: 'credito', mensaje })
  }
  const mensaje = 'Las retenciones de boletas de honorarios no están incluidas'
  list.push({ code: 'BHE_NOT_INCLUDED', campo: 'retenciones', mensaje })
  return list
}
