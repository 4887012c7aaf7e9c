// The documentation of every look-up of taxpayers (http §19.2).

import type { ErrorCode } from '../../domain/errors'

/** The failures of a question that is asked in nobody's name. */
export const FALLAS_SII: ErrorCode[] = ['SII_ERROR', 'SII_UNAVAILABLE', 'SII_TIMEOUT']

/** The answer of a question whose answers are kept. */
export const RESPUESTA_GUARDADA = {
  200: {
    description: 'Correcto',
    headers: {
      'X-Cache': {
        description: '`HIT` si respondió una copia guardada, `MISS` si se preguntó ahora.',
        schema: { type: 'string' as const, enum: ['HIT', 'MISS'] },
      },
    },
  },
}
