// The route of the simulated central bank, for the OpenAPI document (areas/tipos-cambio §3).

import { Type } from '@sinclair/typebox'
import { Exact } from '../../http/envelope'
import { texto } from './partes.schema'
import type { Filtro } from './rutas.schema'

const dia = { type: 'string', format: 'date' }

export const VALORES = {
  parameters: [
    ['timeseries', { type: 'string', description: 'La serie, como el Banco Central la llama.' }],
    ['firstdate', dia],
    ['lastdate', dia],
    ['function', { type: 'string' }],
    ['user', { type: 'string' }],
    ['pass', { type: 'string' }],
  ] satisfies Filtro[],
  description:
    'Responde como el del Banco Central (SieteRestWS), según el reloj del simulador y con los huecos de fines de semana y feriados. TIMBRE_BCENTRAL_URL puede apuntar a la de `timbre simulador`.',
  'x-errores': ['INVALID_PARAMETER'],
  responses: {
    200: {
      description: 'La serie',
      content: {
        'application/json': {
          schema: Exact({
            Codigo: Type.Integer({ description: '0; otro si no hay serie.' }),
            Descripcion: texto('Success'),
            Series: Exact({
              seriesId: Type.Optional(texto('F073.UFF.PRE.Z.D')),
              Obs: Type.Array(
                Exact({
                  indexDateString: texto('30-11-2026'),
                  value: texto('39842.15'),
                  statusCode: Type.String({ description: '`OK`, o `ND` si ese día no tiene valor.' }),
                }),
              ),
            }),
          }),
        },
      },
    },
  },
}
