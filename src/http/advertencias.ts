// Warnings of an answer: what is worth knowing and keeps nothing from being done (http §0.3).

import { Type } from '@sinclair/typebox'
import { ADVERTENCIAS } from '../domain/advertencias'
import { Codigo, EXACTO } from './envelope'

export const Advertencias = Type.Array(
  Type.Object(
    {
      code: Codigo(ADVERTENCIAS, {
        'x-nombre': 'CodigoAdvertencia',
        description: 'Qué se advierte, como nombre estable.',
      }),
      campo: Type.String({ description: 'La ruta del campo, vacía si es de todo el documento.' }),
      mensaje: Type.String(),
      job_id: Type.Optional(
        Type.String({
          description: 'De `POSSIBLE_DUPLICATE` y `REPLACEMENT_SCHEDULED`: el trabajo del otro.',
        }),
      ),
    },
    { [EXACTO]: true, 'x-nombre': 'Advertencia' },
  ),
  { description: 'Lo que conviene saber y no impide emitir.' },
)
