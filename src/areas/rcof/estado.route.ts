// GET /v1/dte/rcof/:fecha/estado: asks the SII now (areas/rcof §3).

import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos } from '../../http/envelope'
import { asking } from '../../sii'
import type { RcofDeps } from './deps'
import { DIA, findRcof } from './rcof.route'
import { RcofJson, toJson } from './rcof-json'

export const estadoRcofRoute = ({ credential, charge, rcof: { rcofs, veredictos } }: RcofDeps) =>
  newArea(credential).get(
    '/v1/dte/rcof/:fecha/estado',
    async ({ tenant, params, set }) => {
      const row = findRcof(rcofs, tenant, params)
      if (row.track_id === null)
        throw new AppError('INVALID_STATE', 'El SII aún no da un Track ID al consumo de folios de ese día')
      const answer = await asking(() => charge({ ...tenant, set }, 'rcof', () => veredictos.ask(row)))
      veredictos.record.immediate(row, answer)
      return { ok: true as const, data: toJson(rcofs.get(row.id)) }
    },
    {
      permission: 'consultas:ejecutar',
      consume: 'rcof',
      params: DIA,
      response: Datos(RcofJson),
      detail: {
        tags: ['RCOF'],
        summary: 'Preguntar al SII por el consumo de folios de un día',
        'x-errores': [
          'INVALID_STATE',
          'CERTIFICATE_MISSING',
          'CERTIFICATE_EXPIRED',
          'CERTIFICATE_INVALID',
          'SII_ERROR',
          'SII_UNAVAILABLE',
          'SII_TIMEOUT',
        ],
      },
    },
  )
