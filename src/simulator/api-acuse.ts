// The lever that acts as a document's receiver (simulator §8.1), under the rules of the SII's own registry.

import { nextTurn } from '../base/turn'
import { objects, readBody } from './api-lectura'
import { type ApiCall, type ApiDeps, ApiFault, instant, invalid, ok } from './api-pedido'
import { LADOS } from './hosts'
import { isSeen, worldOf } from './portal/dueno'
import { type Clave, type Evento, findRecibido, registerEvento } from './reclamo'
import { ACCIONES, type Accion, ATENDIDOS, type CodResp, EVENTOS, RESPUESTAS } from './reclamo-codigos'

/** Documents that are answered at once. */
const JUNTOS_MAX = 100

/** An event as the ledger shows it. */
export const eventoJson = ({ codigo, rut, at }: Evento) => ({
  codigo,
  descripcion: EVENTOS[codigo],
  rut,
  fecha: instant(at),
})

/** POST acuse: a receiver acknowledges, accepts or claims a document, several, or all of a company's that await its word. */
export async function postAcuse(deps: ApiDeps, { request }: ApiCall): Promise<Response> {
  const mundo = worldOf(deps.sim, request)
  const body = await readBody(request, [
    'rut_emisor',
    'rut_receptor',
    'tipo_dte',
    'folio',
    'documentos',
    'accion',
    'lado',
  ])
  const rutEmisor = body.rut('rut_emisor')
  const accion = body.oneOf('accion', ACCIONES)
  const lado = body.has('lado') ? body.oneOf('lado', LADOS) : 'certificacion'
  const receptor = body.has('rut_receptor') ? body.rut('rut_receptor') : null
  const several = body.has('documentos')
  const named = body.has('tipo_dte') || body.has('folio')
  if (several && named) body.fault('documentos', 'excluyente', 'Indique documentos, o tipo_dte y folio')
  const documentos = several
    ? objects(body, 'documentos', JUNTOS_MAX, ['tipo_dte', 'folio'], (o) => ({
        tipoDte: o.whole('tipo_dte', 1, 999),
        folio: o.whole('folio', 1, 9_999_999_999),
      }))
    : null
  const [tipoDte, folio] =
    several || (receptor !== null && !named)
      ? [0, 0]
      : [body.integer('tipo_dte', 1, 999), body.integer('folio', 1, 9_999_999_999)]
  body.done()
  if (folio) return answerOne(deps, { lado, mundo, rutEmisor, tipoDte, folio }, accion, receptor)
  const claves = documentos
    ? documentos.map((one): Clave => ({ lado, mundo, rutEmisor, ...one }))
    : awaiting(deps, { lado, mundo, rut: rutEmisor }, receptor!)
  return answerAll(deps, claves, accion, receptor)
}

/** Registers a receiver's act, by default the document's receiver; returns the SII's answer. */
function act({ sim, libro }: ApiDeps, clave: Clave, accion: Accion, receptor: string | null): CodResp {
  const own = findRecibido(sim, libro, clave)?.documento.rutReceptor ?? ''
  if (receptor !== null && own !== '' && receptor !== own) return 17
  return registerEvento(sim, libro, clave, accion, own)
}

/** Documents of an issuer to a receiver who has said nothing of them yet, oldest first. */
function awaiting(
  { sim, libro }: ApiDeps,
  { lado, mundo, rut }: Pick<Clave, 'lado' | 'mundo'> & { rut: string },
  receptor: string,
): Clave[] {
  return libro
    .search({ lado, rut }, 1000)
    .documentos.filter(
      ({ id, trackId, rutReceptor, tipoDte, veredicto }) =>
        rutReceptor === receptor &&
        ATENDIDOS.includes(tipoDte) &&
        veredicto !== null &&
        veredicto !== 'rechazado' &&
        isSeen(libro.findEnvio(trackId)!, mundo ?? null) &&
        sim.sql.evento.ofDocumento.all(id).length === 0,
    )
    .reverse()
    .slice(0, JUNTOS_MAX)
    .map(({ tipoDte, folio }) => ({ lado, mundo, rutEmisor: rut, tipoDte, folio }))
}

function answerOne(deps: ApiDeps, clave: Clave, accion: Accion, receptor: string | null): Response {
  const { sim, libro } = deps
  const codigo = act(deps, clave, accion, receptor)
  if (codigo === 3)
    throw invalid({
      campo: 'tipo_dte',
      regla: 'valor',
      mensaje: `tipo_dte debe ser uno de ${ATENDIDOS.join(', ')}: el SII no registra eventos de otros`,
    })
  if (codigo === 18)
    throw new ApiFault(
      404,
      'NOT_FOUND',
      'El SII no tiene ese documento: no llegó, no está juzgado o fue rechazado',
    )
  if (codigo !== 0) {
    const ayuda = codigo === 27 ? '; emítalo con forma_pago 2' : ''
    throw new ApiFault(409, 'INVALID_STATE', `El SII respondió ${codigo}: ${RESPUESTAS[codigo]}${ayuda}`)
  }
  const { rutEmisor, tipoDte, folio } = clave
  const { documento, recibidoAt, venceAt, eventos } = findRecibido(sim, libro, clave)!
  return ok(
    {
      rut_emisor: rutEmisor,
      tipo_dte: tipoDte,
      folio,
      rut_receptor: documento.rutReceptor,
      accion,
      codigo_sii: String(codigo),
      recibido_sii: instant(recibidoAt),
      vence_el: instant(venceAt),
      eventos: eventos.map(eventoJson),
    },
    201,
  )
}

/** Each by itself: what the SII does not register of one keeps nothing from the others. */
async function answerAll(
  deps: ApiDeps,
  claves: readonly Clave[],
  accion: Accion,
  receptor: string | null,
): Promise<Response> {
  const documentos = []
  for (const clave of claves) {
    const codigo = act(deps, clave, accion, receptor)
    documentos.push({
      tipo_dte: clave.tipoDte,
      folio: clave.folio,
      codigo_sii: String(codigo),
      glosa: RESPUESTAS[codigo],
    })
    await nextTurn()
  }
  return ok(
    { accion, registrados: documentos.filter((one) => one.codigo_sii === '0').length, documentos },
    201,
  )
}
