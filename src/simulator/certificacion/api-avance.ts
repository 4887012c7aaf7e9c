// Declaring, the state of every row, the review of an envelope and the next step (simulator §23.5).

import { readBody } from '../api-lectura'
import { type ApiCall, type ApiDeps, ApiFault, instant, ok } from '../api-pedido'
import { duenoKey } from '../portal/dueno'
import type { Sim } from '../sim'
import { empresaIn } from './api-sets'
import { type Avance, avanceOf, declare, ESTADOS, estadoOf, isConforme, lastAvance } from './avance'
import { CLASES, NOMBRES } from './filas'
import { ALCANCES, type Alcance, alcanceOf, type Empresa, listSets, setInForce } from './sets'
import { advance, findTramite, type Tramite } from './tramite'

const SIMULACION = 'simulacion'

export const conflict = (mensaje: string): ApiFault => new ApiFault(409, 'INVALID_STATE', mensaje)

const avanceJson = (sim: Sim, avance: Avance | null) => ({
  estado: estadoOf(sim, avance),
  track_id: avance && String(avance.trackId),
  declarado_at: instant(avance?.declaradoAt ?? null),
})

/** The road of a company; 409 where it has generated no set. */
export function tramiteOf(sim: Sim, empresa: Empresa, alcance: Alcance): Tramite {
  const tramite = findTramite(sim, empresa, alcance)
  if (!tramite)
    throw conflict('La empresa no ha generado sets de pruebas (POST /simulador/certificacion/sets)')
  return tramite
}

/** GET certificacion/avance?rut=: the steps, and the rows of the page. */
export function getAvance({ sim }: ApiDeps, call: ApiCall): Response {
  const empresa = empresaIn(call)
  const tramites = ALCANCES.flatMap((alcance) => findTramite(sim, empresa, alcance) ?? [])
  return ok({
    rut: empresa.rut,
    tramites: tramites.map(({ alcance, paso, desdeAt }) => ({ alcance, paso, desde: instant(desdeAt) })),
    sets: listSets(sim, empresa).map((set) => ({
      ...{ clase: set.clase, nombre: NOMBRES[set.clase], atencion: set.atencion },
      ...{ generado_at: instant(set.creadoAt), ...avanceJson(sim, lastAvance(sim, empresa, set.id)) },
    })),
    simulacion: avanceJson(sim, lastAvance(sim, empresa, null)),
  })
}

/** POST certificacion/avance: declares a set with the Track ID of its envelope; the review follows by itself. */
export async function postAvance({ sim, proceso }: ApiDeps, call: ApiCall): Promise<Response> {
  const body = await readBody(call.request, ['rut', 'clase', 'track_id', 'fecha'])
  const empresa = empresaIn(call, body)
  const clase = body.oneOf('clase', [...CLASES, SIMULACION])
  const trackId = body.raw('track_id')
  if (typeof trackId !== 'string' || !/^[1-9]\d{0,14}$/.test(trackId))
    body.fault('track_id', 'formato', 'track_id debe ser el número del envío, sin ceros a la izquierda')
  const fecha = body.raw('fecha')
  if (typeof fecha !== 'string' || !/^\d\d-\d\d-\d{4}$/.test(fecha))
    body.fault('fecha', 'formato', 'fecha debe ser el día del envío, dd-mm-aaaa')
  body.done()
  const set = clase === SIMULACION ? null : setInForce(sim, empresa, clase)
  if (clase !== SIMULACION && !set) throw conflict('La empresa no tiene un set vigente de esa clase')
  const tramite = tramiteOf(sim, empresa, set ? alcanceOf(set.clase) : 'factura')
  const paso = set ? 'SET' : 'SIMULACION'
  if (tramite.paso !== paso) throw conflict(`La empresa está en el paso ${tramite.paso}, no en ${paso}`)
  if (isConforme(sim, lastAvance(sim, empresa, set?.id ?? null)))
    throw conflict(`Ese avance ya está ${ESTADOS.conforme}`)
  const declared = declare(sim, empresa, set, Number(trackId), String(fecha))
  if ('rechazo' in declared) throw conflict(declared.rechazo)
  proceso.wake()
  return ok({ clase, ...avanceJson(sim, declared) }, 201)
}

/** GET certificacion/revision/:track_id: every check, with what was expected and what was found. */
export function getRevision({ sim }: ApiDeps, { request, parts, query }: ApiCall): Response {
  const row = sim.sql.certificacion.avance.ofEnvio.get(Number(parts[0]), duenoKey(request))
  const named = query.get('rut')
  if (!row || row.resultado === null || (named !== null && row.rut !== named))
    throw new ApiFault(404, 'NOT_FOUND', 'No hay una revisión de ese envío')
  const { rut, trackId, revisadoAt, resultado, controles } = avanceOf(row)
  return ok({
    ...{ rut, track_id: String(trackId), revisado_at: instant(revisadoAt), resultado },
    controles,
  })
}

/** POST certificacion/siguiente: "Avanzar Siguiente Paso". */
export async function postSiguiente({ sim }: ApiDeps, call: ApiCall): Promise<Response> {
  const body = await readBody(call.request, ['rut', 'alcance'])
  const empresa = empresaIn(call, body)
  const alcance = body.has('alcance') ? body.oneOf('alcance', ALCANCES) : 'factura'
  body.done()
  const result = advance(sim, tramiteOf(sim, empresa, alcance))
  if ('falta' in result) throw conflict(result.falta)
  return ok({ alcance, paso: result.paso, mensaje: `La empresa ha pasado al paso ${result.paso}` })
}
