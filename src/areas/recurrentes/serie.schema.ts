// A series as the API speaks of it (areas/recurrentes §1).

import { type Static, Type } from '@sinclair/typebox'
import { CADA, DIAS_MAX, HABIL, N_MAX, VECES_MAX } from '../../domain/recurrencia/regla'
import { MARCAS } from '../../domain/recurrencia/textos'
import { Codigo, Exact, Nullable, OneOf, significados } from '../../http/envelope'

export const ESTADOS_SERIE = {
  activa: 'hace lo que toca',
  detenida: 'está activa y una de sus fechas espera folios, certificado, cuota o un valor',
  pausada: 'no hace nada, y lo que pasa mientras tanto queda fuera',
  terminada: 'no tiene más fechas, o alguien la terminó',
} as const
export const MODOS = {
  borrador: 'cada fecha es un borrador que alguien emite',
  automatico: 'cada fecha se emite sola',
} as const
const SALIDAS = {
  empresa: 'la copia sale como dice la empresa',
  no: 'no sale',
  al_emitir: 'sale cuando el SII recibe el documento',
  al_aceptar: 'sale cuando el SII lo acepta',
} as const

export const SOLICITUD = {
  tipo_dte: 33,
  receptor: {
    rut: '77123456-9',
    razon_social: 'Ferretería Ñuble Limitada',
    giro: 'Venta de materiales',
    direccion: 'Av. Libertad 1450',
    comuna: 'Chillán',
  },
  detalle: [{ nombre: 'Soporte {mes} de {anio}', precio: '45000' }],
}
const REGLA = { cada: 'mes', dias: ['ultimo_habil'], desde: '2026-12-01', veces: 12 } as const
const EJEMPLO = { nombre: 'Soporte', regla: REGLA, solicitud: SOLICITUD }

export const solicitud = Type.Record(Type.String(), Type.Unknown(), {
  description: `Como el cuerpo de \`POST /v1/dte/emitir\`, sin fecha_emision. Hasta 64 KiB. Sus textos admiten marcas, y \`{{\` es una llave: ${significados(MARCAS)}. Sus fechas admiten \`+30d\` (desde la emisión), \`inicio_mes\` y \`fin_mes\`.`,
  examples: [SOLICITUD],
})

const dia = (description: string) => Type.String({ description, examples: ['2026-12-01'] })
const opcional = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema))

const dias = Type.Array(Type.Union([Type.Integer(), Type.String({ maxLength: 20 })]), {
  minItems: 1,
  maxItems: DIAS_MAX,
  description:
    'De un mes: 1 a 31 (el que no existe es el último), `ultimo`, `ultimo_habil`, `habil:1` a `habil:23`; de una semana: `lun` a `dom`. El de `desde` si se omite. Dos que caen juntos son uno.',
})

/** A rule in a body. */
const Regla = Exact(
  {
    cada: OneOf(CADA),
    n: Type.Optional(
      Type.Integer({ minimum: 1, maximum: N_MAX, description: 'Cada cuántos. 1 si se omite.' }),
    ),
    dias: opcional(dias),
    mes: opcional(Type.Integer({ minimum: 1, maximum: 12, description: 'De cada año.' })),
    habil: Type.Optional(
      OneOf(HABIL, { description: 'Qué se hace con un feriado; nunca sale del mes. `no` si se omite.' }),
    ),
    desde: dia('Todas las fechas se cuentan desde ésta. Las que ya pasaron no se hacen.'),
    hasta: opcional(dia('La última posible.')),
    veces: opcional(Type.Integer({ minimum: 1, maximum: VECES_MAX, description: 'Cuántas, desde `desde`.' })),
    hora: Type.Optional(Type.String({ maxLength: 5, description: 'HH:MM de Chile. `09:00` si se omite.' })),
  },
  { examples: [REGLA] },
)
export type ReglaBody = Static<typeof Regla>

const campos = {
  modo: Type.Optional(
    OneOf(MODOS, { description: '`borrador` si se omite. `automatico` pide `dte:emitir`.' }),
  ),
  envio: Type.Optional(OneOf(SALIDAS, { description: '`empresa` si se omite.' })),
  atraso_dias: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10,
      description: 'Con más días de atraso, o ya en otro mes, una fecha queda como borrador. 3 si se omite.',
    }),
  ),
}
const nombre = Type.String({ minLength: 1, maxLength: 80, examples: ['Soporte'] })

/** Body of POST /v1/recurrentes. */
export const NuevaSerie = Exact({ nombre, regla: Regla, solicitud, ...campos }, { examples: [EJEMPLO] })
export type NuevaSerie = Static<typeof NuevaSerie>

/** Body of PUT /v1/recurrentes/:id: what is absent stays; rule and request go whole. */
export const CambiosSerie = Exact(
  {
    nombre: Type.Optional(nombre),
    regla: Type.Optional(Regla),
    solicitud: Type.Optional(solicitud),
    ...campos,
  },
  { minProperties: 1, examples: [{ nombre: 'Soporte mensual' }] },
)
export type CambiosSerie = Static<typeof CambiosSerie>

/** Body of POST /v1/recurrentes/:id/pausar. */
export const Pausa = Nullable(
  Exact({ hasta: opcional(dia('El día en que sigue sola; sin él, hasta que alguien la reanude.')) }),
)

const instante = (description: string) => Type.String({ description, examples: ['2026-11-20T14:03:01.000Z'] })

const ReglaJson = Exact({
  cada: Codigo(CADA, { examples: ['mes'] }),
  n: Type.Integer({ examples: [1] }),
  dias: Nullable(Type.Array(Type.Union([Type.Integer(), Type.String()]))),
  mes: Nullable(Type.Integer()),
  habil: Codigo(HABIL, { examples: ['no'] }),
  desde: Type.String({ examples: ['2026-12-01'] }),
  hasta: Nullable(Type.String()),
  veces: Nullable(Type.Integer()),
  hora: Type.String({ examples: ['09:00'] }),
})

export const SerieJson = Exact(
  {
    id: Type.String({ examples: ['ser_01JD3QZ8W6T4M2X0V9K7B5N1C3'] }),
    nombre,
    estado: Codigo(ESTADOS_SERIE, { examples: ['activa'] }),
    modo: Codigo(MODOS, { examples: ['borrador'] }),
    proxima: Nullable(
      Type.String({ description: 'El día de lo siguiente que se hará; null en pausa y al terminar.' }),
    ),
    emitidas: Type.Integer({ description: 'Sus documentos, con los de sus borradores.', examples: [0] }),
    envio: Codigo(SALIDAS, { examples: ['empresa'] }),
    atraso_dias: Type.Integer({ examples: [3] }),
    regla: ReglaJson,
    solicitud: Type.Record(Type.String(), Type.Unknown(), { examples: [SOLICITUD] }),
    pausada_hasta: Nullable(Type.String()),
    // The oldest of those that wait.
    detenida: Nullable(
      Exact({
        fecha: Type.String({ examples: ['2026-12-31'] }),
        code: Nullable(Type.String({ examples: ['NO_FOLIOS'] })),
        mensaje: Nullable(Type.String()),
        proximo_intento: Nullable(Type.String({ format: 'date-time' })),
      }),
    ),
    autor: Type.String({ description: 'Quién la escribió por última vez.', examples: ['marta@example.cl'] }),
    created_at: instante('Cuándo se creó.'),
    updated_at: instante('Cuándo alguien la cambió, o terminó.'),
  },
  { 'x-nombre': 'Serie' },
)
export type SerieJson = Static<typeof SerieJson>

export const serieParams = Exact({ id: Type.String() })
