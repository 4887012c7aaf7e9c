// The meaning of an SII code for the person who must act on it, as answers show it (http §10, §19).

import { Type } from '@sinclair/typebox'
import { Exact, Nullable } from '../../../http/envelope'

export const ExplicacionJson = Nullable(
  Exact(
    {
      causa: Type.String({ examples: ['El SII recibió el documento y los datos coinciden'] }),
      solucion: Type.String({ examples: ['No requiere acción'] }),
    },
    {
      'x-nombre': 'Explicacion',
      description:
        'Qué significa el código del SII y qué hacer, o por qué el documento aún no llega al SII; null sin código ni falla, o de un código desconocido.',
    },
  ),
)
