// The levers: clock and faults (simulator §8.1).

import { parseInstante } from '../domain/fecha'
import { readBody } from './api-lectura'
import { type ApiCall, type ApiDeps, ApiFault, instant, ok } from './api-pedido'
import { addFalla, canFail, clearFallas, type Falla, listFallas, SERVICIOS, TIPOS_FALLA } from './fallas'
import { addDuration } from './reloj'

/** GET reloj. */
export function getReloj({ sim }: ApiDeps): Response {
  return ok({ ahora: sim.now().toISOString() })
}

/** POST reloj: moves the clock and lets everything happen that was due meanwhile. */
export async function postReloj({ sim, reloj, proceso }: ApiDeps, { request }: ApiCall): Promise<Response> {
  const body = await readBody(request, ['avanzar', 'fijar'])
  if (body.has('avanzar') === body.has('fijar'))
    body.fault('avanzar', 'excluyente', 'Indique avanzar o fijar, uno de los dos')
  const avanzar = body.raw('avanzar')
  const advanced = typeof avanzar === 'string' ? addDuration(sim.now(), avanzar) : null
  if (body.has('avanzar') && !advanced)
    body.fault('avanzar', 'formato', 'avanzar debe ser una duración como P6M o PT15M')
  const fijar = body.raw('fijar')
  const fixed = typeof fijar === 'string' && fijar.endsWith('Z') ? parseInstante(fijar) : null
  if (body.has('fijar') && !fixed)
    body.fault('fijar', 'instante', 'fijar debe ser un instante UTC como 2026-01-31T12:00:00Z')
  body.done()
  const at = (advanced ?? fixed)!
  reloj.set(at)
  // Whoever moved the clock expects what was due meanwhile to have happened.
  await proceso.drain()
  proceso.wake()
  return ok({ ahora: sim.now().toISOString() })
}

const fallaJson = ({ id, servicio, falla, ms, codigo, quedan, hastaAt }: Falla) => ({
  id,
  servicio,
  falla,
  ms,
  codigo,
  quedan,
  hasta: instant(hastaAt),
})

/** GET fallas: those in force. */
export function getFallas({ sim }: ApiDeps): Response {
  return ok(listFallas(sim).map(fallaJson))
}

/** POST fallas. */
export async function postFalla({ sim }: ApiDeps, { request }: ApiCall): Promise<Response> {
  const body = await readBody(request, ['servicio', 'falla', 'ms', 'codigo', 'veces', 'hasta'])
  const servicio = body.oneOf('servicio', SERVICIOS)
  const falla = body.oneOf('falla', TIPOS_FALLA)
  const named = SERVICIOS.includes(servicio) && TIPOS_FALLA.includes(falla)
  if (named && !canFail(servicio, falla))
    body.fault('falla', 'contradiccion', `La falla ${falla} no es posible en el servicio ${servicio}`)
  const delayed = falla === 'demora'
  if (!delayed && body.has('ms')) body.fault('ms', 'sobra', 'ms sólo corresponde a la falla demora')
  const ms = delayed ? body.integer('ms', 0, 3_600_000) : null
  const coded = falla === 'codigo' || falla === 'cod' || (falla === 'srh' && body.has('codigo'))
  if (!coded && body.has('codigo'))
    body.fault('codigo', 'sobra', 'codigo sólo corresponde a las fallas codigo, cod y srh')
  const codigo = coded ? String(body.raw('codigo') ?? '') : null
  if (falla === 'codigo' && !/^\d{2}$/.test(codigo!))
    body.fault('codigo', 'formato', 'codigo debe ser el último par del código del SII, dos cifras')
  if (falla === 'cod' && !/^\d{1,4}$/.test(codigo!))
    body.fault('codigo', 'formato', 'codigo debe ser un codRespuesta, hasta cuatro cifras')
  if (falla === 'srh' && coded) body.latin1('codigo', 200)
  // A file that cannot be made is one at the third try, unless told otherwise.
  const usual = falla === 'ofga' ? 2 : null
  const quedan = body.has('veces') ? body.integer('veces', 1, 1_000_000) : usual
  const hasta = body.has('hasta') ? parseInstante(String(body.raw('hasta'))) : null
  if (body.has('hasta') && !hasta) body.fault('hasta', 'instante', 'hasta debe ser un instante ISO 8601')
  body.done()
  const added = addFalla(sim, {
    servicio,
    falla,
    ms,
    codigo,
    quedan,
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
