// Running a set (areas/certificacion §3): folios, documents and run are on disk when it answers; the SII comes later.

import { isLibro } from '../../domain/certificacion/etapas'
import { newArea } from '../../http/area'
import { Datos } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reply } from '../../http/reply'
import { ERRORES_EMISION } from '../dte'
import { SetJson, setToJson } from './certificacion-json'
import { BASE, type CertificacionDeps, tags } from './deps'
import { checkRunnable } from './run-set'
import { CLASE } from './sets.route'

export const emitirRoute = ({ credential, idempotency, certificacion, queue }: CertificacionDeps) => {
  const { certificaciones, caminos, runSet, runLibro } = certificacion
  return newArea(credential).post(
    `${BASE}/:id/sets/:clase/emitir`,
    async ({ tenant, params, request, set }) => {
      const answer = await idempotency.once(idempotentRequest(request, tenant, null), async () => {
        const camino = certificaciones.get(tenant, params.id)
        await caminos.prepare(camino)
        const found = certificacion.setOf(tenant, params)
        checkRunnable(
          found,
          caminos.of(camino).sets.map(({ row }) => row.clase),
        )
        if (isLibro(found.row.clase)) {
          runLibro(tenant, camino, found.row)
          queue.wake()
        } else {
          const { row, texto } = found
          await runSet(tenant, camino, { clase: row.clase, rowOf: () => row }, texto!.solicitudes)
        }
        await caminos.prepare(camino)
        return {
          status: 202,
          body: { ok: true as const, data: setToJson(certificacion.setOf(tenant, params)) },
        }
      })
      return reply(set, answer)
    },
    {
      permission: 'dte:emitir',
      params: CLASE,
      response: { 202: Datos(SetJson) },
      detail: {
        tags,
        summary: 'Emitir un set de pruebas',
        description:
          'Todos los folios o ninguno, en un solo envío y en el orden del texto. Cada vez toma folios nuevos. De un libro, su archivo, con otro folio de notificación cada vez. El veredicto llega después, en `intento`.',
        'x-errores': ['SET_DOUBTS', 'CERT_ORDER', 'CERT_CLOSED', 'VALIDATION_ERROR', ...ERRORES_EMISION],
        parameters: [IDEMPOTENCY_PARAMETER],
      },
    },
  )
}
