// The operations on folios at the SII: the kinds of job, and the question without a job.

import { eq } from 'drizzle-orm'
import { AppError } from '../../../domain/errors'
import type { JobKind } from '../../../jobs/kind'
import type { Store } from '../../../store/store'
import { empresa } from '../../../store/tables/empresa'
import type { Folios } from '../create'
import { anularJob } from './anular.job'
import { reobtenerJob } from './reobtener.job'
import { type SolicitarDeps, solicitarJob } from './solicitar.job'

export type FoliosSii = ReturnType<typeof createFoliosSii>

export function createFoliosSii(
  deps: Omit<SolicitarDeps, 'emisorOf' | 'folios' | 'store'> & { store: Store; folios: Folios },
) {
  const { db } = deps.store
  /** Throws NOT_FOUND. */
  function emisorOf(empresaId: string): { rut: string; razonSocial: string; cuentaId: string } {
    const row = db
      .select({ rut: empresa.rut, razonSocial: empresa.razonSocial, cuentaId: empresa.cuentaId })
      .from(empresa)
      .where(eq(empresa.id, empresaId))
      .get()
    if (!row) throw new AppError('NOT_FOUND', 'La empresa no existe')
    return row
  }
  const own = { ...deps, emisorOf, outOfUse: deps.folios.outOfUse }
  return {
    emisorOf,
    kinds: [solicitarJob(own), reobtenerJob(own), anularJob(own)] as JobKind[],
  }
}
