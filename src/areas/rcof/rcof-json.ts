// A report as answers and events show it (areas/rcof §2).

import { type Static, Type } from '@sinclair/typebox'
import { ESTADOS_RCOF, isObligatorio, type ResumenRcof } from '../../domain/rcof'
import { Codigo, Exact, Nullable } from '../../http/envelope'
import { FallaTrabajo } from '../../http/job-error'
import { showAs } from '../../http/show-as'
import type { JobError } from '../../jobs/kind'
import { type RcofRow, resumenOf } from './rcof-store'

const n = Type.Integer()
const Tramos = (description: string) =>
  Type.Array(Type.Array(n, { minItems: 2, maxItems: 2 }), {
    description: `${description} Cada uno, su primer y su último folio.`,
    examples: [[[101, 118]]],
  })

export const ResumenJson = Type.Array(
  Exact({
    tipo_dte: Type.Integer({ examples: [39] }),
    neto: n,
    iva: n,
    exento: n,
    total: n,
    emitidos: n,
    anulados: Type.Integer({
      description: 'Folios anulados en el SII, no documentos anulados por una nota.',
    }),
    utilizados: Type.Integer({ description: 'Emitidos y anulados.' }),
    rangos: Tramos('De los emitidos.'),
    rangos_anulados: Tramos('De los anulados.'),
  }),
)

export const RcofJson = Exact(
  {
    id: Type.String({ examples: ['rcof_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
    job_id: Type.String(),
    fecha: Type.String({ format: 'date', examples: ['2026-11-19'] }),
    secuencia: Type.Integer({ description: 'Cuántas veces se informó el día.', examples: [1] }),
    estado: Codigo(ESTADOS_RCOF, { 'x-nombre': 'EstadoRcof', examples: ['enviado'] }),
    track_id: Nullable(Type.String({ description: 'Null mientras el envío no termina.' })),
    codigo_sii: Nullable(Type.String()),
    glosa: Nullable(Type.String()),
    error: {
      ...Nullable(FallaTrabajo),
      description: 'Mientras está `preparado`: qué lo detuvo y qué hacer; null si nada.',
    },
    obligatorio: Type.Boolean({ description: 'false desde el 2022-08-01.' }),
    enviado_en: Nullable(Type.String({ format: 'date-time', examples: ['2026-11-20T07:10:04.000Z'] })),
    resumen: ResumenJson,
  },
  { 'x-nombre': 'Rcof' },
)

export const resumenToJson = (resumen: readonly ResumenRcof[]): Static<typeof ResumenJson> =>
  resumen.map(({ tipoDte, rangosAnulados, ...rest }) => ({
    tipo_dte: tipoDte,
    ...rest,
    rangos_anulados: rangosAnulados,
  }))

/** `error` is what keeps one that is not sent from the SII. */
export const toJson = showAs(RcofJson, (row: RcofRow, error: JobError | null = null) => ({
  codigo_sii: row.codigo_sii ?? error?.sii?.codigo ?? null,
  glosa: row.glosa ?? error?.sii?.glosa ?? error?.error ?? null,
  error,
  obligatorio: isObligatorio(row.fecha),
  enviado_en: row.enviado_at,
  resumen: resumenToJson(resumenOf(row)),
}))
