// Puts the moving in of history together.

import { AppError } from '../../domain/errors'
import type { Titular } from '../../domain/titular'
import type { JobKind } from '../../jobs/kind'
import type { Store } from '../../store/store'
import { createTrozos } from '../../store/trozos'
import type { Enlace, Guias } from '../dte'
import { createClassify } from './classify'
import { filaOf } from './fuente'
import { createToJson } from './historia-json'
import { createImport, type ImportDeps } from './importar.job'
import { createLink } from './link'
import { createPartes } from './partes'
import { createRead } from './read-files'
import { createSave, placeOf, type SaveDeps } from './save'
import { type ImportacionRow, prepareDocumentos, prepareImportaciones, prepareLineas } from './statements'

export type Historia = ReturnType<typeof createHistoria>

export function createHistoria(
  deps: Omit<ImportDeps, 'store'> &
    Omit<SaveDeps, 'store' | 'classify' | 'lineas' | 'sql'> & { store: Store; enlace: Enlace; guias: Guias },
) {
  const { store, clock } = deps
  const importaciones = prepareImportaciones(store.client)
  const lineas = prepareLineas(store.client)
  const sql = prepareDocumentos(store.client)
  const trozos = createTrozos(store)
  const toJson = createToJson(importaciones)
  const classify = createClassify({ documentos: deps.documentos, lineas, sql })
  const shared = { ...deps, classify, importaciones, lineas, sql }
  const kind = createImport(deps, {
    ...{ trozos, importaciones, lineas, toJson },
    read: createRead(shared),
    save: createSave(shared),
    link: createLink(shared),
  })

  /** Throws NOT_FOUND. */
  function get({ empresaId, ambiente }: Titular, id: string): ImportacionRow {
    const row = importaciones.get.get(id)
    if (row?.empresa_id === empresaId && row.ambiente === ambiente) return row
    throw new AppError('NOT_FOUND', 'No existe la importación')
  }

  return {
    kinds: [kind] as JobKind[],
    get,
    toJson,
    importaciones,
    lineas,
    sql,
    partes: createPartes({ ...deps, trozos, importaciones, get }),
    /** A line's file as it came; null where nothing of it is kept. */
    bytesOf(id: string, entrada: number): Buffer | null {
      const kept = lineas.kept.get(id, entrada)
      return kept ? store.secrets.open(placeOf(id, entrada), kept) : null
    },
    /** Forgets what was saved of a file that no import is of. */
    letGo(id: string): void {
      if (!importaciones.get.get(id)) trozos.drop(filaOf(id))
    },
    ajuste: ({ empresaId, ambiente }: Titular): string | undefined => sql.ajuste.get({ empresaId, ambiente }),
    adjust: ({ empresaId, ambiente }: Titular, desde: string): void =>
      void sql.adjust.run({ empresaId, ambiente, desde }),
    now: () => clock(),
  }
}
