// POST /v1/dte/emitir/lote.

import { Type } from '@sinclair/typebox'
import { AppError } from '../../../domain/errors'
import { newArea } from '../../../http/area'
import type { AreaDeps } from '../../../http/deps'
import { Detalles } from '../../../http/detalles'
import { Datos, Exact } from '../../../http/envelope'
import { CodigoError, ErrorBody, toErrorBody } from '../../../http/errors'
import { hashBody, type IdempotentAnswer, readIdempotencyKey } from '../../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../../http/openapi'
import type { Tenant } from '../../../http/tenant'
import { SolicitudDeLote } from '../solicitud/solicitud.schema'
import { EmisionEnCola, ERRORES_EMISION, enColaToJson, logQueued } from './accepted-reply'
import type { CuotaEmision } from './cuota'
import type { Accepted } from './emision'
import type { EmitirLote } from './lote'
import { type OnBehalfOf, readOnBehalfOf } from './on-behalf-of'
import type { Resultado } from './whole-refusal'

const MAX_DOCUMENTOS = 100

const LoteBody = Exact({
  documentos: Type.Array(SolicitudDeLote, { minItems: 1, maxItems: MAX_DOCUMENTOS }),
  todo_o_nada: Type.Optional(
    Type.Boolean({
      description:
        'Con `true`, una falta cualquiera rehúsa el lote entero y no se toma nada. Por omisión `false`.',
    }),
  ),
})

const Respuesta = Datos(
  Exact({
    documentos: Type.Array(
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
    ),
  }),
)

const DESCRIPCION =
  'Hasta 100 documentos en una solicitud, cada uno como en `POST /v1/dte/emitir`. Cada uno se acepta o se rehúsa por sí ' +
  'mismo, en orden, y `data.documentos` lo dice con su `indice`: `data` como en la emisión, o `error`, `code` y `detalles` con ' +
  'rutas relativas a ese documento. Con `todo_o_nada`, una falta cualquiera responde 422 con todas, cada una con la ruta ' +
  'desde el lote (`documentos[3].detalle[0].precio`), y ningún folio se mueve. La respuesta trae hasta 1.000 faltas en total, que los ' +
  'documentos se reparten por igual (de 10 a 100 cada uno); `detalles_omitidos` dice cuántas más hay.\n\n' +
  'El cuerpo entero admite 1 MiB, como toda solicitud: alcanza para 100 documentos de 60 líneas de unos 150 bytes. Si las ' +
  'líneas llevan descripciones largas, reparta los documentos en más lotes; sobre el límite responde 413 y no se toma nada.\n\n' +
  'Una nota no puede referirse a un documento del mismo lote, cuyo folio aún no se conoce: emítala después. Con ' +
  '`Idempotency-Key` una repetición recibe la primera respuesta entera, también sus rechazos; si ningún documento se aceptó, la ' +
  'clave queda libre.'

const RESPUESTAS = {
  202: {
    description: 'Lo aceptado está en disco con su folio; lo rehusado dice por qué',
  },
  409: { description: 'INVALID_STATE: faltan datos o la resolución de la empresa' },
  503: {
    description:
      'QUEUE_UNAVAILABLE: la cola no está disponible o no cabe el lote. SII_UNAVAILABLE: un tipo del lote está por conciliar y el SII no responde. Nada se creó',
  },
}

const toJson = (resultado: Resultado, indice: number) => {
  if ('accepted' in resultado) return { indice, ok: true, data: enColaToJson(resultado.accepted) }
  return { indice, ...toErrorBody(resultado.fault) }
}

function readOrFault(tenant: Tenant, cuerpo: unknown, request: Request): OnBehalfOf | AppError {
  try {
    return readOnBehalfOf(tenant, cuerpo, request)
  } catch (fault) {
    if (fault instanceof AppError) return fault
    throw fault
  }
}

interface Deps extends Pick<AreaDeps, 'credential' | 'idempotency' | 'log'> {
  emitirLote: EmitirLote
  cuotaEmision: CuotaEmision
}

/** Accepts up to 100 documents in one transaction; never waits for the SII. */
export const loteRoute = ({ credential, emitirLote, idempotency, cuotaEmision, log }: Deps) =>
  newArea(credential).post(
    '/v1/dte/emitir/lote',
    async ({ body, tenant, request, set, status }) => {
      const clave = readIdempotencyKey(request.headers)
      const { empresaId, ambiente } = tenant
      const cuerpo = clave && hashBody({ ambiente, body })
      const use = clave && cuerpo && { empresaId, ruta: 'POST /v1/dte/emitir/lote', clave, cuerpo }
      const lote = {
        documentos: body.documentos.map((d) => ({ cuerpo: d, whose: readOrFault(tenant, d, request) })),
        todoONada: body.todo_o_nada ?? false,
      }
      // A transaction may run twice: the last one counts.
      let taken: Accepted[] | null = null
      let answer: IdempotentAnswer
      try {
        answer = await emitirLote<IdempotentAnswer>(lote, {
          before() {
            taken = null
            return use ? idempotency.find(use) : null
          },
          after(resultados) {
            taken = resultados.flatMap((r) => ('accepted' in r ? r.accepted : []))
            const made = { status: 202, body: { ok: true, data: { documentos: resultados.map(toJson) } } }
            // For ever, as every emission; a batch of which nothing was taken may be sent again under its key.
            if (use && taken.length) idempotency.keep(use, made, true)
            return made
          },
        })
      } catch (fault) {
        cuotaEmision.stamp(set, tenant.cuentaId, null)
        throw fault
      }
      const accepted = taken as Accepted[] | null
      const counted = accepted?.flatMap(({ cuota }) => cuota ?? []).at(-1)
      cuotaEmision.stamp(set, tenant.cuentaId, counted ?? null)
      if (accepted)
        logQueued(
          log,
          set,
          accepted.map(({ jobId }) => jobId),
        )
      else set.headers['idempotent-replayed'] = 'true'
      return status(202, answer.body as (typeof Respuesta)['static'])
    },
    {
      permission: 'dte:emitir',
      body: LoteBody,
      response: { 202: Respuesta, 403: ErrorBody, 409: ErrorBody, 422: ErrorBody, 503: ErrorBody },
      detail: {
        tags: ['DTE'],
        summary: 'Emitir un lote de documentos',
        'x-errores': ERRORES_EMISION,
        parameters: [IDEMPOTENCY_PARAMETER],
        description: DESCRIPCION,
        responses: RESPUESTAS,
      },
    },
  )
