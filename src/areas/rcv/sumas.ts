// The sums of a slice by type: gathered while documents come and go, written with them.

import type { Statement } from 'better-sqlite3'
import type { DocumentoEscrito, Suma } from './statements'

type Sumado = Pick<
  DocumentoEscrito,
  | 'empresa_id'
  | 'ambiente'
  | 'periodo'
  | 'lado'
  | 'estado_contable'
  | 'tipo_dte'
  | 'monto_exento'
  | 'monto_neto'
  | 'monto_iva'
  | 'iva_no_recuperable'
  | 'iva_uso_comun'
  | 'monto_total'
>

/** `flush` must run in the transaction of the documents that were added. */
export function createSumas(write: Statement<[Suma]>) {
  const pending = new Map<string, Suma>()
  return {
    /** A document that comes to its slice (1), or leaves it (-1). */
    add(row: Sumado, times: 1 | -1): void {
      const { empresa_id, ambiente, periodo, lado, estado_contable, tipo_dte } = row
      const key = `${empresa_id}/${ambiente}/${periodo}/${lado}/${estado_contable}/${tipo_dte}`
      let suma = pending.get(key)
      if (!suma) {
        const type = { empresa_id, ambiente, periodo, lado, estado_contable, tipo_dte, documentos: 0 }
        const zero = { monto_exento: 0, monto_neto: 0, monto_iva: 0, iva_no_recuperable: 0, iva_uso_comun: 0 }
        suma = { ...type, ...zero, monto_total: 0 }
        pending.set(key, suma)
      }
      suma.documentos += times
      suma.monto_exento += times * (row.monto_exento ?? 0)
      suma.monto_neto += times * (row.monto_neto ?? 0)
      suma.monto_iva += times * (row.monto_iva ?? 0)
      suma.iva_no_recuperable += times * (row.iva_no_recuperable ?? 0)
      suma.iva_uso_comun += times * (row.iva_uso_comun ?? 0)
      suma.monto_total += times * row.monto_total
    },
    flush(): void {
      for (const suma of pending.values()) write.run(suma)
      pending.clear()
    },
  }
}
