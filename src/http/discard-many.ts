// Many stopped jobs discarded by one request: each as by itself, with what came of it (http §6).

import { Type } from '@sinclair/typebox'
import { AppError } from '../domain/errors'
import { Exact, Nullable } from './envelope'

/** Jobs that one request discards. */
export const DESCARTES_MAX = 200

export const discardIds = Type.Array(Type.String(), { minItems: 1, maxItems: DESCARTES_MAX })

export const Descartados = Exact({
  descartados: Type.Integer({ examples: [2] }),
  resultados: Type.Array(
    Exact({
      id: Type.String(),
      descartado: Type.Boolean(),
      code: Nullable(Type.String({ examples: ['INVALID_STATE'] })),
      error: Nullable(Type.String({ description: 'Por qué no.' })),
    }),
  ),
})

/** `discard` throws what keeps one from being discarded; it has a transaction of its own, so that the others are all the same. */
export function discardMany(ids: readonly string[], discard: (id: string) => void) {
  const resultados = [...new Set(ids)].map((id) => {
    try {
      discard(id)
      return { id, descartado: true, code: null, error: null }
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault
      return { id, descartado: false, code: fault.code, error: fault.message }
    }
  })
  return { descartados: resultados.filter(({ descartado }) => descartado).length, resultados }
}
