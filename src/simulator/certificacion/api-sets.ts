// Generating a file of sets (simulator §23.1).

import { parseRut } from '../../domain/rut'
import { type Cuerpo, readBody } from '../api-lectura'
import { type ApiCall, type ApiDeps, badParameter } from '../api-pedido'
import { duenoKey } from '../portal/dueno'
import { CLASES, type Clase } from './filas'
import { DIALECTOS } from './pluma'
import { type Empresa, generateSets } from './sets'
import { printSets } from './texto'

/** The company that a request is about: `?rut=`, which `timbre serve` adds, or the body's. */
export function empresaIn({ request, query }: Pick<ApiCall, 'request' | 'query'>, body?: Cuerpo): Empresa {
  const dueno = duenoKey(request)
  const named = query.get('rut')
  if (named === null && body) return { dueno, rut: body.rut('rut') }
  const rut = parseRut(named ?? '')
  if (!rut) throw badParameter({ campo: 'rut', regla: 'rut', mensaje: 'rut no es un RUT válido' })
  return { dueno, rut }
}

/** POST certificacion/sets: the bytes that the SII names SIISetDePruebas<RUT>.txt. */
export async function postSets({ sim }: ApiDeps, call: ApiCall): Promise<Response> {
  const body = await readBody(call.request, ['rut', 'sets', 'semilla', 'dialecto'])
  const empresa = empresaIn(call, body)
  const clases = body.list('sets', CLASES.length, (list, path) => list.oneOf<Clase>(path, CLASES))
  const semilla = body.has('semilla')
    ? body.latin1('semilla', 40)
    : Buffer.from(sim.random(6)).toString('hex')
  const dialecto = body.has('dialecto') ? body.oneOf('dialecto', DIALECTOS) : 'actual'
  if (Array.isArray(body.raw('sets'))) {
    if (!clases.length || new Set(clases).size < clases.length)
      body.fault('sets', 'valor', 'sets debe nombrar uno o más sets, cada uno una vez')
    if (clases.includes('boleta') && clases.length > 1)
      body.fault('sets', 'excluyente', 'El set de boletas es de un trámite propio: se pide solo')
  }
  body.done()
  const bytes = printSets(generateSets(sim, empresa, clases, semilla), semilla, dialecto)
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': 'text/plain; charset=ISO-8859-1' },
  })
}
