// The request that would issue a document again (http §10.2).

import { and, eq, isNull } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { chileTimestamp } from '../../domain/fecha'
import type { Db, Store } from '../../store/store'
import { cliente } from '../../store/tables/cliente'
import { type DocumentoRow, type Documentos, type Guias, solicitudToJson, unsigned } from '../dte'

interface Deps {
  store: Store
  clock: Clock
  documentos: Documentos
  guias: Guias
}

/** The living customer of a document that carries no number of a foreigner, and is of one all the same (areas/clientes §3). */
const extranjeroOf = (
  db: Db,
  { empresa_id, rut_receptor, num_id_receptor }: DocumentoRow,
): string | undefined =>
  num_id_receptor === null
    ? undefined
    : db
        .select({ id: cliente.id })
        .from(cliente)
        .where(
          and(
            eq(cliente.empresaId, empresa_id),
            eq(cliente.rut, rut_receptor),
            eq(cliente.numId, num_id_receptor),
            isNull(cliente.eliminadoEn),
          ),
        )
        .get()?.id

export type SolicitudOf = ReturnType<typeof createSolicitudOf>

/** Throws INVALID_STATE for a document that only the register tells of. */
export const createSolicitudOf =
  ({ store, clock, documentos, guias }: Deps) =>
  (row: DocumentoRow): Record<string, unknown> => {
    if (row.contenido === 'registro') throw unsigned(row)
    const contenido = documentos.contenido(row)
    const said = contenido.dte.receptor.extranjero?.numId !== undefined
    const aparte = {
      clienteId: said ? undefined : extranjeroOf(store.db, row),
      ambiente: row.ambiente,
      referenciaExterna: row.referencia_externa,
      forzarGuia: guias.forced(row.id),
      rechazado: row.estado_sii === 'rechazado',
    }
    return solicitudToJson(contenido, aparte, chileTimestamp(clock()))
  }
