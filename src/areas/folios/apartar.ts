// Folios set aside: no document here will bear them. They are passed over in the order in which they would be taken.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../domain/ambiente'

/** What stands at the SII under the folio: a document that is not here, an annulment, nothing that it tells of. */
export type EstadoApartado = 'emitido_fuera' | 'anulado' | 'por_anular'

export interface Apartado {
  desde: number
  hasta: number
  estado: EstadoApartado
  motivo: string
}

export type Apartar = ReturnType<typeof createApartar>

/** All run inside the caller's transaction. */
export function createApartar(client: Database, clock: Clock) {
  const insert = client.prepare('INSERT INTO folio_apartado VALUES (?, ?, ?, ?, ?, ?)')
  const advance = client.prepare('UPDATE caf SET siguiente = ? WHERE id = ? AND siguiente = ?')
  const takeFree = client.prepare('DELETE FROM folio_libre WHERE caf_id = ? AND folio = ?')
  const add = (cafId: string, { desde, hasta, estado, motivo }: Apartado): void =>
    void insert.run(cafId, desde, hasta, estado, motivo, clock().toISOString())

  return {
    /** The next of a range, given in order without a gap. False, nothing written, when somebody took them meanwhile. */
    next(cafId: string, apartados: readonly Apartado[]): boolean {
      const [first, last] = [apartados[0]!, apartados.at(-1)!]
      if (advance.run(last.hasta + 1, cafId, first.desde).changes === 0) return false
      for (const apartado of apartados) add(cafId, apartado)
      return true
    },
    /** One that was given back; nothing when somebody took it meanwhile. */
    free(cafId: string, folio: number, estado: EstadoApartado, motivo: string): boolean {
      if (takeFree.run(cafId, folio).changes === 0) return false
      add(cafId, { desde: folio, hasta: folio, estado, motivo })
      return true
    },
  }
}
