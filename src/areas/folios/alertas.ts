// When a company is told that few folios of a type are left, and whether more are asked for then (contract §18). The threshold
// in force stands beside every range of the type (`caf.aviso_bajo`), where taking a folio reads it for nothing.

import type { Database } from 'better-sqlite3'
import type { Disponibles } from './disponibles'
import type { Titular } from './rango'

/** Of one type. `umbral` is the one in force, null while the type has no range to measure it by. */
export interface Alerta {
  umbral: number | null
  reposicionAutomatica: boolean
  cantidad: number | 'max'
}

/** What a person may set; undefined leaves it as it is, a null `umbral` is the default again. */
export interface CambiosAlerta {
  umbral?: number | null
  reposicionAutomatica?: boolean
  cantidad?: number | 'max'
}

type Key = Titular & { tipoDte: number }

interface Row {
  umbral: number | null
  reposicion_automatica: 0 | 1
  cantidad: number | null
}

const SIN_AJUSTES: Row = { umbral: null, reposicion_automatica: 0, cantidad: null }

const EN_VIGOR = `coalesce(
  (SELECT a.umbral FROM folio_alerta a
   WHERE a.empresa_id = @empresaId AND a.ambiente = @ambiente AND a.tipo_dte = @tipoDte),
  (SELECT e.alerta_folios FROM empresa e WHERE e.id = @empresaId),
  (SELECT (n.hasta - n.desde + 10) / 10 FROM caf n
   WHERE n.empresa_id = @empresaId AND n.ambiente = @ambiente AND n.tipo_dte = @tipoDte
   ORDER BY n.fecha_autorizacion DESC, n.desde DESC LIMIT 1))`

// By the company's RUT, because that is what the index of the ranges begins with.
const DEL_TIPO = `rut_emisor = (SELECT rut FROM empresa WHERE id = @empresaId) AND empresa_id = @empresaId
  AND ambiente = @ambiente AND tipo_dte = @tipoDte`

export type Alertas = ReturnType<typeof createAlertas>

/** The writers run inside the caller's transaction. */
export function createAlertas(client: Database, disponibles: Disponibles) {
  const find = client.prepare<[Key], Row>(
    `SELECT umbral, reposicion_automatica, cantidad FROM folio_alerta
     WHERE empresa_id = @empresaId AND ambiente = @ambiente AND tipo_dte = @tipoDte`,
  )
  const put = client.prepare<[Key & Row]>(
    `INSERT INTO folio_alerta VALUES (@empresaId, @ambiente, @tipoDte, @umbral, @reposicion_automatica, @cantidad)
     ON CONFLICT DO UPDATE SET umbral = excluded.umbral, reposicion_automatica = excluded.reposicion_automatica,
       cantidad = excluded.cantidad`,
  )
  const enVigor = client.prepare<[Key], number | null>(`SELECT ${EN_VIGOR}`).pluck()
  const arm = client.prepare<[Key]>(`UPDATE caf SET aviso_bajo = ${EN_VIGOR} WHERE ${DEL_TIPO}`)
  const disarm = client.prepare<[Key]>(`UPDATE caf SET aviso_bajo = NULL WHERE ${DEL_TIPO}`)
  const isTold = client
    .prepare<[Key], number>(`SELECT EXISTS (SELECT 1 FROM caf WHERE ${DEL_TIPO} AND aviso_bajo IS NULL)`)
    .pluck()
  const types = client.prepare<[string], Key>(
    'SELECT DISTINCT empresa_id AS empresaId, ambiente, tipo_dte AS tipoDte FROM caf WHERE empresa_id = ?',
  )
  const keyOf = ({ empresaId, ambiente }: Titular, tipoDte: number): Key => ({ empresaId, ambiente, tipoDte })

  function get(titular: Titular, tipoDte: number): Alerta {
    const key = keyOf(titular, tipoDte)
    const { reposicion_automatica, cantidad } = find.get(key) ?? SIN_AJUSTES
    const umbral = enVigor.get(key) ?? null
    return { umbral, reposicionAutomatica: reposicion_automatica === 1, cantidad: cantidad ?? 'max' }
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
      return umbral !== null && disponibles(titular.empresaId, titular.ambiente, tipoDte) <= umbral
    },

    /** A new threshold, or a replenishment switched on, is looked at with the next folio, whatever was told before. */
    set(titular: Titular, tipoDte: number, cambios: CambiosAlerta): Alerta {
      const key = keyOf(titular, tipoDte)
      const before = find.get(key) ?? SIN_AJUSTES
      const { umbral = before.umbral, reposicionAutomatica, cantidad } = cambios
      const row: Row = {
        umbral,
        reposicion_automatica:
          reposicionAutomatica === undefined ? before.reposicion_automatica : reposicionAutomatica ? 1 : 0,
        cantidad: cantidad === undefined ? before.cantidad : cantidad === 'max' ? null : cantidad,
      }
      whereMoved([key], () => put.run({ ...key, ...row }))
      // Who asks for folios by themselves when few are left already would else wait for the end.
      if (row.reposicion_automatica > before.reposicion_automatica) arm.run(key)
      return get(titular, tipoDte)
    },

    /** Runs a change of the company that may move its own threshold. */
    aroundEmpresa: <T>(empresaId: string, change: () => T): T => whereMoved(types.all(empresaId), change),

    /** What was told is not told again before there are more folios than the threshold. */
    told: (titular: Titular, tipoDte: number): void => void disarm.run(keyOf(titular, tipoDte)),

    /** Runs what adds folios to a type, and arms its alert again when that lifts it above the threshold. */
    aroundGain<T>(titular: Titular, tipoDte: number, gain: () => T): T {
      const key = keyOf(titular, tipoDte)
      const told = isTold.get(key) === 1
      const result = gain()
      const umbral = enVigor.get(key) ?? null
      const above = umbral === null || disponibles(titular.empresaId, titular.ambiente, tipoDte) > umbral
      if (!told || above) arm.run(key)
      else disarm.run(key)
      return result
    },
  }
}
