// Documents that wait for a person after the SII refused their file as a whole. Their own job is completed and stays so
// (http §7); whoever retries or discards it means their way to the SII.

import { tipoDocumento } from '../../../domain/dte/tipos'
import { AppError } from '../../../domain/errors'
import type { JobKey } from '../../../jobs/cola'
import type { JobError } from '../../../jobs/kind'
import type { Documentos, EmitidoRow } from '../documento/documento-store'
import { grupoEmision, type Lineas } from '../envio/linea'
import type { Reenvios } from '../envio/reenvio-store'
import type { WriteVeredictos } from '../seguir/veredictos'

export type RefusedFiles = ReturnType<typeof createRefusedFiles>

interface Deps {
  documentos: Documentos
  reenvios: Reenvios
  lineas: Lineas
  writeVeredictos: WriteVeredictos
}

export function createRefusedFiles({ documentos, reenvios, lineas, writeVeredictos }: Deps) {
  /** The document of a company's own job, and the part of a refused file that it waits in. */
  function stopped({ id, empresaId, ambiente }: JobKey): { row: EmitidoRow; parte: string } | null {
    const row = documentos.byJob(id)
    if (row?.empresa_id !== empresaId || row.ambiente !== ambiente) return null
    const found = reenvios.stopped(row)
    return found && { row, parte: found.parte }
  }

  return {
    /** Why the document cannot go on; null while it need not be asked. */
    errorOf: (row: EmitidoRow): JobError | null => reenvios.stopped(row)?.error ?? null,
    /** Sends it again with all that wait with it; whether there was anything to do. In a transaction. */
    retry(emision: JobKey): boolean {
      const found = stopped(emision)
      if (!found) return false
      const { empresaId, ambiente } = emision
      for (const { id } of reenvios.documentos(found.parte)) documentos.setFolioEstado(id, 'tomado')
      reenvios.again(found.parte)
      const { sobre } = tipoDocumento(found.row.tipo_dte)
      lineas.wake({ empresaId, ambiente, grupo: grupoEmision({ empresaId, ambiente }, sobre) })
      return true
    },
    /**
     * Gives it up: the refusal of its file is its verdict. Whether there was anything to do. Throws INVALID_STATE when another
     * envelope with it may have reached the SII since. In a transaction.
     */
    discard(emision: JobKey): boolean {
      const found = stopped(emision)
      if (!found) return false
      const { row } = found
      if (row.visto)
        throw new AppError(
          'INVALID_STATE',
          'El SII puede tener el documento en un envío posterior; reintente',
        )
      reenvios.remove(row)
      const { codigo_sii: codigo, glosa_sii: glosa } = row
      writeVeredictos([[row, { estado: 'rechazado', codigo, glosa }]], true)
      return true
    },
  }
}
