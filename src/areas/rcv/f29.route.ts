// GET /v1/rcv/:periodo/f29: what the register comes to in the monthly return.

import { Type } from '@sinclair/typebox'
import { COLUMNAS_F29 } from '../../domain/rcv/f29-resumen'
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
      {
        cantidad: Nullable(
          Type.Integer({
            examples: [503],
            description: 'Null en las líneas que no piden cuántos documentos.',
          }),
        ),
        monto: Type.Integer({ examples: [502] }),
      },
      { description: 'Del formulario; null de lo que se informa y no tiene línea propia.' },
    ),
  ),
  nota: Type.Optional(
    Type.String({
      description: 'Por qué la fila no tiene código.',
      examples: ['sin código: el impuesto que no da crédito es costo o gasto, y ninguna línea lo pide'],
    }),
  ),
  documentos: n,
  neto: Type.Integer({
    description: 'Sin signo; de lo exento y lo exportado, el monto exento menos el de sus notas.',
  }),
  iva: Type.Integer({
    description: 'Sin signo: las notas de crédito restan. En `otros`, el impuesto que sea.',
  }),
})

const F29 = Exact({
  periodo: Type.String(),
  base: OneOf(
    {
      rcv: 'sólo el registro',
      'rcv+emitidos':
        'el registro, y las boletas emitidas aquí: ni se importó el resumen de ventas ni el período se sincronizó',
    },
    { examples: ['rcv'] },
  ),
  debito: Type.Array(Fila, {
    description:
      'Lo vendido. Lo exento y lo exportado, `facturas_compra_recibidas` (retención total), `otros_exentos`, `notas_credito_fuera_plazo` e `iva_terceros` se informan y no suman al débito.',
  }),
  credito: Type.Array(Fila, {
    description:
      'Lo comprado. Lo que es activo fijo de una factura va aparte. `exentas`, `otros_exentos`, `uso_comun`, `no_recuperable`, `impuesto_sin_credito` y `tabacos` se informan y no suman al crédito.',
  }),
  retenciones: Type.Array(Fila, {
    description:
      '`iva_retenido` (entero) e `iva_retenido_parcial` de las facturas de compra propias, menos `iva_retenido_notas`; `bte`, lo retenido en boletas de terceros: `neto` es el bruto e `iva` el impuesto retenido, que no es IVA.',
  }),
  otros: Type.Array(Fila, {
    description:
      'Impuestos adicionales, anticipos y créditos especiales, que se determinan fuera del IVA. Ninguno está en `totales`.',
  }),
  formulario: Type.Array(
    Exact({
      codigo: Type.Integer({ examples: [502] }),
      valor: Type.Integer({ description: 'Cantidad de documentos o pesos, según el código; sin signo.' }),
    }),
    { description: 'Lo mismo por código del formulario: las filas que comparten uno, sumadas.' },
  ),
  totales: Exact({ debito: n, credito: n, diferencia: n }),
  advertencias: Type.Array(
    Exact({
      code: Type.String({ examples: ['PENDING_DOCUMENTS'] }),
      campo: Type.String(),
      mensaje: Type.String(),
      documentos: Type.Optional(Type.Integer({ examples: [17] })),
      monto: Type.Optional(
        Type.Integer({
          description: 'Los pesos de que se advierte: sin ubicar, sin declarar, o que faltan.',
          examples: [119_000],
        }),
      ),
      iva: Type.Optional(Type.Integer({ description: 'Lo que de `monto` es IVA.', examples: [19_000] })),
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
        description: `Información para quien declara; nada se presenta desde aquí. De las compras cuenta lo que está en REGISTRO. Lo emitido aquí que el registro leído no tiene se advierte con su monto (\`ISSUED_NOT_REGISTERED\`) y no se suma: manda el registro.\n\n${COLUMNAS_F29}\n\nLa tabla entera, con la clase de cada documento y la línea con su cantidad, está en la parte 6 de src/domain/rcv/README.md.`,
        'x-errores': ['PERIOD_NOT_SYNCED'],
      },
    },
  )
