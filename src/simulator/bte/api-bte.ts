// The desk's look at boletas of third parties (simulator §8.1).

import { parseRut } from '../../domain/rut'
import { type ApiCall, type ApiDeps, badParameter, instant, ok } from '../api-pedido'
import { duenoKey, vistaOf } from '../portal/dueno'
import { estadoOf, linesOf } from './bte'
import type { Bte } from './statements'

/** GET bte?rut=: the newest thousand of the caller, of a payer or of all. */
export function getBte({ sim }: ApiDeps, { request, query }: ApiCall): Response {
  const text = query.get('rut')
  const rut = text === null ? null : parseRut(text)
  if (text !== null && !rut)
    throw badParameter({ campo: 'rut', regla: 'rut', mensaje: 'rut no es un RUT válido' })
  return ok(sim.sql.bte.list.all({ ...vistaOf(sim, request), dueno: duenoKey(request), rut }).map(bteJson))
}

const bteJson = (boleta: Bte) => ({
  rut: boleta.rut,
  folio: boleta.folio,
  estado: estadoOf(boleta),
  fecha: boleta.fecha,
  codigo_barras: boleta.codigo,
  beneficiario: {
    rut: boleta.beneficiario,
    nombre: boleta.nombre,
    direccion: boleta.direccion,
    comuna: boleta.comuna,
  },
  servicios: linesOf(boleta).map(([descripcion, monto]) => ({ descripcion, monto })),
  total_bruto: boleta.bruto,
  total_retencion: boleta.retencion,
  total_liquido: boleta.bruto - boleta.retencion,
  emitida_por: boleta.persona,
  emitida_at: instant(boleta.emitidaAt),
  anulacion_at: instant(boleta.anulacionAt),
  causa: boleta.causa,
})
