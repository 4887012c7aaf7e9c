// POST /v1/certificacion/:id/folios: the folios that the next runs lack, asked of the SII (areas/certificacion §3).

import { Type } from '@sinclair/typebox'
import { AppError, faultsError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos, Exact, Nullable } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { FallaTrabajo } from '../../http/job-error'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reply } from '../../http/reply'
import { EstadoOperacion, esperaQuery, readEspera } from '../trabajos'
import { ID } from './caminos.route'
import { BASE, type CertificacionDeps, tags } from './deps'
import { PEDIDO_SIMULACION, type PedidoSimulacion } from './simulacion-pedido'
import type { CertificacionRow } from './statements'
import { checkOpen } from './take-set'

const n = Type.Integer()

const FoliosJson = Exact(
  {
    folios: Type.Array(
      Exact({
        tipo_dte: n,
        necesita: Type.Integer({ description: 'Los que toman las emisiones que siguen.' }),
        disponibles: n,
        faltan: n,
        trabajo: Nullable(
          Exact({
            job_id: Type.String(),
            estado: EstadoOperacion,
            error: Nullable(FallaTrabajo),
          }),
        ),
      }),
      { description: 'Por tipo, como quedaron al responder; `trabajo` es el que los pide.' },
    ),
  },
  { 'x-nombre': 'FoliosCertificacion' },
)

/** Throws CERT_CLOSED, CERT_ORDER before there is a text, and VALIDATION_ERROR. */
function check({ estado }: CertificacionRow, pedido: PedidoSimulacion): void {
  checkOpen({ estado })
  if (estado === 'preparacion')
    throw new AppError('CERT_ORDER', 'Los folios se piden según el set de pruebas: cárguelo primero')
  const alien = estado === 'simulacion' ? [] : Object.keys(pedido)
  if (alien.length)
    throw faultsError(
      alien.map((campo) => ({
        ...{ campo, regla: 'sobra' },
        mensaje: `${campo}: es de la simulación, y la certificación está en ${estado}`,
      })),
    )
}

export const foliosRoute = ({
  credential,
  idempotency,
  certificacion,
  queue,
  cola,
  cuota,
}: CertificacionDeps) => {
  const { certificaciones, foliosDue, askFolios } = certificacion
  return newArea(credential).post(
    `${BASE}/:id/folios`,
    async ({ tenant, params, body, query, request, set }) => {
      const { empresaId, ambiente } = tenant
      const seconds = readEspera(query)
      const pedido = body ?? {}
      const trabajoOf = (id: string | undefined) => {
        if (id === undefined) return null
        const { estado, error } = cola.get({ kind: 'folios.solicitar', empresaId, ambiente, id })!
        return { job_id: id, estado, error }
      }
      const answerOf = (camino: CertificacionRow, jobs: ReadonlyMap<number, string>) => ({
        status: jobs.size ? 202 : 200,
        body: {
          ok: true as const,
          data: {
            folios: foliosDue(tenant, camino, pedido).map(({ tipoDte, ...rest }) => ({
              tipo_dte: tipoDte,
              ...rest,
              trabajo: trabajoOf(jobs.get(tipoDte)),
            })),
          },
        },
      })
      const answer = await idempotency.hold(
        idempotentRequest(request, tenant, body),
        () => {
          const camino = certificaciones.get(tenant, params.id)
          check(camino, pedido)
          const jobs = askFolios(tenant, camino, pedido)
          return { camino, jobs, accepted: answerOf(camino, jobs) }
        },
        async ({ camino, jobs }) => {
          queue.wake()
          await Promise.all([...jobs.values()].map((id) => seconds > 0 && queue.ended(id, seconds * 1000)))
          cuota.announce(set, tenant.cuentaId)
          return answerOf(camino, jobs)
        },
      )
      return reply(set, answer)
    },
    {
      permission: 'folios:administrar',
      consume: 'solicitud_folios',
      params: ID,
      query: Exact(esperaQuery),
      body: Nullable(Exact(PEDIDO_SIMULACION)),
      response: { 200: Datos(FoliosJson), 202: Datos(FoliosJson) },
      detail: {
        tags,
        summary: 'Pedir al SII los folios que faltan',
        description:
          'Los de todos los sets que están por emitirse, o los de la simulación cuando le toca, con el mismo cuerpo que la emite: por cada tipo, sólo lo que falta. Responde 202 con el trabajo de cada tipo, que es el de `POST /v1/dte/folios/solicitar` y se consulta en `GET /v1/dte/folios/trabajos/:jobId`; lo que ya se está pidiendo no se pide otra vez, y sin nada que pedir responde 200. Lo que detuvo a un trabajo en el tiempo esperado está en su `error`. Cada tipo cuesta una consulta. El SII puede dar menos: repítalo, o cargue el archivo en `POST /v1/dte/folios`.',
        'x-errores': ['INVALID_STATE', 'CERT_ORDER', 'CERT_CLOSED', 'VALIDATION_ERROR', 'QUEUE_UNAVAILABLE'],
        parameters: [IDEMPOTENCY_PARAMETER],
      },
    },
  )
}
