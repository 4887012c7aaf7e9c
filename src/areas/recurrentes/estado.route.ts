// A series paused, resumed, ended, and one of its dates done before its day (areas/recurrentes §2, §5).

import type { Accion } from '../../domain/auditoria'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import type { Tenant } from '../../http/tenant'
import { BASE, type RouteDeps, tags } from './deps'
import type { Estados } from './estados'
import type { Perform } from './perform'
import { hecho, shown } from './serie.route'
import { Pausa, serieParams as params, SerieJson } from './serie.schema'
import { requireRight, type Series } from './series'
import type { SerieRow } from './statements'

interface Deps extends RouteDeps {
  series: Series
  estados: Estados
  perform: Perform
  mirada: { notify(): void }
  queue: { wake(): void }
}

const UNA = `${BASE}/:id`
const response = Datos(SerieJson)

export const estadoRoute = ({
  credential,
  audit,
  idempotency,
  series,
  estados,
  perform,
  mirada,
  queue,
}: Deps) => {
  const act = (tenant: Tenant, accion: Accion, change: () => SerieRow) => ({
    ok: true as const,
    data: shown(
      series,
      audit(tenant, change, (row) => hecho(accion, row)),
    ),
  })

  return newArea(credential)
    .post(
      `${UNA}/pausar`,
      ({ tenant, params: { id }, body }) =>
        act(tenant, 'recurrente.pausada', () => estados.pause(tenant, id, body?.hasta ?? null)),
      {
        permission: 'recurrentes:gestionar',
        params,
        body: Pausa,
        response,
        detail: {
          tags,
          summary: 'Pausar una serie',
          'x-errores': ['NOT_FOUND', 'INVALID_STATE', 'VALIDATION_ERROR'],
          description: 'Lo que pasa en la pausa queda fuera. El cuerpo puede omitirse.',
        },
      },
    )
    .post(
      `${UNA}/reanudar`,
      ({ tenant, params: { id } }) => {
        requireRight(tenant, series.get(tenant, id).modo)
        return act(tenant, 'recurrente.reanudada', () => estados.resume(tenant, id))
      },
      {
        permission: 'recurrentes:gestionar',
        params,
        response,
        detail: {
          tags,
          summary: 'Reanudar una serie en pausa',
          'x-errores': ['NOT_FOUND', 'INVALID_STATE', 'FORBIDDEN'],
        },
      },
    )
    .post(
      `${UNA}/terminar`,
      ({ tenant, params: { id } }) => act(tenant, 'recurrente.terminada', () => estados.finish(tenant, id)),
      {
        permission: 'recurrentes:gestionar',
        params,
        response,
        detail: {
          tags,
          summary: 'Terminar una serie',
          'x-errores': ['NOT_FOUND'],
          description: 'Para siempre; lo que esperaba queda fuera. Sus documentos y borradores quedan.',
        },
      },
    )
    .post(
      `${UNA}/adelantar`,
      ({ tenant, params: { id }, request, set }) => {
        const answer = idempotency.create(
          { set },
          idempotentRequest(request, tenant, {}),
          () => {
            const serie = series.get(tenant, id)
            requireRight(tenant, serie.modo, serie.tipo_dte)
            if (serie.ambiente !== 'simulacion')
              throw new AppError('INVALID_STATE', 'Adelantar es para probar: va sólo en simulacion')
            const row = audit(
              tenant,
              () => {
                perform.now(serie)
                return series.get(tenant, id)
              },
              (after) => hecho('recurrente.adelantada', after),
            )
            return shown(series, row)
          },
          200,
        )
        mirada.notify()
        queue.wake()
        return answer
      },
      {
        permission: 'recurrentes:gestionar',
        params,
        response,
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Hacer ya la próxima fecha de una serie, en simulación',
          'x-errores': ['NOT_FOUND', 'INVALID_STATE', 'FORBIDDEN'],
          description: 'Con los textos de su fecha y emitida hoy; `ocurrencias` dice qué quedó de ella.',
        },
      },
    )
}
