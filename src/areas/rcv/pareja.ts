// The note and the invoice that a person names, and what forbids to link them.

import { AppError, faultsError } from '../../domain/errors'
import { isVinculable } from '../../domain/rcv/candidatas'
import type { Lado } from '../../domain/rcv/columnas'
import { isNotaCredito } from '../../domain/rcv/tipos'
import type { Documento } from './lista'

/** How people name a document of the register. */
export interface Llave {
  rut: string
  tipoDte: number
  folio: number
}

/** The two documents that people mean, on one side of the register. Throws NOT_FOUND, VALIDATION_ERROR. */
export function pairOf(
  notas: Documento[],
  facturas: Documento[],
  keys: { nc: Llave; factura: Llave; lado?: Lado | undefined },
) {
  const { lado } = keys
  const on = (list: Documento[]) => list.filter((one) => lado === undefined || one.lado === lado)
  const [ncs, invoices] = [on(notas), on(facturas)]
  if (!ncs.length) throw new AppError('NOT_FOUND', 'La nota no está en el registro')
  if (!invoices.length) throw new AppError('NOT_FOUND', 'La factura no está en el registro')
  const faults = [
    ...(isNotaCredito(keys.nc.tipoDte)
      ? []
      : [{ campo: 'nc.tipo_dte', regla: 'nota' as const, mensaje: 'nc: no es una nota de crédito' }]),
    ...(isVinculable(keys.factura.tipoDte)
      ? []
      : [
          {
            campo: 'factura.tipo_dte',
            regla: 'nota' as const,
            mensaje: 'factura: una nota de crédito no la modifica',
          },
        ]),
    ...(keys.nc.rut === keys.factura.rut
      ? []
      : [
          {
            campo: 'factura.rut',
            regla: 'receptor' as const,
            mensaje: 'factura: es de otra contraparte que la nota',
          },
        ]),
  ]
  if (faults.length) throw faultsError(faults)
  const pairs = ncs.flatMap((nota) =>
    invoices.filter((invoice) => invoice.lado === nota.lado).map((invoice) => ({ nota, invoice })),
  )
  if (pairs.length === 1) return pairs[0]!
  const mensaje = pairs.length
    ? 'lado: los dos están en compras y en ventas; diga cuál con lado'
    : 'factura: está en el otro libro que la nota'
  throw faultsError([
    { campo: pairs.length ? 'lado' : 'factura', regla: pairs.length ? 'requerido' : 'receptor', mensaje },
  ])
}
