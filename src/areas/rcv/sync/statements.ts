// The hot statements of reading the register at the SII: each document of a type is marked as seen, whether it changed or not
// (src §3.15; store §4).

import type { Database } from 'better-sqlite3'
import { prepareInsert } from '../../../store/statements'
import { type rcvAvance, type rcvSincronizacion, rcvTotal } from '../../../store/tables/rcv-sync'
import type { Row } from '../../../store/tables/row'
import type { DocumentoRow, Dueno, Tramo } from '../statements'

type Sincronizacion = Row<typeof rcvSincronizacion>
export type Avance = Row<typeof rcvAvance>

const DUENO = 'empresa_id = @empresa_id AND ambiente = @ambiente'
const TRAMO = `${DUENO} AND periodo = @periodo AND lado = @lado AND estado_contable = @estado_contable`
type Mes = Dueno & { periodo: string }
type DelMes = Mes & { inicio: string }

export const prepareSync = (client: Database) => ({
  /** It says what it said: seen again. */
  seen: client.prepare<[vistoEn: string, id: string]>(
    "UPDATE rcv_documento SET visto_en = ?, origen = 'sii' WHERE id = ?",
  ),
  /** The next of a slice that a reading did not see. */
  unseen: client.prepare<[Tramo & { inicio: string; limit: number }], DocumentoRow>(
    `SELECT * FROM rcv_documento WHERE ${TRAMO} AND ausente_desde IS NULL AND visto_en < @inicio ORDER BY orden, id LIMIT @limit`,
  ),
  unsee: client.prepare<[Tramo & { tipo_dte: number; inicio: string; antes: string }]>(
    `UPDATE rcv_documento SET visto_en = @antes WHERE ${TRAMO} AND tipo_dte = @tipo_dte AND visto_en = @inicio`,
  ),
  /** The last instant at which anything of the month was written. */
  lastSeen: client
    .prepare<[Mes], string | null>(
      `SELECT max(at) FROM (SELECT max(visto_en) AS at FROM rcv_tramo WHERE ${DUENO} AND periodo = @periodo
         UNION ALL SELECT inicio FROM rcv_sincronizacion WHERE ${DUENO} AND periodo = @periodo)`,
    )
    .pluck(),
  /** The mark of the last reading, or import, of any slice of a month. */
  lastMark: client
    .prepare<[Mes], string | null>(
      `SELECT max(visto_en) FROM rcv_tramo WHERE ${DUENO} AND periodo = @periodo`,
    )
    .pluck(),
  begin: client.prepare<[Omit<Sincronizacion, 'termino_en'>]>(
    `INSERT INTO rcv_sincronizacion (empresa_id, ambiente, periodo, job_id, inicio)
     VALUES (@empresa_id, @ambiente, @periodo, @job_id, @inicio)
     ON CONFLICT DO UPDATE SET job_id = excluded.job_id, inicio = excluded.inicio, termino_en = NULL`,
  ),
  end: client.prepare<[Mes & { job_id: string; termino_en: string }]>(
    `UPDATE rcv_sincronizacion SET termino_en = @termino_en
     WHERE ${DUENO} AND periodo = @periodo AND job_id = @job_id`,
  ),
  avance: client.prepare<[jobId: string], Avance>('SELECT * FROM rcv_avance WHERE job_id = ?'),
  advance: client.prepare<[Avance]>(
    `INSERT INTO rcv_avance VALUES (@job_id, @lado, @estado_contable, @tipo_dte, @leido, @ca_id)
     ON CONFLICT DO UPDATE SET leido = excluded.leido, ca_id = coalesce(excluded.ca_id, ca_id)`,
  ),
  forget: client.prepare<[jobId: string]>('DELETE FROM rcv_avance WHERE job_id = ?'),
  tramo: client.prepare<
    [Tramo],
    { huella: string | null; completo_en: string | null; cargando: 0 | 1; incompleto: string | null }
  >(`SELECT huella, completo_en, cargando, incompleto FROM rcv_tramo WHERE ${TRAMO}`),
  close: client.prepare<
    [Tramo & { inicio: string; completo_en: string; huella: string; actualizado_sii: string | null }]
  >(
    `UPDATE rcv_tramo SET cargando = 0, origen = 'sii', visto_en = @inicio, completo_en = @completo_en, huella = @huella,
       actualizado_sii = @actualizado_sii, incompleto = NULL WHERE ${TRAMO}`,
  ),
  fail: client.prepare<[Tramo & { incompleto: string }]>(
    `UPDATE rcv_tramo SET cargando = 0, huella = NULL, incompleto = @incompleto WHERE ${TRAMO}`,
  ),
  /** Slices that change at the SII alone are read anew. */
  unfreeze: client.prepare<[Mes]>(
    `UPDATE rcv_tramo SET huella = NULL WHERE ${DUENO} AND periodo = @periodo AND lado = 'compra'`,
  ),
  forgetTotals: client.prepare<[Tramo]>(`DELETE FROM rcv_total WHERE ${TRAMO}`),
  total: prepareInsert(client, rcvTotal),
  /** The changes of a reading, by side. */
  counts: client.prepare<[DelMes], { lado: DocumentoRow['lado']; cambio: string; n: number }>(
    `SELECT d.lado, c.cambio, count(*) AS n FROM rcv_cambio c JOIN rcv_documento d ON d.id = c.documento_id
     WHERE c.empresa_id = @empresa_id AND c.ambiente = @ambiente AND c.periodo = @periodo AND c.visto_en = @inicio
     GROUP BY d.lado, c.cambio`,
  ),
  /** Other parties of whom it changed something. */
  parties: client.prepare<[DelMes], { lado: DocumentoRow['lado']; rut: string }>(
    `SELECT DISTINCT d.lado, d.rut FROM rcv_cambio c JOIN rcv_documento d ON d.id = c.documento_id
     WHERE c.empresa_id = @empresa_id AND c.ambiente = @ambiente AND c.periodo = @periodo AND c.visto_en = @inicio`,
  ),
  find: client.prepare<
    [Dueno & Pick<DocumentoRow, 'rut' | 'tipo_dte' | 'folio'>],
    Pick<DocumentoRow, 'id' | 'periodo'>
  >(
    `SELECT id, periodo FROM rcv_documento WHERE ${DUENO} AND lado = 'compra' AND rut = @rut AND tipo_dte = @tipo_dte
       AND folio = @folio AND ausente_desde IS NULL`,
  ),
})
