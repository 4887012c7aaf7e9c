// Rules as the API speaks of them (areas/contabilidad §3).

import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { componentesWords, isComponente, LIBROS, NOMBRES_LIBRO } from '../../domain/contabilidad/libros'
import { PALABRAS_GLOSA, unknownWords } from '../../domain/contabilidad/regla'
import { Codigo, Exact, Nullable, OneOf } from '../../http/envelope'
import { Rut, Texto } from '../../http/formats'
import { Ruled } from '../../http/rule'
import type { DatosRegla } from './ajustes'
import type { ReglaRow } from './statements'

const opcional = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))

export const Glosa = Ruled(
  Type.String({
    maxLength: 120,
    description: `Con estas palabras entre llaves: ${PALABRAS_GLOSA.join(', ')}; de una línea de varios documentos, sólo libro, periodo y fecha.`,
    examples: ['Venta {tipo} {folio}'],
  }),
  (text) => {
    const unknown = unknownWords(text)
    if (!unknown.length) return []
    return [
      { regla: 'valor', mensaje: `No existe {${unknown[0]}}; puede decir ${PALABRAS_GLOSA.join(', ')}` },
    ]
  },
)

const Condicion = Ruled(
  Exact({
    libro: OneOf(LIBROS),
    componente: Type.String({
      maxLength: 60,
      description: `La parte del documento; sin su código, todas las de ese nombre. ${NOMBRES_LIBRO.map((libro) => `\`${libro}\`: ${componentesWords(libro)}`).join('. ')}.`,
      examples: ['neto'],
    }),
    tipos: opcional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 999 }), {
        minItems: 1,
        maxItems: 40,
        description: 'Tipos de documento; todos si se omite.',
        examples: [[33, 61]],
      }),
    ),
    rut: opcional(Rut({ description: 'De la contraparte.' })),
    tipo_compra: opcional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        description:
          'Los del registro: 1 del giro, 2 supermercados, 3 bienes raíces, 4 activo fijo, 5 uso común, 6 no recuperable, 7 no corresponde incluir.',
      }),
    ),
  }),
  ({ libro, componente, tipo_compra }) => [
    ...(isComponente(libro, componente)
      ? []
      : [
          {
            campo: '.componente',
            regla: 'valor' as const,
            mensaje: `El libro de ${libro} tiene: ${componentesWords(libro)}`,
          },
        ]),
    ...(tipo_compra && libro !== 'compras'
      ? [{ campo: '.tipo_compra', regla: 'sobra' as const, mensaje: 'Va sólo en el libro de compras' }]
      : []),
  ],
)

const CODIGO_MAX = 30

export const NuevaRegla = Exact(
  {
    orden: Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description: 'De menor a mayor: vale la primera que calza.',
      examples: [10],
    }),
    si: Condicion,
    cuenta: Texto(CODIGO_MAX, { examples: ['4-1-01-001'] }),
    centro: opcional(Texto(CODIGO_MAX, { description: 'Centro de costo.' })),
    auxiliar: opcional(
      Texto(CODIGO_MAX, {
        description:
          '`rut`: el de la contraparte; `cuerpo`: sin su dígito verificador; cualquier otro texto: ese código.',
        examples: ['cuerpo'],
      }),
    ),
    codigo_doc: opcional(
      Texto(CODIGO_MAX, {
        description: 'Cómo llama el sistema contable al tipo de documento; con él la línea lleva documento.',
        examples: ['FV'],
      }),
    ),
    glosa: opcional(Glosa),
  },
  {
    examples: [
      {
        orden: 10,
        si: { libro: 'ventas', componente: 'cliente', tipos: [33] },
        cuenta: '1-1-03-001',
        auxiliar: 'cuerpo',
        codigo_doc: 'FV',
      },
    ],
  },
)
export type NuevaRegla = Static<typeof NuevaRegla>

export const ReglaJson = Exact(
  {
    id: Type.String({ examples: ['reg_01JD3QZ8W6T4M2X0V9K7B5N1C3'] }),
    orden: Type.Integer(),
    si: Exact({
      libro: Codigo(LIBROS),
      componente: Type.String(),
      tipos: Nullable(Type.Array(Type.Integer())),
      rut: Nullable(Type.String()),
      tipo_compra: Nullable(Type.Array(Type.Integer())),
    }),
    cuenta: Type.String(),
    centro: Nullable(Type.String()),
    auxiliar: Nullable(Type.String()),
    codigo_doc: Nullable(Type.String()),
    glosa: Nullable(Type.String()),
    created_at: Type.String({ examples: ['2026-11-02T13:00:00.000Z'] }),
  },
  { 'x-nombre': 'ReglaContable' },
)
export type ReglaJson = Static<typeof ReglaJson>

const json = (list: readonly number[] | null | undefined): string | null =>
  list ? JSON.stringify(list) : null

export const datosOf = ({ orden, si, cuenta, ...more }: NuevaRegla): DatosRegla => ({
  ...{ orden, libro: si.libro, componente: si.componente, tipos: json(si.tipos), rut: si.rut ?? null },
  ...{ tipo_compra: json(si.tipo_compra), cuenta, centro: more.centro ?? null },
  ...{ auxiliar: more.auxiliar ?? null, codigo_doc: more.codigo_doc ?? null, glosa: more.glosa ?? null },
})

export const reglaToJson = (row: ReglaRow): ReglaJson => ({
  id: row.id,
  orden: row.orden,
  si: {
    ...{ libro: row.libro, componente: row.componente, rut: row.rut },
    tipos: row.tipos === null ? null : JSON.parse(row.tipos),
    tipo_compra: row.tipo_compra === null ? null : JSON.parse(row.tipo_compra),
  },
  ...{ cuenta: row.cuenta, centro: row.centro, auxiliar: row.auxiliar, codigo_doc: row.codigo_doc },
  ...{ glosa: row.glosa, created_at: row.created_at },
})
