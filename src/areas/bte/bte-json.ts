// A boleta de terceros as answers show it (areas/bte §1).

import { type Static, Type } from '@sinclair/typebox'
import { CAUSAS_BTE, ESTADOS_BTE, isPersona, type ServicioBte } from '../../domain/bte/boleta'
import { puntosDe, retencionOf, tasaDe, tasaOf } from '../../domain/bte/tasa'
import { Advertencias } from '../../http/advertencias'
import { Codigo, Exact, Nullable, OneOf } from '../../http/envelope'
import { showAs } from '../../http/show-as'
import type { BteRow } from './statements'

const Pesos = (monto: number, description?: string) =>
  Type.Integer({ examples: [monto], ...(description && { description }) })

export const Causa = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 3, description: `${description} ${causas()}.`, examples: [3] })
const causas = (): string =>
  Object.entries(CAUSAS_BTE)
    .map(([n, words]) => `${n}: ${words}`)
    .join('; ')

export const BteJson = Exact(
  {
    id: Type.String({ examples: ['bte_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }),
    folio: Nullable(Type.Integer({ description: 'El del SII; null mientras no la emite.', examples: [118] })),
    codigo_barras: Nullable(
      Type.String({
        description:
          'Lo dice el SII al emitirla. Null de las que se conocen por su informe (emitidas en su sitio, o cuya respuesta se perdió), hasta que alguien pida `GET /v1/bte/:folio/html`, que lo trae.',
      }),
    ),
    fecha: Type.String({ format: 'date', description: 'El día del pago.', examples: ['2026-11-20'] }),
    beneficiario: Exact({
      rut: Type.String({ examples: ['9876543-3'] }),
      nombre: Type.String({ examples: ['José Ñancupil Cárdenas'] }),
      direccion: Nullable(Type.String({ description: 'Null de las que no se emitieron aquí.' })),
      comuna: Nullable(Type.String()),
    }),
    servicios: Nullable(
      Type.Array(Exact({ descripcion: Type.String(), monto: Pesos(500_000) }), {
        description: 'Null de las que no se emitieron aquí: el informe del SII no los trae.',
      }),
    ),
    referencia_externa: Nullable(Type.String()),
    total_bruto: Pesos(500_000),
    tasa_retencion: Nullable(
      Type.Number({ description: 'Null si lo retenido no sale de una tasa conocida.', examples: [0.1525] }),
    ),
    total_retencion: Pesos(76_250, 'Antes de emitirse, lo que dice la ley; después, lo que dijo el SII.'),
    total_liquido: Pesos(423_750),
    estado: Codigo(ESTADOS_BTE, { 'x-nombre': 'EstadoBte' }),
    origen: OneOf({ timbre: 'se emitió aquí', sii: 'se emitió en el sitio del SII' }),
    causa: Nullable(Causa('Por qué se pidió anularla.')),
    glosa: Nullable(Type.String({ description: 'Lo que se anotó al pedirlo; el SII no la recibe.' })),
    anulada_en: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Cuándo se supo aquí.',
        examples: ['2026-11-20T14:03:01.000Z'],
      }),
    ),
    fallo: Nullable(Type.String({ description: 'Por qué no se emitió.' })),
    job_id: Nullable(Type.String({ description: 'El trabajo que la emite.' })),
    creada_en: Type.String({ format: 'date-time', examples: ['2026-11-20T14:03:01.000Z'] }),
    advertencias: Advertencias,
  },
  { 'x-nombre': 'Bte' },
)
export type BteJson = Static<typeof BteJson>

/** The warnings about one, which prevent nothing. */
export function warningsOf(
  rut: string,
  fecha: string,
  { bruto, retencion }: { bruto: number; retencion: number },
): BteJson['advertencias'] {
  const warnings: BteJson['advertencias'] = []
  if (!isPersona(rut))
    warnings.push({
      code: 'NOT_A_PERSON',
      campo: 'beneficiario.rut',
      mensaje: `El RUT ${rut} es de una empresa; una boleta de terceros es para una persona`,
    })
  const expected = retencionOf(bruto, tasaOf(fecha).puntos)
  if (retencion !== expected)
    warnings.push({
      code: 'RETENTION_DIFFERS',
      campo: 'total_retencion',
      mensaje: `El SII retiene $${retencion} y la tasa del día daría $${expected}; a quien tiene un préstamo del Estado se le retienen 3 puntos más`,
    })
  return warnings
}

export const bteToJson = showAs(BteJson, (row: BteRow) => {
  const { bruto, retencion, fecha } = row
  const puntos = puntosDe(fecha, bruto, retencion)
  return {
    beneficiario: {
      rut: row.rut_beneficiario,
      nombre: row.nombre,
      direccion: row.direccion,
      comuna: row.comuna,
    },
    servicios: row.servicios === null ? null : (JSON.parse(row.servicios) as ServicioBte[]),
    total_bruto: bruto,
    tasa_retencion: puntos === null ? null : tasaDe(puntos),
    total_retencion: retencion,
    total_liquido: bruto - retencion,
    anulada_en: row.anulada_at,
    creada_en: row.created_at,
    advertencias: warningsOf(row.rut_beneficiario, fecha, row),
  }
})
