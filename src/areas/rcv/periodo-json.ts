// A month of the register as the API shows it: how whole it is, and what it adds up to.

import { Type } from '@sinclair/typebox'
import { DETALLES } from '../../domain/rcv/tipos'
import { Exact, Nullable, OneOf } from '../../http/envelope'
import { showAs } from '../../http/show-as'
import { EstadoContableJson, LadoJson, ORIGENES } from './fila-json'
import { ESTADOS_PERIODO, type Total } from './tramos'

const EstadoPeriodoJson = OneOf(ESTADOS_PERIODO, {
  'x-nombre': 'EstadoPeriodoRcv',
  examples: ['sincronizado'],
})

const instante = (description: string) =>
  Nullable(Type.String({ description, examples: ['2026-11-20T14:03:40.000Z'] }))

export const SincronizacionJson = Exact(
  {
    periodo: Type.String(),
    estado: EstadoPeriodoJson,
    sincronizado_en: instante('Cuándo se leyó entero por última vez alguno de sus tramos.'),
    actualizado_sii: instante(
      'Hasta cuándo está al día en el SII; los archivos no lo dicen y quedan en null.',
    ),
    tramos: Type.Array(
      Exact({
        tipo: LadoJson,
        estado_contable: EstadoContableJson,
        origen: OneOf(ORIGENES),
        documentos: Type.Integer({ examples: [143] }),
        sincronizado_en: instante(
          'null: sólo se le agregaron partes, o el resumen, o la última carga quedó a medias: repítala.',
        ),
        incompleto: Nullable(
          Type.String({
            description: 'Por qué la última lectura en el SII no se tomó: lo anterior quedó como estaba.',
          }),
        ),
        respondidas_aqui: Type.Optional(
          Type.Integer({
            description:
              'Cuántas de las pendientes se aceptaron o reclamaron desde aquí; siguen ahí hasta que se lea otra vez. Sólo si hay.',
            examples: [2],
          }),
        ),
      }),
      { description: 'Lo leído: las ventas y cada estado de las compras, por separado.' },
    ),
  },
  { 'x-nombre': 'SincronizacionRcv' },
)

export const ResumenJson = Exact({
  tipo: LadoJson,
  estado_contable: EstadoContableJson,
  tipo_dte: Type.Integer(),
  detalle: OneOf(DETALLES, { examples: ['electronico'] }),
  documentos: Type.Integer({ examples: [143] }),
  monto_exento: Type.Integer(),
  monto_neto: Type.Integer(),
  monto_iva: Type.Integer(),
  iva_no_recuperable: Type.Integer(),
  iva_uso_comun: Type.Integer(),
  monto_total: Type.Integer(),
})

export const resumenToJson = showAs(ResumenJson, ({ lado }: Total) => ({ tipo: lado }))
