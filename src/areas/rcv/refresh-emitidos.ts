// The documents issued here learn what notes of the register leave of them, whenever a note or a link of one changed.

import type { Pause } from '../../base/turn'
import { referenciaOf } from '../../domain/rcv/tipos'
import type { Documentos, Referencias } from '../dte'
import type { Partes, prepareVinculos } from './statements-vinculos'

export function createRefreshEmitidos(
  sql: ReturnType<typeof prepareVinculos>,
  documentos: Pick<Documentos, 'byFolio'>,
  saldos: Pick<Referencias['saldos'], 'refresh'>,
  inBatches: <T>(list: readonly T[], pause: Pause, write: (one: T) => void) => Promise<void>,
) {
  /** The documents that `datos` of a row name. */
  const namedBy = (datos: string) => {
    const named = referenciaOf(JSON.parse(datos))
    return (named?.folios ?? []).map((folio) => ({
      tipo_dte: Number(named!.tipo_documento),
      folio: Number(folio),
    }))
  }

  /** The document of here that a row of the register names. */
  function namedHere(
    { empresa_id: empresaId, ambiente, rut }: Partes,
    { tipo_dte, folio }: { tipo_dte: number; folio: number },
  ): string[] {
    const row = documentos.byFolio({ empresaId, ambiente }, tipo_dte, folio)
    return row && row.rut_receptor === rut ? [row.id] : []
  }

  return {
    /** Tells those among two parties' that notes are about, and those that rows of `facturas` are. */
    async refreshParties(partes: Partes, facturas: readonly string[], pause: Pause): Promise<void> {
      const ids = facturas.flatMap((id) => sql.emitida.get(id) ?? [])
      for (const datos of sql.nombrados.all(partes)) {
        for (const named of namedBy(datos)) ids.push(...namedHere(partes, named))
        await pause()
      }
      await inBatches([...new Set(ids)], pause, saldos.refresh)
    },

    /** Tells those that a note and its invoice are or are about, and what that is about, in the caller's transaction. */
    refreshPair(ncId: string, facturaId: string): void {
      const ids = new Set<string>()
      const rows = new Set([ncId, facturaId])
      // Rows added on the way are walked too.
      for (const id of rows) {
        const own = sql.emitida.get(id)
        if (own) ids.add(own)
        const row = sql.fila.get(id)
        if (!row) continue
        for (const named of namedBy(row.datos)) {
          for (const here of namedHere(row, named)) ids.add(here)
          const next = sql.filaDe.get({ ...row, ...named })
          if (next) rows.add(next)
        }
      }
      for (const id of ids) saldos.refresh(id)
    },
  }
}
