// The names of an archive's files: a folder a company and environment, by RUT; a document by type and folio.

import type { Database } from 'better-sqlite3'
import { type Alcance, type Fila, prepareRutas } from './statements'

export function createRutas(client: Database, alcance: Alcance) {
  const sql = prepareRutas(client)
  const taken = new Map<string, number>()
  /** A company that was deleted and begun anew has its RUT twice. */
  const empresas = sql.empresas.all(alcance).map((one) => {
    const n = (taken.get(one.rut) ?? 0) + 1
    taken.set(one.rut, n)
    return { ...one, carpeta: n === 1 ? one.rut : `${one.rut}_${n}` }
  })
  const folders = new Map(empresas.map(({ id, carpeta }) => [id, carpeta]))
  const folderOf = (empresaId: string, ambiente: string) => `empresas/${folders.get(empresaId)}/${ambiente}`
  return {
    empresas,
    cuenta: () => sql.cuenta.get(alcance.cuenta)!,
    /** The schema that the rows are of: its last migration. */
    esquema: () => sql.ultimaMigracion.get()!,
    de: {
      /** Where a folio was freed, another document may have it. */
      documento_xml({ documento_id }: Fila): string {
        const { empresa_id, ambiente, tipo_dte, folio, libre } = sql.documento.get(documento_id as string)!
        const other = libre ? `-${documento_id}` : ''
        return `${folderOf(empresa_id, ambiente)}/emitidos/${tipo_dte}/${folio}${other}.xml`
      },
      /** Null for what brought no document by itself. Two of one folio may differ. */
      recibido_archivo({ id, empresa_id, ambiente }: Fila): string | null {
        const first = sql.recibido.get(id as string)
        if (!first) return null
        const other = first.id === first.primero_id ? '' : `-${first.id}`
        const folder = folderOf(empresa_id as string, ambiente as string)
        return `${folder}/recibidos/${first.rut_emisor}/${first.tipo_dte}-${first.folio}${other}.xml`
      },
    },
  }
}
