// The statements of drafts (areas/borradores).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'
import type { Estado } from '../../jobs/estados'
import type { borrador } from '../../store/tables/borrador'
import type { Row } from '../../store/tables/row'

/** A draft, and the document that its emission made: its folio is null while that waits for its hour. */
export type BorradorRow = Omit<Row<typeof borrador>, 'contenido_cifrado'> & {
  tipo_dte: number | null
  folio: number | null
  /** The state of its emission; null while it has none, and once that is forgotten. */
  job_estado: Estado | null
}

export interface Filtro {
  empresa_id: string
  ambiente: Ambiente
  origen: string | null
  estado: string | null
  serie: string | null
}

// All but the long one, which is read for what is shown alone.
const SHOWN =
  'b.id, b.empresa_id, b.ambiente, b.origen, b.serie_id, b.estado, b.version, b.busqueda, b.autor, b.job_id, b.created_at, b.updated_at, d.tipo_dte, d.folio, j.estado AS job_estado'
const FROM = 'FROM borrador b LEFT JOIN documento d ON d.job_id = b.job_id LEFT JOIN job j ON j.id = b.job_id'
const OWN = 'b.empresa_id = @empresa_id AND b.ambiente = @ambiente'
const ASKED = `${OWN} AND (@origen IS NULL OR b.origen = @origen) AND (@estado IS NULL OR b.estado = @estado) AND (@serie IS NULL OR b.serie_id = @serie)`

export const prepareBorradores = (client: Database) => ({
  find: client.prepare<[{ empresa_id: string; ambiente: Ambiente; id: string }], BorradorRow>(
    `SELECT ${SHOWN} ${FROM} WHERE b.id = @id AND ${OWN}`,
  ),
  /** The last written first; behind one, where there is one. */
  list: client.prepare<
    [Filtro & { limit: number; offset: number; updated_at: string; id: string }],
    BorradorRow
  >(
    `SELECT ${SHOWN} ${FROM} WHERE ${ASKED} AND (b.updated_at, b.id) < (@updated_at, @id)
     ORDER BY b.updated_at DESC, b.id DESC LIMIT @limit OFFSET @offset`,
  ),
  contenido: client
    .prepare<[id: string], Buffer>('SELECT contenido_cifrado FROM borrador WHERE id = ?')
    .pluck(),
  count: client.prepare<[Filtro], number>(`SELECT count(*) FROM borrador b WHERE ${ASKED}`).pluck(),
  countOpen: client
    .prepare<[empresaId: string, Ambiente], number>(
      "SELECT count(*) FROM borrador WHERE empresa_id = ? AND ambiente = ? AND estado = 'abierto'",
    )
    .pluck(),
  insert: client.prepare<[Row<typeof borrador>]>(
    `INSERT INTO borrador (id, empresa_id, ambiente, origen, serie_id, estado, version, contenido_cifrado, busqueda, autor, job_id, created_at,
       updated_at)
     VALUES (@id, @empresa_id, @ambiente, @origen, @serie_id, @estado, @version, @contenido_cifrado, @busqueda, @autor, @job_id, @created_at,
       @updated_at)`,
  ),
  write: client.prepare<
    [Pick<Row<typeof borrador>, 'id' | 'version' | 'contenido_cifrado' | 'busqueda' | 'autor' | 'updated_at'>]
  >(
    `UPDATE borrador SET version = @version, contenido_cifrado = @contenido_cifrado, busqueda = @busqueda, autor = @autor,
       updated_at = @updated_at WHERE id = @id AND estado = 'abierto'`,
  ),
  close: client.prepare<[estado: 'emitido' | 'descartado', jobId: string | null, at: string, id: string]>(
    "UPDATE borrador SET estado = ?, job_id = ?, updated_at = ? WHERE id = ? AND estado = 'abierto'",
  ),
  forget: client.prepare<[before: string, limit: number]>(
    'DELETE FROM borrador WHERE id IN (SELECT id FROM borrador WHERE updated_at < ? ORDER BY updated_at LIMIT ?)',
  ),
})
