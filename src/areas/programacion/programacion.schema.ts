// The schedule of a company in JSON (jobs §7).

import { Type } from '@sinclair/typebox'
import { OMISIONES, TAREAS } from '../../domain/programacion'
import { Codigo, Exact, Nullable, OneOf } from '../../http/envelope'
import { Hora as HoraDeChile } from '../../http/formats'

const Hora = HoraDeChile({
  description: 'Hora de Chile, `HH:MM`. Cada empresa va hasta 20 minutos después, siempre los mismos.',
  examples: ['04:10'],
})

const Rcv = {
  activo: Type.Boolean(),
  hora: Hora,
  periodos: Type.Integer({
    minimum: 1,
    maximum: 12,
    description: 'Meses que se traen, el presente entre ellos; del 26 en adelante, sólo el presente.',
    examples: [2],
  }),
}

const Rcof = {
  activo: Type.Boolean(),
  hora: Hora,
  dias_atras: Type.Integer({
    minimum: 1,
    maximum: 31,
    description: 'Días anteriores a hoy que se miran; se envía cada uno que no tiene consumo de folios.',
    examples: [7],
  }),
}

const Acuse = {
  activo: Type.Boolean(),
  max_por_dia: Type.Integer({
    minimum: 1,
    maximum: 500,
    description:
      'Documentos por los que se pregunta de una vez, una consulta cada uno; los más antiguos primero.',
    examples: [50],
  }),
}

const Folios = {
  activo: Type.Boolean({
    description: 'Cada hora, y apenas quedan pocos, de los tipos con `reposicion_automatica`.',
  }),
}

const Bte = {
  activo: Type.Boolean(),
  dia: Type.Integer({
    minimum: 1,
    maximum: 28,
    description: 'Día de cada mes en que se lee el mes anterior.',
    examples: [2],
  }),
}

const Buzon = {
  activo: Type.Boolean(),
  cada_minutos: Type.Integer({
    minimum: 1,
    maximum: 1440,
    description: 'Minutos entre dos lecturas.',
    examples: [10],
  }),
}

export const Cambios = Exact(
  {
    rcv: Type.Optional(Type.Partial(Exact(Rcv), { minProperties: 1 })),
    rcof: Type.Optional(Type.Partial(Exact(Rcof), { minProperties: 1 })),
    acuse: Type.Optional(Type.Partial(Exact(Acuse), { minProperties: 1 })),
    folios: Type.Optional(Type.Partial(Exact(Folios), { minProperties: 1 })),
    bte: Type.Optional(Type.Partial(Exact(Bte), { minProperties: 1 })),
    buzon: Type.Optional(Type.Partial(Exact(Buzon), { minProperties: 1 })),
  },
  { minProperties: 1 },
)

export const ProgramacionJson = Exact({
  rcv: Exact(Rcv),
  rcof: Exact(Rcof),
  acuse: Exact(Acuse),
  folios: Exact(Folios),
  bte: Exact(Bte),
  buzon: Exact(Buzon),
  estado: Type.Array(
    Exact({
      tarea: Codigo(TAREAS, { 'x-nombre': 'TareaProgramada' }),
      ultima: Nullable(Type.String({ description: 'La última vez que corrió, en UTC.' })),
      resultado: Nullable(
        OneOf({
          en_curso: 'sus trabajos no han terminado',
          ok: 'terminaron',
          fallida: 'uno no llegó a su fin',
        }),
      ),
      proxima: Nullable(Type.String({ description: 'Cuándo le toca, en UTC. Null si está apagada.' })),
      omitida: Nullable(OneOf(OMISIONES)),
    }),
  ),
})

export const Ejecutada = Exact({
  tarea: Codigo(TAREAS, { 'x-nombre': 'TareaProgramada' }),
  trabajos: Type.Array(Type.String({ description: 'Id de un trabajo.' }), {
    description: 'Los que se encolaron, y los que ya corrían por lo mismo.',
  }),
})
