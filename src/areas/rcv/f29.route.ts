// GET /v1/rcv/:periodo/f29: what the register comes to in the monthly return.

import { Type } from '@sinclair/typebox'
import { readPeriodo } from '../../domain/rcv/periodo'
import { newArea } from '../../http/area'
import { Datos, Exact, Nullable, OneOf } from '../../http/envelope'
import { Periodo } from '../../http/periodo'
import type { RcvDeps } from './deps'

const n = Type.Integer()

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
      'rcv+emitidos':
        'el registro, y las boletas emitidas aquí: sus archivos no las traen, y el período no se sincronizó',
    },
    { examples: ['rcv'] },
  ),
  debito: Type.Array(Fila, {
    description:
      '`facturas_compra_recibidas`, sus notas y `otros_exentos` (lo exento de documentos que también llevan IVA, menos el de las notas) se informan y no suman.',
  }),
  credito: Type.Array(Fila, {
    description:
      'Lo que es activo fijo de una factura va aparte. `otros_exentos`, `uso_comun` y `no_recuperable` se informan y no suman.',
  }),
  retenciones: Type.Array(Fila, {
    description:
      '`iva_retenido` de las facturas de compra propias; `bte`, lo retenido en boletas de terceros: `neto` es el bruto e `iva` el impuesto retenido, que no es IVA.',
  }),
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
    async ({ tenant, params }) => {
      const periodo = readPeriodo(params.periodo, clock())
      const data = await rcv.f29(tenant, rcv.periodos.getRead(tenant, periodo))
      return { ok: true as const, data }
    },
    {
      permission: 'rcv:leer',
      params: Exact({ periodo: Periodo(clock) }),
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
