// A change of a document, as the history of the register keeps it.

import type { CampoCambiado } from '../../store/tables/rcv'
import type { Cambio, DocumentoEscrito, prepareImportacion } from './statements'

type Sql = Pick<ReturnType<typeof prepareImportacion>, 'cambio'>

/** Records it in the month that shows it, and in the one that the document left. */
export function recordChange(
  sql: Sql,
  { periodo, visto_en }: { periodo: string; visto_en: string },
  row: DocumentoEscrito,
  cambio: Cambio,
  campos: readonly CampoCambiado[],
): void {
  const { empresa_id, ambiente, id: documento_id } = row
  const told = { empresa_id, ambiente, periodo, documento_id, visto_en, cambio }
  const texto = campos.length ? JSON.stringify(campos) : null
  sql.cambio.run({ ...told, campos: texto })
  if (row.periodo !== periodo) sql.cambio.run({ ...told, periodo: row.periodo, campos: texto })
}
