// Books as people read them (simulator §8.1).

import { parseRut } from '../../domain/rut'
import { type ApiCall, type ApiDeps, badParameter, instant, ok } from '../api-pedido'
import { vistaOf } from '../portal/dueno'
import { type LibroTributario, listLibros } from './libros'

/** GET libros?rut=: the newest hundred of the caller. */
export function getLibros({ sim }: ApiDeps, { request, query }: ApiCall): Response {
  const text = query.get('rut')
  const rut = text === null ? null : parseRut(text)
  if (text !== null && !rut)
    throw badParameter({ campo: 'rut', regla: 'rut', mensaje: 'rut no es un RUT válido' })
  return ok(listLibros(sim, { ...vistaOf(sim, request), rut }).map(libroJson))
}

const libroJson = (libro: LibroTributario) => ({
  track_id: String(libro.trackId),
  lado: libro.lado,
  rut_empresa: libro.rutEmpresa,
  rut_envia: libro.rutEnvia,
  archivo: libro.archivo,
  sha1: libro.sha1,
  veces: libro.veces,
  clase: libro.clase,
  periodo: libro.periodo,
  folio_notificacion: libro.folioNotificacion,
  estado: libro.estado,
  razones: libro.razones,
  documentos: libro.contenido.detalle.length,
  recibido_at: instant(libro.recibidoAt),
})
