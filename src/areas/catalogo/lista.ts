// The catalogue as pages and as a file (areas/catalogo §2).

import type { Database } from 'better-sqlite3'
import { ownTurn } from '../../base/turn'
import { claveOf } from '../../domain/producto'
import { foldText } from '../../domain/texto'
import type { Page } from '../../http/paging'
import { type Filtro, type Orden, type ProductoRow, prepareCatalogo } from './statements'

export interface Buscado {
  q?: string | undefined
  codigo?: string | undefined
  eliminados: boolean
}

/** A text as it stands within another: the letters that the pattern language has for itself in brackets. */
const within = (text: string): string => `*${text.replace(/[*?[]/g, '[$&]')}*`

const filtroOf = (empresa_id: string, { q, codigo }: Buscado): Filtro => ({
  empresa_id,
  q: q ? within(foldText(q.trim())) : null,
  clave: codigo ? claveOf(codigo) : null,
})

export type Lista = ReturnType<typeof createLista>

export function createLista(client: Database) {
  const sql = prepareCatalogo(client)
  return {
    /** A page, and how many there are in all: each may walk the catalogue, so each has a turn of the event loop. */
    async page(
      empresaId: string,
      buscado: Buscado,
      orden: Orden,
      { limite: limit, offset }: Page,
    ): Promise<{ total: number; filas: ProductoRow[] }> {
      const filtro = filtroOf(empresaId, buscado)
      const ids = (buscado.eliminados ? sql.gone : sql.living)[orden].all({ ...filtro, limit, offset })
      const byId = new Map(sql.rows.all(JSON.stringify(ids)).map((row) => [row.id, row]))
      const filas = ids.map((id) => byId.get(id)!)
      // A page that is not full has walked to the end already.
      if (ids.length < limit && (ids.length || !offset)) return { total: offset + ids.length, filas }
      if (filtro.q) await ownTurn()
      return { total: (buscado.eliminados ? sql.countGone : sql.countLiving).get(filtro)!, filas }
    },

    /** The rows after one by name, from the first when undefined. */
    after(empresaId: string, buscado: Buscado, last: ProductoRow | undefined, limit: number): ProductoRow[] {
      const place = { busqueda: last?.busqueda ?? '', id: last?.id ?? '', limit }
      return (buscado.eliminados ? sql.afterGone : sql.after).all({
        ...filtroOf(empresaId, buscado),
        ...place,
      })
    },
  }
}
