// The SII's answers about taxpayers, kept by account to be repeated for free (http §19.2).

import { and, eq } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import type { Log } from '../../base/log'
import type { Ambiente } from '../../domain/ambiente'
import type { EmisorSii, SituacionSii } from '../../sii/contribuyente'
import { isStorageFault } from '../../store/storage-fault'
import type { Store } from '../../store/store'
import { consultaGuardada } from '../../store/tables/consulta'

/** An answer, and when it was given, ISO 8601. */
export interface Copia<T> {
  datos: T
  consultadoEn: string
}

/** The answer of each question; null: the SII does not know the RUT. */
interface Respuestas {
  emisor: EmisorSii | 'no_autorizado' | null
  situacion: SituacionSii | null
}

export type Consulta = keyof Respuestas
export type Respuesta<C extends Consulta> = Respuestas[C]

/** The account and environment that the copies belong to. */
export interface CopyOwner {
  cuentaId: string
  ambiente: Ambiente
}

/** A RUT that the SII does not know today may begin a business tomorrow: that is kept for a minute alone. */
const DESCONOCIDO_S = 60

export type Copias = ReturnType<typeof createCopias>

export function createCopias({
  store: { db },
  clock,
  log,
}: {
  store: Pick<Store, 'db'>
  clock: Clock
  log: Log
}) {
  const t = consultaGuardada

  /** The copy of whatever age; null without one. */
  function find<C extends Consulta>({ cuentaId, ambiente }: CopyOwner, consulta: C, rut: string) {
    const row = db
      .select({ datos: t.datos, consultadoEn: t.consultadoEn })
      .from(t)
      .where(
        and(eq(t.cuentaId, cuentaId), eq(t.ambiente, ambiente), eq(t.consulta, consulta), eq(t.rut, rut)),
      )
      .get()
    return (row ?? null) as Copia<Respuesta<C>> | null
  }

  return {
    find,

    /** The copy while it is younger than `maxEdad` seconds. */
    findFresh<C extends Consulta>(owner: CopyOwner, consulta: C, rut: string, maxEdad: number) {
      const copia = find(owner, consulta, rut)
      if (!copia) return null
      const limit = copia.datos === null ? Math.min(maxEdad, DESCONOCIDO_S) : maxEdad
      // Either way: a clock put back must not keep an old answer for ever.
      const age = Math.abs(clock().getTime() - Date.parse(copia.consultadoEn))
      return age < limit * 1000 ? copia : null
    },

    keep<C extends Consulta>(
      { cuentaId, ambiente }: CopyOwner,
      consulta: C,
      rut: string,
      datos: Respuesta<C>,
    ): Copia<Respuesta<C>> {
      const consultadoEn = clock().toISOString()
      try {
        db.insert(t)
          .values({ cuentaId, ambiente, consulta, rut, datos, consultadoEn })
          .onConflictDoUpdate({
            target: [t.cuentaId, t.ambiente, t.consulta, t.rut],
            set: { datos, consultadoEn },
          })
          .run()
      } catch (error) {
        // The answer is here and paid for; a full disk must not take it away from who waits for it.
        if (!isStorageFault(error)) throw error
        log.error('consultas.not_kept', { cuenta_id: cuentaId, consulta, error })
      }
      return { datos, consultadoEn }
    },
  }
}
