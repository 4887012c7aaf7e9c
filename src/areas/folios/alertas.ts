// When a company is told that few folios of a type are left, and whether more are asked for then (http §18). The threshold
// in force stands beside every range of the type (`caf.aviso_bajo`), where taking a folio reads it for nothing.

import { eq } from 'drizzle-orm'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { caf, folioAlerta } from '../../store/tables/folios'
import type { Disponibles } from './disponibles'
import { type Key, prepareAlertas } from './statements'

/** How many folios are asked for: so many, as many as the SII gives, or as many as the forecast suggests. */
export type Cantidad = number | 'max' | 'pronostico'

/**
 * The alert of one type. `umbral` is the one in force, null while the type has no range to measure it by.
 */
export interface Alerta {
  umbral: number | null
  reposicionAutomatica: boolean
  cantidad: Cantidad
}

/** A person's settings; undefined leaves one as it is, a null `umbral` is the default again. */
interface CambiosAlerta {
  umbral?: number | null
  reposicionAutomatica?: boolean
  cantidad?: Cantidad
}

/** How long it does not ask again by itself after the SII said no. */
const DIA_MS = 86_400_000

const SIN_AJUSTES = {
  umbral: null,
  reposicion_automatica: 0,
  cantidad: null,
  pronostico: 0,
  rehusado_en: null,
} as const

export type Alertas = ReturnType<typeof createAlertas>

/** The writers run inside the caller's transaction. */
export function createAlertas({ client, db }: Pick<Store, 'client' | 'db'>, disponibles: Disponibles) {
  const { find, enVigor, arm, disarm, isTold, refuse } = prepareAlertas(client)
  const types = (empresaId: string): Key[] =>
    db
      .selectDistinct({ empresaId: caf.empresaId, ambiente: caf.ambiente, tipoDte: caf.tipoDte })
      .from(caf)
      .where(eq(caf.empresaId, empresaId))
      .all()
  const keyOf = ({ empresaId, ambiente }: Titular, tipoDte: number): Key => ({ empresaId, ambiente, tipoDte })

  function get(titular: Titular, tipoDte: number): Alerta {
    const key = keyOf(titular, tipoDte)
    const { reposicion_automatica, cantidad, pronostico } = find.get(key) ?? SIN_AJUSTES
    const umbral = enVigor.get(key) ?? null
    return {
      umbral,
      reposicionAutomatica: reposicion_automatica === 1,
      cantidad: pronostico === 1 ? 'pronostico' : (cantidad ?? 'max'),
    }
  }

  /** Runs what may change the thresholds in force; a type whose threshold moved is looked at anew. */
  function whereMoved<T>(keys: readonly Key[], change: () => T): T {
    const before = keys.map((key) => enVigor.get(key))
    const result = change()
    for (const [i, key] of keys.entries()) if (enVigor.get(key) !== before[i]) arm.run(key)
    return result
  }

  return {
    get,

    /** Whether the stock is at its threshold or under it. */
    isLow(titular: Titular, tipoDte: number): boolean {
      const umbral = enVigor.get(keyOf(titular, tipoDte)) ?? null
      return umbral !== null && disponibles(titular, tipoDte) <= umbral
    },

    /** A new threshold, or a replenishment switched on, is looked at with the next folio, whatever was told before. */
    set(titular: Titular, tipoDte: number, cambios: CambiosAlerta): Alerta {
      const key = keyOf(titular, tipoDte)
      const before = find.get(key) ?? SIN_AJUSTES
      const { umbral = before.umbral, reposicionAutomatica, cantidad } = cambios
      const automatic = before.reposicion_automatica === 1
      const row = {
        umbral,
        reposicionAutomatica: reposicionAutomatica ?? automatic,
        cantidad: cantidad === undefined ? before.cantidad : typeof cantidad === 'number' ? cantidad : null,
        pronostico: cantidad === undefined ? before.pronostico === 1 : cantidad === 'pronostico',
        // A person acted: what asks by itself need not wait any more.
        rehusadoEn: null,
      }
      const { empresaId, ambiente, tipoDte: type } = folioAlerta
      whereMoved([key], () =>
        db
          .insert(folioAlerta)
          .values({ ...key, ...row })
          .onConflictDoUpdate({ target: [empresaId, ambiente, type], set: row })
          .run(),
      )
      // A company that orders folios automatically when few are left already would else wait for the end.
      if (row.reposicionAutomatica && !automatic) arm.run(key)
      return get(titular, tipoDte)
    },

    /** Runs a change of the company that may move its own threshold. */
    aroundEmpresa: <T>(empresaId: string, change: () => T): T => whereMoved(types(empresaId), change),

    /** The SII refused folios of the type: what asks by itself waits. */
    refused(titular: Titular, tipoDte: number, at: Date): void {
      refuse.run({ ...keyOf(titular, tipoDte), at: at.toISOString() })
    },
    /** Whether it waits since less than a day. */
    isRefused(titular: Titular, tipoDte: number, now: Date): boolean {
      const since = find.get(keyOf(titular, tipoDte))?.rehusado_en ?? null
      return since !== null && now.getTime() - Date.parse(since) < DIA_MS
    },

    /** A notified type is not notified again before it has more folios than the threshold. */
    markNotified: (titular: Titular, tipoDte: number): void => void disarm.run(keyOf(titular, tipoDte)),

    /** Runs what adds folios to a type, and arms its alert again when that lifts it above the threshold. */
    aroundGain<T>(titular: Titular, tipoDte: number, gain: () => T): T {
      const key = keyOf(titular, tipoDte)
      const told = isTold.get(key) === 1
      const result = gain()
      const umbral = enVigor.get(key) ?? null
      const above = umbral === null || disponibles(titular, tipoDte) > umbral
      if (!told || above) arm.run(key)
      else disarm.run(key)
      return result
    },
  }
}
