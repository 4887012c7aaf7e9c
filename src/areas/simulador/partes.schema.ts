// Parts that several answers of the simulator's routes share.

import { type TSchema, Type } from '@sinclair/typebox'
import { Datos, Exact, Nullable } from '../../http/envelope'

export const texto = (...examples: string[]) => Type.String({ examples })
export const instante = () => Nullable(texto('2026-11-20T14:02:11.000Z'))
export const Razones = Type.Array(Exact({ codigo: Type.String(), mensaje: Type.String() }))
export const Eventos = Type.Array(
  Exact({ codigo: texto('ERM'), descripcion: Type.String(), rut: Type.String(), fecha: instante() }),
)

/** The schema of an answer that succeeds. */
export const answer = (status: 200 | 201, data: TSchema) => ({
  [status]: {
    description: status === 201 ? 'Creado' : 'Correcto',
    content: { 'application/json': { schema: Datos(data) } },
  },
})
