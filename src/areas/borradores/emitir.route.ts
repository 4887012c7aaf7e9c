// Drafts that a person issues (areas/borradores §3).

import { faultsError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import { ErrorBody } from '../../http/errors'
import { type EmisionDte, EmisionEnCola, ERRORES_EMISION, ResultadosJson, respuestasEnCola } from '../dte'
import { EmisionBorrador, borradorParams as params, VariosBorradores } from './borrador.schema'
import { BASE, type BorradoresDeps, tags } from './deps'

const FALLAS = { 403: ErrorBody, 409: ErrorBody, 422: ErrorBody, 503: ErrorBody }
const CONFLICTOS = 'CONFLICT: alguien lo cambió mientras se emitía. INVALID_STATE: está descartado'

interface Deps extends BorradoresDeps {
  dte: Pick<EmisionDte, 'cuotaEmision'>
}

export const emitirRoute = ({ credential, issueDrafts, dte: { cuotaEmision } }: Deps) =>
  newArea(credential)
    .post(
      `${BASE}/:id/emitir`,
      async ({ tenant, params: { id }, body, request, set, status }) =>
        status(202, await issueDrafts.one({ request, set, tenant }, id, body?.version)),
      {
        permission: 'dte:emitir',
        params,
        body: EmisionBorrador,
        response: { 202: Datos(EmisionEnCola), 404: ErrorBody, ...FALLAS },
        detail: {
          tags,
          summary: 'Emitir un borrador',
          'x-errores': [...ERRORES_EMISION, 'VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
          description:
            'Como `POST /v1/dte/emitir` con su solicitud. Un borrador se emite una sola vez, para siempre: repetir da la misma respuesta, sin `Idempotency-Key`.',
          responses: respuestasEnCola(CONFLICTOS),
        },
      },
    )
    .post(
      `${BASE}/emitir`,
      async ({ tenant, body, request, set, status }) => {
        const { ids, versiones } = body
        if (versiones && versiones.length !== ids.length)
          throw faultsError([
            { campo: 'versiones', regla: 'valor', mensaje: 'versiones: van tantas como ids, en su orden' },
          ])
        const documentos = await issueDrafts.many({ request, set, tenant }, ids, versiones)
        cuotaEmision.stamp(set, tenant.cuentaId, null)
        return status(202, {
          ok: true as const,
          data: { documentos: documentos as (typeof ResultadosJson)['static'] },
        })
      },
      {
        permission: 'dte:emitir',
        body: VariosBorradores,
        response: { 202: Datos(Exact({ documentos: ResultadosJson })), ...FALLAS },
        detail: {
          tags,
          summary: 'Emitir varios borradores',
          'x-errores': [...ERRORES_EMISION, 'VALIDATION_ERROR'],
          description:
            'Hasta 100; cada uno se acepta o se rehúsa por sí mismo, y `documentos` lo dice con su lugar en `ids`. El ya emitido trae su respuesta de entonces: si la conexión se corta, repita.',
        },
      },
    )
