// Tells once that the two months of a text come to their end (areas/certificacion §2).

import type { Clock } from '../../base/clock'
import type { Store } from '../../store/store'
import type { Avisos } from './avisos'
import { termOf } from './camino'
import type { Certificaciones } from './certificaciones'

const DIA_MS = 24 * 3_600_000
/** Ten days are left then. */
const AVISO_DIAS = 50

interface Deps {
  store: Pick<Store, 'client'>
  certificaciones: Certificaciones
  avisos: Avisos
  clock: Clock
}

export const createPlazos = ({ store, certificaciones, avisos, clock }: Deps) => {
  const { sql } = certificaciones
  const notify = store.client.transaction((now: Date) => {
    const before = new Date(now.getTime() - AVISO_DIAS * DIA_MS).toISOString()
    for (const ronda of sql.porVencer.all(before)) {
      sql.setPlazo.run(now.toISOString(), ronda.id)
      avisos.expiring(sql.anyById.get(ronda.certificacion_id)!, termOf(ronda))
    }
  })
  return async (): Promise<void> => notify.immediate(clock())
}
