// Guides on disk: what each is, whether it may be invoiced, and the ledger of which invoice covers it (http §5). All but
// the readers run inside the caller's transaction.

import type { Clock } from '../../../base/clock'
import { chileDate } from '../../../domain/fecha'
import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import { type GuiaRow, prepareGuias } from './statements'

export type { GuiaRow }

/** The filters of a list of guides. */
interface FiltrosGuia {
  facturable?: boolean
  estado?: 'vigente' | 'anulada'
  receptor?: string
  desde?: string
  hasta?: string
}

/** The first of last month: who moves in has invoiced what is older. */
export function importadasDesde(now: Date): string {
  const [anio, mes] = chileDate(now).split('-').map(Number) as [number, number]
  return mes === 1 ? `${anio - 1}-12-01` : `${anio}-${String(mes - 1).padStart(2, '0')}-01`
}

export function createGuiaStore({ client }: Store, clock: Clock) {
  const sql = prepareGuias(client)

  const params = ({ empresaId, ambiente }: Titular, f: FiltrosGuia) => ({
    empresaId,
    ambiente,
    facturable: f.facturable === undefined ? null : Number(f.facturable),
    anulada: f.estado === undefined ? null : Number(f.estado === 'anulada'),
    receptor: f.receptor ?? null,
    importadasDesde: importadasDesde(clock()),
    desde: f.desde ?? null,
    hasta: f.hasta ?? null,
  })

  return {
    insert: (documentoId: string, indTraslado: number) => void sql.insert.run(documentoId, indTraslado),
    byFolio: ({ empresaId, ambiente }: Titular, folio: number) =>
      sql.byFolio.get({ empresaId, ambiente, folio, importadasDesde: importadasDesde(clock()) }),
    /** Newest first, behind one of them. */
    list(
      titular: Titular,
      f: FiltrosGuia,
      limite: number,
      offset: number,
      last: Pick<GuiaRow, 'fecha_emision' | 'folio'> | null,
    ) {
      const behind = { fecha: last?.fecha_emision ?? '9999', folio: last?.folio ?? 0 }
      return sql.list.all({ ...params(titular, f), ...behind, limite, offset })
    },
    count: (titular: Titular, f: FiltrosGuia): number => sql.count.get(params(titular, f))!,
    /** Marks a guide as void; from then on it is nothing to refer to. */
    setVoided(documentoId: string, motivo: string, at: string): void {
      sql.setVoided.run(at, motivo, documentoId)
      sql.nameVoider.run(documentoId)
    },
    /**
     * Writes that an invoice covers a guide. A second invoice of the same guide breaks the unique index and throws, unless it
     * is to stand beside the first.
     */
    cover: (guiaId: string, facturaId: string, at: string, forzada = false) =>
      void sql.cover.run(guiaId, facturaId, at, Number(forzada)),
    /** Gives back every guide of an invoice; `notaId` is the note that voided it, null when it came to nothing itself. */
    free: (facturaId: string, notaId: string | null, at: string) => void sql.free.run(at, notaId, facturaId),
    /** The guides that an invoice lost to a note. */
    lost: (facturaId: string) => sql.lost.all(facturaId),
    /** The invoices that cover a guide, the first before those beside it. */
    coveredBy: (guiaId: string) => sql.coveredBy.all(guiaId),
    covered: (facturaId: string) => sql.covered.all(facturaId),
    /** Whether an invoice was to stand beside another over some guide. */
    forced: (facturaId: string) => sql.forced.get(facturaId) !== undefined,
    /** The guides of an invoice that the SII has not accepted: not yet, or never. */
    /** Which of these documents cover guides. */
    covering: (ids: readonly string[]): ReadonlySet<string> => new Set(sql.covering.all(JSON.stringify(ids))),
    pending: (facturaId: string) => sql.pending.all(facturaId),
  }
}
