// Lists the answers about issued documents (areas/recibidos/intercambio §4).

import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import { createTrozos } from '../../../store/trozos'
import { type FiltroRecibidas, prepareRecibidas, type RecibidaRow } from './statements'

export function createRecibidas({ client, secrets }: Pick<Store, 'client' | 'secrets'>) {
  const sql = prepareRecibidas(client)
  const trozos = createTrozos({ client, secrets })
  return {
    /** Those held against an issued document, oldest first. */
    ofDocumento: (documentoId: string) => sql.ofDocumento.all(documentoId),
    list: (filtro: FiltroRecibidas, limit: number, offset: number, last: RecibidaRow | null) =>
      sql.list.all({ ...filtro, en: last?.recibida_en ?? '9999', tras: last?.id ?? '', limit, offset }),
    count: (filtro: FiltroRecibidas): number => sql.total.get(filtro)!,
    /** The element that it came as. */
    async file(
      { empresaId, ambiente }: Titular,
      id: string,
    ): Promise<{ bytes: Buffer; nombre: string } | null> {
      const row = sql.bytes.get(empresaId, ambiente, id)
      if (!row) return null
      const place = { table: 'respuesta_archivo', column: 'bytes_cifrados', id: row.id }
      const last = secrets.open(place, row.bytes_cifrados)
      const bytes = await trozos.read({ tabla: 'respuesta_archivo', id: row.id }, last)
      return bytes && { bytes, nombre: row.nombre }
    },
  }
}
