// The stops of an export: all that is wrong at once, and nothing is written (areas/contabilidad §4, §5).

import { AppError } from '../../domain/errors'
import type { Compuesto } from './compose'

const detalles = (list: readonly object[]) => ({ detalles: list as object[] })

/** Throws what keeps the vouchers from being written, the first of its kinds with all of it. */
export function requireWhole({ faltas: { sin_cuenta, sin_detalle, descuadrados } }: Compuesto): void {
  const count = (n: number, one: string, more: string): string => (n === 1 ? `${one}` : `${n} ${more}`)
  if (descuadrados.length)
    throw new AppError(
      'VOUCHER_UNBALANCED',
      `Las partes de ${count(descuadrados.length, 'un documento', 'documentos')} no suman su total: revise el registro; no se escribió nada`,
      detalles(descuadrados),
    )
  if (sin_cuenta.length)
    throw new AppError(
      'ACCOUNT_MISSING',
      `Ninguna regla da cuenta a ${count(sin_cuenta.length, 'una parte', 'partes')} de los asientos: agregue reglas en /v1/contabilidad/reglas; no se escribió nada`,
      detalles(sin_cuenta),
    )
  if (sin_detalle.length)
    throw new AppError(
      'ACCOUNT_DETAIL_MISSING',
      `A las líneas de ${count(sin_detalle.length, 'una cuenta', 'cuentas')} les falta lo que el plan de cuentas pide; no se escribió nada`,
      detalles(sin_detalle),
    )
}

/** Throws INVALID_STATE where a living export has any of them. */
export function requireFree(
  { exportados, cambiados, documentos }: Compuesto,
  alcance: 'nuevos' | 'todo',
): void {
  if (alcance === 'todo' && exportados)
    throw new AppError(
      'INVALID_STATE',
      `${exportados === 1 ? 'Un documento ya está' : `${exportados} documentos ya están`} en exportaciones que valen: anúlelas antes, o pida alcance nuevos`,
    )
  if (documentos.length) return
  const changed = cambiados.length
    ? `; ${cambiados.length} ${cambiados.length === 1 ? 'cambió' : 'cambiaron'} desde entonces: anule su exportación para que vuelvan`
    : ''
  throw new AppError('INVALID_STATE', `No hay documentos por exportar en el período${changed}`)
}
