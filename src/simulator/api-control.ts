// The levers: clock and faults (contract §24).

import {
  type ApiCall,
  type ApiDeps,
  ApiFault,
  instant,
  integer,
  invalid,
  ok,
  oneOf,
  readBody,
} from './api-pedido'
import { addFalla, canFail, clearFallas, type Falla, listFallas, SERVICIOS, TIPOS_FALLA } from './fallas'
import { addDuration } from './reloj'

/** GET reloj. */
export function getReloj({ sim }: ApiDeps): Response {
  return ok({ ahora: sim.now().toISOString() })
}

/** POST reloj: moves the clock and lets everything happen that was due meanwhile. */
export async function postReloj({ sim, reloj, proceso }: ApiDeps, { request }: ApiCall): Promise<Response> {
  const body = await readBody(request, ['avanzar', 'fijar'])
  const { avanzar, fijar } = body
  if ((avanzar === undefined) === (fijar === undefined))
    throw invalid('Indique avanzar o fijar, uno de los dos')
  let at: Date | null
  if (avanzar !== undefined) at = typeof avanzar === 'string' ? addDuration(sim.now(), avanzar) : null
  else at = typeof fijar === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(fijar) ? new Date(fijar) : null
  if (!at || Number.isNaN(at.getTime()))
    throw invalid(
      avanzar === undefined
        ? 'fijar debe ser un instante UTC como 2026-01-31T12:00:00Z'
        : 'avanzar debe ser una duración como P6M o PT15M',
    )
  reloj.set(at)
  // Whoever moved the clock expects what was due meanwhile to have happened.
  await proceso.drain()
  proceso.wake()
  return ok({ ahora: sim.now().toISOString() })
}

const fallaJson = ({ id, servicio, falla, ms, quedan, hastaAt }: Falla) => ({
  id,
  servicio,
  falla,
  ms,
  quedan,
  hasta: instant(hastaAt),
})

/** GET fallas: those in force. */
export function getFallas({ sim }: ApiDeps): Response {
  return ok(listFallas(sim).map(fallaJson))
}

/** POST fallas. */
export async function postFalla({ sim }: ApiDeps, { request }: ApiCall): Promise<Response> {
  const body = await readBody(request, ['servicio', 'falla', 'ms', 'veces', 'hasta'])
  const servicio = oneOf(body.servicio, 'servicio', SERVICIOS)
  const falla = oneOf(body.falla, 'falla', TIPOS_FALLA)
  if (!canFail(servicio, falla)) throw invalid(`La falla ${falla} no es posible en el servicio ${servicio}`)
  if (falla !== 'demora' && body.ms !== undefined) throw invalid('ms sólo corresponde a la falla demora')
  const hasta = body.hasta === undefined ? null : new Date(String(body.hasta))
  if (hasta && Number.isNaN(hasta.getTime())) throw invalid('hasta debe ser un instante ISO 8601')
  const added = addFalla(sim, {
    servicio,
    falla,
    ms: falla === 'demora' ? integer(body, 'ms', 0, 3_600_000) : null,
    quedan: body.veces === undefined ? null : integer(body, 'veces', 1, 1_000_000),
    hastaAt: hasta?.getTime() ?? null,
  })
  return ok(fallaJson(added), 201)
}

/** DELETE fallas, or one of them; envelopes that a fault held go on. */
export function deleteFallas({ sim, proceso }: ApiDeps, { parts }: ApiCall): Response {
  const eliminadas = clearFallas(sim, parts[0])
  if (parts[0] && !eliminadas) throw new ApiFault(404, 'NOT_FOUND', 'No existe esa falla')
  proceso.wake()
  return ok({ eliminadas })
}
