// References to our own documents: they must exist, be alive and fit (contract §1). Runs inside the accepting
// transaction, so that two notes cannot both use up the same balance.

import type { Ambiente } from '../../domain/ambiente'
import type { Dte, Referencia } from '../../domain/dte/dte'
import type { Parcial } from '../../domain/dte/solicitud'
import { isTipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { type Advertencia, type Fault, faultsError } from '../../domain/errors'
import type { Store } from '../../store/store'
import type { Anulaciones } from './anulaciones'
import { type DocumentoRow, type Documentos, isAceptado, isDescartado, isMuerto } from './documento-store'
import { DEBITO, type Efecto, efectosOf, type Found, type MontosNota, totalAgainst } from './efectos'

export interface ReferenciasRevisadas {
  efectos: Efecto[]
  advertencias: Advertencia[]
}

/** What of a document, or of a request with faults, is held against what it refers to. */
interface Referente {
  tipoDte: number
  rutEmisor: string
  rutReceptor: string | undefined
  referencias: readonly (Omit<Referencia, 'linea'> | undefined)[]
  /** Null when the amounts are not known: then nothing is said of them. */
  montos: MontosNota | null
}

/** Whether a note may come to count that does not yet. */
const isPending = (nota: DocumentoRow): boolean => !nota.anulado_por && !isMuerto(nota) && !isAceptado(nota)

const isNota = (tipo: number): boolean => isTipoDte(tipo) && tipoDocumento(tipo).nota

const referenteOf = (dte: Dte): Referente => ({
  tipoDte: dte.idDoc.tipoDte,
  rutEmisor: dte.emisor.rut,
  rutReceptor: dte.receptor.rut,
  referencias: dte.referencias,
  montos: dte,
})

interface EfectoRow {
  referido_id: string
  codigo: number
  monto: number
}

/** A note as the document it acts on shows it. */
interface Acting {
  tipo_dte: number
  folio: number
  fecha_emision: string
  codigo: number
  /** What the balance loses; below zero for a debit. */
  monto: number
  aplicado: 0 | 1
  estado_sii: string
}

/** Whether what a note does counts: it stands, and a debit only once the SII took it, since nobody owes a rejected one. */
const counts = (nota: DocumentoRow): boolean =>
  !nota.anulado_por && !isMuerto(nota) && (!DEBITO.has(nota.tipo_dte) || isAceptado(nota))

export type Referencias = ReturnType<typeof createReferencias>

export function createReferencias({ client }: Store, documentos: Documentos, anulaciones: Anulaciones) {
  const coveringCaf = client.prepare(
    // Not what a former row of the company issued: those documents are not among its own.
    `SELECT 1 FROM caf WHERE empresa_id = ? AND ambiente = ? AND tipo_dte = ? AND coalesce(heredado_hasta + 1, desde) <= ?
       AND hasta >= ?`,
  )
  const uncounted = client.prepare(
    `SELECT n.* FROM documento_referencia r JOIN documento n ON n.id = r.documento_id
     WHERE r.referido_id = ? AND r.aplicada = 0 AND r.monto < 0`,
  )
  const insert = client.prepare('INSERT INTO documento_referencia VALUES (?, ?, ?, ?, 0)')
  const efectosIn = client.prepare<[string, number], EfectoRow>(
    'SELECT referido_id, codigo, monto FROM documento_referencia WHERE documento_id = ? AND aplicada = ?',
  )
  const mark = client.prepare(
    'UPDATE documento_referencia SET aplicada = ? WHERE documento_id = ? AND aplicada = ?',
  )
  const addSaldo = client.prepare('UPDATE documento SET saldo = saldo + ? WHERE id = ?')
  const voidBy = client.prepare('UPDATE documento SET anulado_por = ? WHERE id = ?')
  const unvoid = client.prepare('UPDATE documento SET anulado_por = NULL WHERE id = ? AND anulado_por = ?')
  const referidos = client.prepare(
    `SELECT d.* FROM documento_referencia r JOIN documento d ON d.id = r.referido_id
     WHERE r.documento_id = ? AND d.estado_sii NOT IN ('aceptado', 'aceptado_con_reparos')`,
  )
  const acting = client.prepare(
    `SELECT n.tipo_dte, n.folio, n.fecha_emision, r.codigo, r.monto, r.aplicada AS aplicado, n.estado_sii
     FROM documento_referencia r JOIN documento n ON n.id = r.documento_id
     WHERE r.referido_id = ? AND n.folio_estado <> 'libre' ORDER BY n.created_at, n.rowid`,
  )

  const debitos = (id: string) => uncounted.all(id) as DocumentoRow[]

  /** One reference against what we hold. */
  function find(
    { tipoDte, rutEmisor, rutReceptor }: Referente,
    ref: Omit<Referencia, 'linea'>,
    i: number,
    empresaId: string,
    ambiente: Ambiente,
    out: Found,
  ): void {
    const tipo = Number(ref.tipoDocumento)
    const folio = Number(ref.folio)
    const foreign = ref.rutOtro !== undefined && ref.rutOtro !== rutEmisor
    if (!isTipoDte(tipo) || foreign || ref.global || !Number.isSafeInteger(folio)) return
    const campo = `referencias[${i}].folio`
    const what = `El documento tipo ${tipo} folio ${folio}`
    const row = documentos.byFolio(empresaId, ambiente, tipo, folio)
    if (!row) {
      if (coveringCaf.get(empresaId, ambiente, tipo, folio, folio)) {
        out.faults.push({
          campo,
          regla: 'referencia',
          mensaje: `${what} no se ha emitido`,
          code: 'REFERENCE_NOT_FOUND',
        })
      } else {
        const mensaje = `${what} se emitió fuera de este sistema; no se pudo revisar`
        out.advertencias.push({ code: 'REFERENCE_NOT_VERIFIED', campo, mensaje })
      }
      return
    }
    // Other types may carry a code and do nothing by it: only a note modifies.
    const codigo = isNota(tipoDte) && typeof ref.codigo === 'number' ? ref.codigo : null
    // A debit note voids, or adds, once it is accepted: until then no void could equal what a second note changes.
    const dead = row.anulado_por
      ? 'está anulado'
      : codigo !== null && anulaciones.enCurso(row.id)
        ? 'ya tiene en curso la nota que lo anula'
        : codigo === 1 && debitos(row.id).some(isPending)
          ? 'tiene en curso una nota de débito: espere su veredicto'
          : row.estado_sii === 'rechazado'
            ? 'fue rechazado por el SII'
            : isDescartado(row)
              ? 'fue descartado'
              : null
    if (dead) out.faults.push({ campo, regla: 'vigente', mensaje: `${what} ${dead}`, code: 'INVALID_STATE' })
    if (codigo === null) return
    if (row.rut_receptor !== rutReceptor) {
      const mensaje = `${what} es de otro receptor: ${row.rut_receptor}`
      out.advertencias.push({ code: 'RECEIVER_DIFFERS', campo, mensaje })
    }
    if (!dead) out.propias.push({ referido: row, codigo, campo: `referencias[${i}].codigo` })
  }

  /**
   * What balances gain and lose when a note ceases to count, or counts again: also by the notes that it voids, which count
   * again, or cease to.
   */
  function changesOf(notaId: string, counted: 0 | 1, changes = new Map<string, number>()) {
    for (const { referido_id, codigo, monto } of efectosIn.all(notaId, counted)) {
      changes.set(referido_id, (changes.get(referido_id) ?? 0) + (counted ? monto : -monto))
      if (codigo === 1) changesOf(referido_id, counted ? 0 : 1, changes)
    }
    return changes
  }

  /** Notes the documents that would owe less than nothing without a note that is to be voided. */
  function checkRest({ propias, faults }: Found): void {
    for (const { referido, codigo, campo } of propias) {
      if (codigo !== 1) continue
      for (const [id, change] of changesOf(referido.id, 1)) {
        const { tipo_dte, folio, saldo } = documentos.byId(id)!
        if (change >= 0 || saldo + change >= 0) continue
        const mensaje = `Sin el documento tipo ${referido.tipo_dte} folio ${referido.folio} el saldo del tipo ${tipo_dte} folio ${folio} quedaría en ${saldo + change}: anule antes lo que lo rebajó`
        faults.push({ campo, regla: 'saldo', mensaje, code: 'BALANCE_EXCEEDED' })
      }
    }
  }

  function review(
    referente: Referente,
    empresaId: string,
    ambiente: Ambiente,
  ): ReferenciasRevisadas & { faults: Fault[] } {
    const out: Found = { propias: [], faults: [], advertencias: [] }
    for (const [i, ref] of referente.referencias.entries())
      if (ref) find(referente, ref, i, empresaId, ambiente, out)
    const { tipoDte, montos } = referente
    const efectos = montos ? efectosOf(tipoDte, montos, totalAgainst(montos, documentos, out), out) : []
    checkRest(out)
    return { efectos, advertencias: out.advertencias, faults: out.faults }
  }

  return {
    /** Checks the references of a document about to be accepted. Throws every fault at once, and `more` with them. */
    check(dte: Dte, empresaId: string, ambiente: Ambiente, more?: () => Fault[]): ReferenciasRevisadas {
      const { faults, ...reviewed } = review(referenteOf(dte), empresaId, ambiente)
      if (faults.length) throw faultsError([...faults, ...(more?.() ?? [])])
      return reviewed
    },
    /** What the references of a request with other faults break, as far as it can be read (contract §8). */
    faultsOf: (parcial: Parcial, rutEmisor: string, empresaId: string, ambiente: Ambiente): Fault[] =>
      review({ ...parcial, rutEmisor }, empresaId, ambiente).faults,
    /** Writes what the note does, and counts it unless it is a debit. */
    record(notaId: string, efectos: readonly Efecto[]): void {
      for (const { referido, codigo, monto } of efectos) insert.run(notaId, referido.id, codigo, monto)
      this.apply(notaId)
    },
    /** Counts what the note does and is not counted yet, as long as it counts at all. */
    apply(notaId: string): void {
      const efectos = efectosIn.all(notaId, 0)
      // Most documents do nothing, so that is asked first.
      if (!efectos.length || !counts(documentos.byId(notaId)!)) return
      mark.run(1, notaId, 0)
      for (const { referido_id, codigo, monto } of efectos) {
        addSaldo.run(-monto, referido_id)
        if (codigo !== 1) continue
        voidBy.run(notaId, referido_id)
        // A voided credit note no longer takes from what it was about (formato-dte.md §2.10).
        this.revert(referido_id)
      }
    },
    /** Takes back what is counted: the note was discarded, rejected or itself voided. */
    revert(notaId: string): void {
      const efectos = efectosIn.all(notaId, 1)
      if (efectos.length) mark.run(0, notaId, 1)
      for (const { referido_id, codigo, monto } of efectos) {
        addSaldo.run(monto, referido_id)
        unvoid.run(referido_id, notaId)
        if (codigo === 1) this.apply(referido_id)
      }
    },
    /** The notes that refer to a document, and what each does to its balance. */
    actingOn: (documentoId: string) =>
      (acting.all(documentoId) as Acting[]).map((a) => ({ ...a, aplicado: a.aplicado === 1 })),
    /** What the note refers to that the SII has not accepted: not yet, or never. */
    pendingReferidos: (notaId: string) => referidos.all(notaId) as DocumentoRow[],
  }
}
