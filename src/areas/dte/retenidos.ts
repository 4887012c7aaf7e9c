// Documents that wait for a person after the SII refused their file as a whole. Their own job is completed and stays so
// (contract §7); whoever retries or discards that one means the job that carries the document now.

import type { Cola, JobKey } from '../../jobs/cola'
import type { JobError } from '../../jobs/kind'
import type { DocumentoRow, Documentos } from './documento-store'
import { REENVIO } from './rechazo'
import { desistir } from './reenvio.job'
import type { WriteVeredictos } from './veredictos'

export type Retenidos = ReturnType<typeof createRetenidos>

interface Deps {
  cola: Pick<Cola, 'get' | 'retry' | 'discard'>
  documentos: Documentos
  writeVeredictos: WriteVeredictos
}

export function createRetenidos(deps: Deps) {
  const { cola, documentos } = deps
  const keyOf = ({ empresa_id: empresaId, ambiente, reenvio_id }: DocumentoRow): JobKey | null =>
    reenvio_id ? { kind: REENVIO, empresaId, ambiente, id: reenvio_id } : null

  /** The document of a company's own job. */
  function rowOf({ id, empresaId, ambiente }: JobKey): DocumentoRow | undefined {
    const row = documentos.byJob(id)
    return row?.empresa_id === empresaId && row.ambiente === ambiente ? row : undefined
  }

  /** The job that carries the document and stopped. */
  function stopped(row: DocumentoRow | undefined): JobKey | null {
    const key = row ? keyOf(row) : null
    const estado = key && cola.get(key)?.estado
    return estado === 'failed' || estado === 'dlq' ? key : null
  }

  return {
    /** Why the document cannot go on; null while it need not be asked. */
    errorOf(row: DocumentoRow): JobError | null {
      const key = stopped(row)
      return key && cola.get(key)!.error
    },
    /** Sends it again with all that wait with it; whether there was anything to do. In a transaction. */
    retry(emision: JobKey): boolean {
      const key = stopped(rowOf(emision))
      if (key) cola.retry(key)
      return key !== null
    },
    /**
     * Gives it up; whether there was anything to do. Throws INVALID_STATE when the SII may have it by now. In a transaction.
     */
    discard(emision: JobKey): boolean {
      const row = rowOf(emision)
      const key = stopped(row)
      if (!row || !key) return false
      desistir(deps, row)
      if (!documentos.byReenvio(key.id).length) cola.discard(key)
      return true
    },
  }
}
