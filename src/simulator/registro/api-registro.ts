// The desk's look at a register, unadorned (simulator §8.1).

import { parseRut } from '../../domain/rut'
import { type ApiCall, type ApiDeps, badParameter, instant, ok } from '../api-pedido'
import { LADOS, type Lado } from '../hosts'
import { duenoKey } from '../portal/dueno'
import { isPeriodo, lookAt, rowsOf, sumsOf } from './mirada'
import type { Operacion } from './statements'

/** GET registro/:periodo?rut=&lado=: both sides of a month, sums and rows. */
export function getRegistro(deps: ApiDeps, { request, parts, query }: ApiCall): Response {
  const rut = parseRut(query.get('rut') ?? '')
  if (!rut) throw badParameter({ campo: 'rut', regla: 'rut', mensaje: 'rut no es un RUT válido' })
  const lado = (query.get('lado') ?? 'certificacion') as Lado
  if (!LADOS.includes(lado))
    throw badParameter({ campo: 'lado', regla: 'valor', mensaje: `lado debe ser uno de ${LADOS.join(', ')}` })
  return showRegistro(deps, { lado, dueno: duenoKey(request), rut }, parts[0]!)
}

/** Both sides of a month of somebody's register; refuses a month that has none. */
export function showRegistro(
  { sim }: ApiDeps,
  whose: { lado: Lado; dueno: string; rut: string },
  mes: string,
): Response {
  const { rut } = whose
  const periodo = Number(mes)
  if (!isPeriodo(sim, periodo))
    throw badParameter({
      campo: 'periodo',
      regla: 'rango',
      mensaje: 'periodo debe ser AAAAMM, desde 201705 hasta el presente',
    })
  const side = (operacion: Operacion) => {
    const mirada = lookAt(sim, whose, operacion, periodo)
    const sumas = sumsOf(sim, mirada)
    const estados = [...new Set(sumas.map(({ estado }) => estado))]
    return {
      resumen: sumas.map((one) => ({
        estado_contable: one.estado,
        tipo_dte: one.tipoDte,
        documentos: one.documentos,
        monto_exento: one.exento,
        monto_neto: one.neto,
        monto_iva: one.iva,
        monto_total: one.total,
      })),
      documentos: estados.flatMap((estado) =>
        rowsOf(sim, mirada, estado, 0).map((row) => ({
          estado_contable: row.estado,
          tipo_dte: row.tipoDte,
          folio: row.folio,
          rut: row.contraparte,
          razon_social: row.razonSocial,
          fecha_emision: row.fechaEmision,
          recibido: instant(row.recibidoAt),
          acuse: instant(row.acuseAt),
          reclamo: instant(row.reclamoAt),
          tipo_transaccion: row.tipo,
          monto_total: row.montoTotal,
        })),
      ),
    }
  }
  return ok({ rut, periodo: String(periodo), compra: side('COMPRA'), venta: side('VENTA') })
}
