// The request of a batch and its answer.

import { type Static, Type } from '@sinclair/typebox'
import { AppError } from '../../../domain/errors'
import { Detalles } from '../../../http/detalles'
import { Datos, Exact } from '../../../http/envelope'
import { CodigoError, toErrorBody } from '../../../http/errors'
import { SolicitudDeLote } from '../solicitud/solicitud.schema'
import { EmisionEnCola, enColaToJson } from './accepted-reply'
import type { Accepted } from './emision'

const MAX_DOCUMENTOS = 100

export const LoteBody = Exact({
  documentos: Type.Array(SolicitudDeLote, { minItems: 1, maxItems: MAX_DOCUMENTOS }),
  todo_o_nada: Type.Optional(
    Type.Boolean({
      description:
        'Con `true`, una falta cualquiera rehúsa el lote entero y no se toma nada. Por omisión `false`.',
    }),
  ),
})

/** The result of each request of a batch. */
export const ResultadosJson = Type.Array(
  Exact({
    indice: Type.Integer({ description: 'Su lugar en la solicitud, desde 0.' }),
    ok: Type.Boolean(),
    data: Type.Optional(EmisionEnCola),
    error: Type.Optional(Type.String()),
    code: Type.Optional(CodigoError),
    detalles: Type.Optional(Detalles),
    detalles_omitidos: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Cuántas faltas más tiene que las de `detalles`.' }),
    ),
  }),
)

export const Respuesta = Datos(Exact({ documentos: ResultadosJson }))

export type RespuestaLote = Static<typeof Respuesta>

const resultadoToJson = (resultado: Accepted | AppError, indice: number) =>
  resultado instanceof AppError
    ? { indice, ...toErrorBody(resultado) }
    : { indice, ok: true, data: enColaToJson(resultado) }

/** The body of the 202 for a batch. */
export const loteToCuerpo = (resultados: readonly (Accepted | AppError)[]): RespuestaLote => ({
  ok: true,
  data: { documentos: resultados.map(resultadoToJson) },
})
