// The desk of the simulated portal (simulator §8.1): claves handed out, locks lifted, sessions counted and ended. Each owner's apart.

import { parseRut } from '../../domain/rut'
import { readBody } from '../api-lectura'
import { type ApiCall, type ApiDeps, ApiFault, badParameter, instant, ok } from '../api-pedido'
import { duenoKey } from './dueno'
import { hashClave, personaOf } from './ingreso'

/** POST claves: a clave tributaria, in place of the one before; only its hash is kept. */
export async function postClave({ sim }: ApiDeps, { request }: ApiCall): Promise<Response> {
  const body = await readBody(request, ['rut'])
  const rut = body.rut('rut')
  body.done()
  const clave = Buffer.from(sim.random(9)).toString('base64url').slice(0, 10)
  const dueno = duenoKey(request)
  sim.sql.portal.clave.save.run(dueno, rut, hashClave(clave), sim.now().getTime())
  return ok({ rut, clave }, 201)
}

/** DELETE claves/:rut/bloqueo: the lock of a clave and that of too many sessions, at once. */
export function deleteBloqueo({ sim }: ApiDeps, { request, parts }: ApiCall): Response {
  const rut = parseRut(parts[0]!)
  if (!rut) throw badParameter({ campo: 'rut', regla: 'rut', mensaje: 'rut no es un RUT válido' })
  const persona = personaOf(sim, duenoKey(request), rut)
  const at = sim.now().getTime()
  if ((persona.bloqueadaHasta ?? 0) <= at && (persona.limiteHasta ?? 0) <= at)
    throw new ApiFault(404, 'NOT_FOUND', 'Ese RUT no está bloqueado')
  sim.sql.portal.persona.save.run({ ...persona, intentos: 0, bloqueadaHasta: null, limiteHasta: null })
  return ok({ rut, bloqueado: false })
}

/** GET sesiones: the newest thousand, and what every person did at the door. */
export function getSesiones({ sim }: ApiDeps, { request }: ApiCall): Response {
  const { sesion, persona } = sim.sql.portal
  const dueno = duenoKey(request)
  const at = sim.now().getTime()
  const personas = persona.list.all(dueno).map((one) => {
    const abiertas = sesion.alive.get(dueno, one.rut, at) ?? 0
    return {
      rut: one.rut,
      logins: one.logins,
      rechazados: one.rechazados,
      abiertas,
      sin_cerrar: sesion.unclosed.get(dueno, one.rut) ?? 0,
      bloqueada_hasta: instant((one.bloqueadaHasta ?? 0) > at ? one.bloqueadaHasta : null),
    }
  })
  const sesiones = sesion.list.all(dueno).map((one) => ({
    rut: one.rut,
    metodo: one.metodo,
    estado: one.cerradaAt !== null ? 'cerrada' : one.venceAt > at ? 'abierta' : 'vencida',
    abierta_at: instant(one.abiertaAt),
    ultima_at: instant(one.ultimaAt),
    vence_at: instant(one.venceAt),
    cerrada_at: instant(one.cerradaAt),
  }))
  return ok({ personas, sesiones })
}

/** DELETE sesiones: ends those that are open, as if their time were over. */
export function deleteSesiones({ sim }: ApiDeps, { request }: ApiCall): Response {
  const at = sim.now().getTime()
  const terminadas = sim.sql.portal.sesion.expireAll.run(at, duenoKey(request), at).changes
  return ok({ terminadas })
}
