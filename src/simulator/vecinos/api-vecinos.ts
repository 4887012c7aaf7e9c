// The desk of a neighbourhood (simulator §21.5): seeds it, shows it, sends it away, changes a temper.

import { parseRut } from '../../domain/rut'
import { readBody } from '../api-lectura'
import { type ApiCall, type ApiDeps, ApiFault, badParameter, instant, ok } from '../api-pedido'
import { buzonDe } from '../correo/direcciones'
import { duenoKey } from '../portal/dueno'
import { showRegistro } from '../registro/api-registro'
import { planActos } from './actos'
import { HABITANTES, habitanteOf, SIN_CORREO, TEMPLES, type Temple } from './habitantes'
import { planVecindario } from './plan'
import type { VecinoLeido } from './statements'
import { LADO, type Vecindad } from './tipos'

/** The neighbourhood that a request is about: `?rut=` is the company's. */
export function casaOf({ request, query }: Pick<ApiCall, 'request' | 'query'>): Vecindad {
  const rutEmpresa = parseRut(query.get('rut') ?? '')
  if (!rutEmpresa) throw badParameter({ campo: 'rut', regla: 'rut', mensaje: 'rut no es un RUT válido' })
  return { dueno: duenoKey(request), rutEmpresa }
}

/** The neighbour that the path names. */
export function vecinoOf({ sim }: ApiDeps, { dueno, rutEmpresa }: Vecindad, text: string): VecinoLeido {
  const vecino = sim.sql.vecinos.find.get(dueno, rutEmpresa, parseRut(text) ?? '')
  if (!vecino)
    throw new ApiFault(404, 'NOT_FOUND', 'La empresa no tiene ese vecino (POST /simulador/vecindario)')
  return vecino
}

function show({ sim }: ApiDeps, { dueno, rutEmpresa }: Vecindad, status = 200): Response {
  const { vecinos } = sim.sql
  const { n, at } = vecinos.agenda.ofCasa.get(dueno, rutEmpresa)!
  return ok(
    {
      rut: rutEmpresa,
      vecinos: vecinos.list.all(dueno, rutEmpresa).length,
      por_hacer: n,
      proximo: instant(at),
      registro: vecinos.cuenta
        .all(dueno, rutEmpresa)
        .map(({ operacion, tipoDte, documentos }) => ({ operacion, tipo_dte: tipoDte, documentos })),
      boletas_terceros: sim.sql.bte.count.get(rutEmpresa, dueno)!,
      correos: vecinos.recibidos.get(dueno, buzonDe(rutEmpresa))!,
    },
    status,
  )
}

/** GET vecindario. */
export const getVecindario = (deps: ApiDeps, call: ApiCall): Response => show(deps, casaOf(call))

/** How a company may call itself to its neighbours, and how long each is in a document. */
const NOMBRE = { razon_social: 100, giro: 80, direccion: 70, comuna: 20 } as const

/** POST vecindario: thirteen neighbours, and what happened so far, played before the answer. */
export async function postVecindario(deps: ApiDeps, call: ApiCall): Promise<Response> {
  const { sim, proceso } = deps
  const casa = casaOf(call)
  const body = await readBody(call.request, ['meses', 'semilla', ...Object.keys(NOMBRE)])
  const meses = body.has('meses') ? body.integer('meses', 0, 12) : 3
  const semilla = body.has('semilla') ? body.latin1('semilla', 40) : ''
  const named = (campo: keyof typeof NOMBRE) => (body.has(campo) ? body.latin1(campo, NOMBRE[campo]) : null)
  const nombre = {
    ...{ razonSocial: named('razon_social'), giro: named('giro') },
    ...{ direccion: named('direccion'), comuna: named('comuna') },
  }
  body.done()
  if (habitanteOf(casa.rutEmpresa))
    throw new ApiFault(409, 'INVALID_STATE', 'Esa empresa es una vecina: no puede tener vecindario propio')
  const { vecinos } = sim.sql
  const settle = sim.db.transaction(() => {
    if (vecinos.list.all(casa.dueno, casa.rutEmpresa).length) return false
    vecinos.casa.save.run({ ...casa, ...nombre })
    for (const { rut, temple } of HABITANTES)
      vecinos.insert.run(casa.dueno, casa.rutEmpresa, rut, temple, rut === SIN_CORREO ? 0 : 1)
    planActos(sim, casa, planVecindario(casa.rutEmpresa, sim.now(), meses, semilla))
    return true
  })
  if (!settle())
    throw new ApiFault(409, 'INVALID_STATE', 'La empresa ya tiene vecindario (DELETE /simulador/vecindario)')
  await proceso.drain()
  proceso.wake()
  return show(deps, casa, 201)
}

/** DELETE vecindario: they go away; what they wrote stays written. */
export function deleteVecindario({ sim }: ApiDeps, call: ApiCall): Response {
  const { dueno, rutEmpresa } = casaOf(call)
  const { vecinos } = sim.sql
  const leave = sim.db.transaction(() => {
    vecinos.agenda.forget.run(dueno, rutEmpresa)
    vecinos.casa.forget.run(dueno, rutEmpresa)
    return vecinos.forget.run(dueno, rutEmpresa).changes
  })
  return ok({ eliminados: leave() })
}

const vecinoJson = ({ rut, temple, retrasoDias, correo }: VecinoLeido) => ({
  rut,
  razon_social: habitanteOf(rut)?.razonSocial ?? '',
  temple,
  descripcion: TEMPLES[temple],
  retraso: retrasoDias,
  correo: correo === 1,
})

/** GET vecinos. */
export function getVecinos({ sim }: ApiDeps, call: ApiCall): Response {
  const { dueno, rutEmpresa } = casaOf(call)
  return ok(sim.sql.vecinos.list.all(dueno, rutEmpresa).map(vecinoJson))
}

/** PUT vecinos/:rut: what is named changes, from now on. */
export async function putVecino(deps: ApiDeps, call: ApiCall): Promise<Response> {
  const casa = casaOf(call)
  const vecino = vecinoOf(deps, casa, call.parts[0]!)
  const body = await readBody(call.request, ['temple', 'retraso', 'correo'])
  const temple = body.has('temple') ? body.oneOf('temple', Object.keys(TEMPLES) as Temple[]) : vecino.temple
  const retraso = body.has('retraso') ? body.integer('retraso', 0, 30) : vecino.retrasoDias
  const correo = (body.has('correo') ? body.boolean('correo') : vecino.correo === 1) ? 1 : 0
  body.done()
  deps.sim.sql.vecinos.change.run(temple, retraso, correo, casa.dueno, casa.rutEmpresa, vecino.rut)
  return ok(vecinoJson({ ...vecino, temple, retrasoDias: retraso, correo }))
}

/** GET vecinos/:rut/registro/:periodo: the neighbour's own register, to hold both sides against each other. */
export function getRegistroVecino(deps: ApiDeps, call: ApiCall): Response {
  const casa = casaOf(call)
  const { rut } = vecinoOf(deps, casa, call.parts[0]!)
  return showRegistro(deps, { lado: LADO, dueno: casa.dueno, rut }, call.parts[1]!)
}
