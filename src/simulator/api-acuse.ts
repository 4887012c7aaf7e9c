// The lever that acts as a document's receiver (simulator §8.1), under the rules of the SII's own registry.

import { readBody } from './api-lectura'
import { type ApiCall, type ApiDeps, ApiFault, instant, invalid, ok } from './api-pedido'
import { LADOS } from './hosts'
import { type Evento, findRecibido, registerEvento } from './reclamo'
import { ACCIONES, ATENDIDOS, EVENTOS, RESPUESTAS } from './reclamo-codigos'

/** An event as the ledger shows it. */
export const eventoJson = ({ codigo, rut, at }: Evento) => ({
  codigo,
  descripcion: EVENTOS[codigo],
  rut,
  fecha: instant(at),
})

/** POST acuse: the receiver acknowledges, accepts or claims a document. */
export async function postAcuse({ sim, libro }: ApiDeps, { request }: ApiCall): Promise<Response> {
  const body = await readBody(request, ['rut_emisor', 'tipo_dte', 'folio', 'accion', 'lado'])
  const rutEmisor = body.rut('rut_emisor')
  const tipoDte = body.integer('tipo_dte', 1, 999)
  const folio = body.integer('folio', 1, 9_999_999_999)
  const accion = body.oneOf('accion', ACCIONES)
  const lado = body.has('lado') ? body.oneOf('lado', LADOS) : 'certificacion'
  body.done()
  const clave = { lado, rutEmisor, tipoDte, folio }
  const receptor = findRecibido(sim, libro, clave)?.documento.rutReceptor ?? ''
  const codigo = registerEvento(sim, libro, clave, accion, receptor)
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
