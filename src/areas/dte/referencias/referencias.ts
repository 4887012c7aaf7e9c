// References to our own documents: they must exist, be alive and fit (http §1). Runs inside the accepting
// transaction, so that two notes cannot both use up the same balance.

import { componentesOf, minus } from '../../../domain/dte/componentes'
import type { Dte } from '../../../domain/dte/dte'
import { type FechaPropia, hasPreciosBrutos, type Parcial } from '../../../domain/dte/solicitud'
import { type Advertencia, type Fault, faultsError } from '../../../domain/errors'
import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import { type Documentos, isDescartado } from '../documento/documento-store'
import { efectosAjenos } from './ajenas'
import type { Anulaciones } from './anulaciones'
import { createEfectos, type Efecto, type Found, type MontosNota } from './efectos'
import { createFindReferido, type Referente } from './find-referido'
import { createNotasRegistradas } from './notas-registradas'
import { partesToText } from './partes'
import { createRegistro, type EfectoAjeno } from './registro'
import { counts, createSaldos } from './saldos'
import { prepareReferencias } from './statements'

interface ReferenciasRevisadas {
  efectos: Efecto[]
  ajenos: EfectoAjeno[]
  advertencias: Advertencia[]
}

const referenteOf = (dte: Dte): Referente => ({
  tipoDte: dte.idDoc.tipoDte,
  rutEmisor: dte.emisor.rut,
  rutReceptor: dte.receptor.rut,
  referencias: dte.referencias,
  montos: { ...dte, bruto: hasPreciosBrutos(dte) },
  completo: true,
})

export type Referencias = ReturnType<typeof createReferencias>

export function createReferencias(store: Store, documentos: Documentos, anulaciones: Anulaciones) {
  const { client } = store
  const registradas = createNotasRegistradas(store, documentos)
  const saldos = createSaldos(store, documentos, registradas)
  const registro = createRegistro(store, registradas, saldos)
  const find = createFindReferido(store, documentos, anulaciones, registro)
  const efectosOf = createEfectos(documentos, saldos)
  const sql = prepareReferencias(client)

  /** The effects on documents of elsewhere: they bear what those of here leave of the note. */
  function ajenosOf(
    tipoDte: number,
    montos: MontosNota,
    efectos: readonly Efecto[],
    out: Found,
  ): EfectoAjeno[] {
    // A fault of an amount was told already, in words of the types alone.
    if (out.faults.some(({ regla }) => regla === 'saldo')) return []
    const borne = efectos.some(({ monto }) => monto < 0)
    const rest = efectos.reduce((sum, { partes }) => minus(sum, partes), componentesOf(montos, true))
    const unknown = out.ajenas.length + out.propias.length < out.tributarias.length
    return efectosAjenos(tipoDte, out.ajenas, borne ? {} : rest, unknown, out)
  }

  function review(referente: Referente, titular: Titular): ReferenciasRevisadas & { faults: Fault[] } {
    const out: Found = {
      propias: [],
      tributarias: [],
      ajenas: [],
      elsewhere: false,
      faults: [],
      advertencias: [],
    }
    for (const [i, ref] of referente.referencias.entries())
      if (ref) find.referido(referente, ref, i, titular, out)
    const { tipoDte, montos } = referente
    const efectos = montos ? efectosOf(tipoDte, montos, out) : []
    const ajenos = montos && out.ajenas.length ? ajenosOf(tipoDte, montos, efectos, out) : []
    return { efectos, ajenos, advertencias: out.advertencias, faults: out.faults }
  }

  return {
    /** Checks the references of a document about to be accepted. Throws every fault at once, and `more` with them. */
    check(dte: Dte, titular: Titular, more?: () => Fault[]): ReferenciasRevisadas {
      const { faults, ...reviewed } = review(referenteOf(dte), titular)
      if (faults.length) throw faultsError([...faults, ...(more?.() ?? [])])
      return reviewed
    },
    /** The faults of the references of a faulty request, as far as it is readable (http §8). */
    faultsOf: (parcial: Parcial, rutEmisor: string, titular: Titular): Fault[] =>
      review({ ...parcial, rutEmisor }, titular).faults,
    /** The dates of a company's own documents, those that the register has too, for requests that refer to them. */
    fechasDe:
      ({ empresaId, ambiente }: Titular): FechaPropia =>
      (tipo, folio) => {
        const { row, known, why } = find.look({ empresaId, ambiente }, tipo, folio)
        return row ? row.fecha_emision : why ? null : known?.fechaEmision
      },
    /** The document of here that a folio of ours names; none where the SII has another's under it. */
    emitido: (titular: Titular, tipo: number, folio: number) => find.look(titular, tipo, folio).row,
    /** Writes what the note does, and counts it unless it is a debit. */
    record(notaId: string, efectos: readonly Efecto[], ajenos: readonly EfectoAjeno[]): void {
      registro.record(notaId, ajenos)
      for (const { referido, codigo, monto, partes } of efectos)
        sql.insert.run(notaId, referido.id, codigo, monto, partesToText(partes))
      this.apply(notaId)
    },
    /** Counts what the note does and is not counted yet, as long as it counts at all. */
    apply(notaId: string): void {
      const efectos = sql.efectos.all(notaId, 0)
      // Most documents do nothing, so that is asked first.
      if (!efectos.length || !counts(documentos.byId(notaId)!)) return
      sql.mark.run(1, notaId, 0)
      for (const { referido_id, codigo } of efectos) {
        if (codigo === 1) {
          sql.voidBy.run(notaId, referido_id)
          // A voided credit note no longer takes from what it was about (domain/dte §7.3).
          this.revert(referido_id)
        }
        saldos.refresh(referido_id)
      }
    },
    /** Takes back what is counted: the note was discarded, rejected or itself voided. */
    revert(notaId: string): void {
      const efectos = sql.efectos.all(notaId, 1)
      if (efectos.length) sql.mark.run(0, notaId, 1)
      for (const { referido_id, codigo } of efectos) {
        sql.unvoid.run(referido_id, notaId)
        if (codigo === 1) this.apply(referido_id)
        saldos.refresh(referido_id)
      }
    },
    /**
     * Settles balances once a document's fate is known: a void one loses its own, a restored one regains it.
     */
    settled(id: string): void {
      const row = documentos.byId(id)!
      const dead = row.estado_sii === 'rechazado' || isDescartado(row)
      if (dead ? row.saldo !== 0 : row.saldo === 0 && !row.anulado_por) saldos.refresh(id)
    },
    saldos,
    registro,
    /** The notes that refer to a document, and what each does to its balance. */
    actingOn: (documentoId: string) =>
      sql.acting.all(documentoId).map((a) => ({ ...a, aplicado: a.aplicado === 1 })),
    /** The documents referred to that the SII has not accepted: not yet, or never. */
    pendingReferidos: (notaId: string) => sql.unaccepted.all(notaId),
  }
}
