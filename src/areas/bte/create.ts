// Puts boletas de terceros together: what the routes share with the kinds of job and the schedule.

import { eq } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { AppError } from '../../domain/errors'
import type { OperacionPortal } from '../../domain/portal'
import type { Titular } from '../../domain/titular'
import type { Audit } from '../../http/audit'
import type { JobKind } from '../../jobs/kind'
import type { Store } from '../../store/store'
import { empresa } from '../../store/tables/empresa'
import type { Eventos } from '../eventos'
import type { Trabajos } from '../trabajos'
import { anularBteJob } from './anular.job'
import { createBoletas } from './boletas'
import { emitirBteJob } from './emitir.job'
import { createMergeMonths } from './mes'
import { syncBteJob } from './mes.job'
import type { PortalBte } from './portal-bte'
import { bteTarea } from './tarea'

export type Bte = ReturnType<typeof createBte>

export function createBte(
  deps: Omit<PortalBte, 'rutOf'> & {
    store: Store
    clock: Clock
    newId: NewId
    audit: Audit
    eventos: Pick<Eventos, 'emit'>
    trabajos: Pick<Trabajos, 'define'>
    /** Until when the SII keeps waiting who comes by the way that the operation goes. */
    pausedUntil(titular: Titular, operacion: OperacionPortal): Date | null
  },
) {
  const { db } = deps.store
  /** The company that issues. Throws NOT_FOUND. */
  function emisorOf(empresaId: string) {
    const row = db
      .select({
        rut: empresa.rut,
        razonSocial: empresa.razonSocial,
        direccion: empresa.direccion,
        comuna: empresa.comuna,
      })
      .from(empresa)
      .where(eq(empresa.id, empresaId))
      .get()
    if (!row) throw new AppError('NOT_FOUND', 'La empresa no existe')
    return row
  }
  const rutOf = (empresaId: string): string => emisorOf(empresaId).rut
  const boletas = createBoletas(deps)
  const own = { ...deps, rutOf, boletas, merge: createMergeMonths(boletas) }
  return {
    boletas,
    emisorOf,
    rutOf,
    tarea: bteTarea(own),
    kinds: [emitirBteJob(own), anularBteJob(own), syncBteJob(own)] as JobKind[],
  }
}
