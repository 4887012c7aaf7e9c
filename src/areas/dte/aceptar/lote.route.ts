// POST /v1/dte/emitir/lote.

import { newArea } from '../../../http/area'
import type { AreaDeps } from '../../../http/deps'
import { ErrorBody } from '../../../http/errors'
import { IDEMPOTENCY_PARAMETER } from '../../../http/openapi'
import { ERRORES_EMISION } from './accepted-reply'
import type { EmitirLote } from './lote'
import { LoteBody, Respuesta } from './lote.schema'

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

interface Deps extends Pick<AreaDeps, 'credential'> {
  emitirLote: EmitirLote
}

/** Accepts up to 100 documents in one transaction; never waits for the SII. */
export const loteRoute = ({ credential, emitirLote }: Deps) =>
  newArea(credential).post(
    '/v1/dte/emitir/lote',
    async ({ body, tenant, request, set, status }) =>
      status(202, await emitirLote({ request, set, body, tenant })),
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
