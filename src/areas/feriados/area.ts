// GET /v1/feriados: the days that are no business days, but for weekends (areas/tipos-cambio §2).

import { Type } from '@sinclair/typebox'
import type { Clock } from '../../base/clock'
import { chileDate } from '../../domain/fecha'
import type { Calendario } from '../../domain/feriados'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Exact, Lista, OneOf } from '../../http/envelope'
import { answerList, listQuery, sourceOf } from '../../http/listing'

interface Deps extends Pick<AreaDeps, 'credential'> {
  clock: Clock
  calendario: Calendario
}

const Feriado = Exact({
  fecha: Type.String({ examples: ['2026-12-25'] }),
  nombre: Type.String({ examples: ['Navidad'] }),
  fuente: OneOf({ ley: 'lo dice la ley', servidor: 'lo agregó el operador (TIMBRE_FERIADOS)' }),
})

const FERIADOS = {
  words: ({ fecha, nombre }: { fecha: string; nombre: string }) => [fecha, nombre],
  orden: 'fecha',
}

export const bindFeriados = (deps: Deps) => ({ routes: () => routes(deps) })

const routes = ({ credential, clock, calendario }: Deps) =>
  newArea(credential).get(
    '/v1/feriados',
    ({ query, request }) => {
      const anio = Number(query.anio ?? chileDate(clock()).slice(0, 4))
      return answerList({ query, request }, FERIADOS, sourceOf(calendario.feriados(anio)), (one) => one)
    },
    {
      permission: 'dte:leer',
      query: Exact({
        ...listQuery('la fecha o el nombre', FERIADOS.orden),
        anio: Type.Optional(
          Type.String({
            pattern: '^20\\d\\d$',
            mensaje: 'Debe ser un año como 2027',
            description: 'El año; éste si se omite.',
            examples: ['2026'],
          }),
        ),
      }),
      response: Lista(Feriado),
      detail: {
        tags: ['Valores por día'],
        summary: 'Los feriados de un año',
        description:
          'Son hábiles los días de lunes a viernes que no están aquí. Los de elecciones y de una región los agrega el operador.',
      },
    },
  )
