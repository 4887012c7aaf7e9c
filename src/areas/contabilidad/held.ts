// The documents that an export holds, claimed and let go some hundreds a turn (areas/contabilidad §5).

import { pauses } from '../../base/turn'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import type { Trozos } from '../../store/trozos'
import { unsynced } from '../../store/unsynced'
import type { Compuesto } from './compose'
import type { prepareExportaciones } from './statements-exportacion'

/** Documents of one turn. */
const STEP = 200

export function createHeld(
  { client }: Pick<Store, 'client'>,
  sql: ReturnType<typeof prepareExportaciones>,
  trozos: Pick<Trozos, 'drop'>,
) {
  /** Forgets an export that was never done. */
  function drop(id: string): void {
    client
      .transaction(() => {
        sql.dropDocumentos.run(id)
        sql.drop.run(id)
      })
      .immediate()
    trozos.drop({ tabla: 'asiento_exportacion', id })
  }

  // A process that died midway left documents that nothing has, or did not let go of all.
  for (const { id, estado } of sql.unfinished.all()) {
    if (estado === 'preparando') drop(id)
    else
      client
        .transaction(() => {
          sql.letHeldGo.run(id)
          sql.letAllGo.run(id)
        })
        .immediate()
  }

  return {
    drop,
    /** All of them; the unique index holds against whatever else. */
    async claim(
      { empresaId, ambiente }: Titular,
      id: string,
      periodo: string,
      documentos: Compuesto['documentos'],
    ): Promise<void> {
      const pause = pauses()
      for (let i = 0; i < documentos.length; i += STEP) {
        const own = documentos.slice(i, i + STEP)
        unsynced(client, () => {
          for (const one of own)
            sql.addDocumento.run({
              ...{ exportacion_id: id, ...one, empresa_id: empresaId, ambiente, periodo, vivo: 1 },
            })
        })
        await pause()
      }
    },
    /** The next start ends what a death left. */
    async letGo(id: string): Promise<void> {
      const pause = pauses()
      for (let last = { libro: '', documento: '' }; ; ) {
        const rows = sql.documentos.all({ id, ...last, limit: STEP })
        unsynced(client, () => {
          for (const { libro, documento } of rows) sql.letGo.run(id, libro, documento)
        })
        if (rows.length < STEP) break
        last = rows.at(-1)!
        await pause()
      }
      sql.letAllGo.run(id)
    },
  }
}
