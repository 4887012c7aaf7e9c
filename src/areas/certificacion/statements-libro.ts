// The statements of a run that is a book: a book runs once a set (src §3.15).

import type { Database } from 'better-sqlite3'
import type { certificacionLibro } from '../../store/tables/certificacion'
import type { Row } from '../../store/tables/row'
import type { IntentoRow, SetRow } from './statements'

type LibroRow = Row<typeof certificacionLibro>

/** A run of a book with its set, and the road that it belongs to. */
export type IntentoDeLibro = IntentoRow &
  Pick<SetRow, 'clase' | 'atencion' | 'ronda_id'> & { certificacion_id: string }

export const prepareLibro = (client: Database) => ({
  byJob: client.prepare<[jobId: string], IntentoDeLibro>(
    `SELECT i.*, s.clase, s.atencion, s.ronda_id, r.certificacion_id FROM certificacion_intento i
     JOIN certificacion_set s ON s.id = i.set_id JOIN certificacion_ronda r ON r.id = s.ronda_id
     WHERE i.job_id = ? AND i.job_id IS NOT NULL`,
  ),
  setFolio: client.prepare<[folio: number, id: string]>(
    'UPDATE certificacion_intento SET folio_notificacion = ? WHERE id = ?',
  ),
  /** The signer of the frozen bytes, and since when the SII may have them. */
  frozen: client.prepare<[intentoId: string], Pick<LibroRow, 'rut_envia' | 'intentado_at'>>(
    'SELECT rut_envia, intentado_at FROM certificacion_libro WHERE intento_id = ?',
  ),
  freeze: client.prepare<[intentoId: string, xml: Uint8Array, rutEnvia: string]>(
    `INSERT INTO certificacion_libro (intento_id, xml_cifrado, rut_envia) VALUES (?, ?, ?)
     ON CONFLICT (intento_id) DO UPDATE SET xml_cifrado = excluded.xml_cifrado, rut_envia = excluded.rut_envia`,
  ),
  setTried: client.prepare<[at: string, intentoId: string]>(
    'UPDATE certificacion_libro SET intentado_at = ? WHERE intento_id = ? AND intentado_at IS NULL',
  ),
})
