// References to our own documents: they must exist, be alive and fit (contract §1). Runs inside the accepting
// transaction, so that two notes cannot both use up the same balance.

import type { Ambiente } from '../../domain/ambiente'
import type { Dte, Referencia } from '../../domain/dte/dte'
import { enPesos } from '../../domain/dte/moneda'
import { montosEnPesos } from '../../domain/dte/pesos'
import { isTipoDte } from '../../domain/dte/tipos'
import { type Advertencia, type Fault, faultsError } from '../../domain/errors'
import type { Store } from '../../store/store'
import type { DocumentoRow, Documentos } from './documento-store'

/** A reference found among our own documents, with what the note does to its balance. */
export interface ReferenciaPropia {
  referido: DocumentoRow
  codigo: number
  /** Pesos that the balance of the referred document loses (negative: gains). */
  monto: number
}

export interface ReferenciasRevisadas {
  propias: ReferenciaPropia[]
  advertencias: Advertencia[]
}

export type Referencias = ReturnType<typeof createReferencias>

export function createReferencias({ client }: Store, documentos: Documentos) {
  const coveringCaf = client.prepare(
    'SELECT 1 FROM caf WHERE empresa_id = ? AND ambiente = ? AND tipo_dte = ? AND desde <= ? AND hasta >= ?',
  )
  const insert = client.prepare('INSERT INTO documento_referencia VALUES (?, ?, ?, ?)')
  const apply = client.prepare('UPDATE documento SET saldo = saldo - ? WHERE id = ?')
  const voidBy = client.prepare('UPDATE documento SET anulado_por = ? WHERE id = ?')
  const ofNote = client.prepare('SELECT * FROM documento_referencia WHERE documento_id = ?')
  const unvoid = client.prepare('UPDATE documento SET anulado_por = NULL WHERE id = ? AND anulado_por = ?')
  const referidosPendientes = client.prepare(
    `SELECT d.* FROM documento_referencia r JOIN documento d ON d.id = r.referido_id
     WHERE r.documento_id = ? AND d.estado_sii NOT IN ('aceptado', 'aceptado_con_reparos')`,
  )

  /** One reference against what we hold; the document it names, or null when it was issued elsewhere. */
  function find(
    ref: Referencia,
    i: number,
    empresaId: string,
    ambiente: Ambiente,
    out: Found,
  ): DocumentoRow | null {
    const tipo = Number(ref.tipoDocumento)
    const folio = Number(ref.folio)
    if (!isTipoDte(tipo) || ref.rutOtro || ref.global || !Number.isSafeInteger(folio)) return null
    const campo = `referencias[${i}].folio`
    const row = documentos.byFolio(empresaId, ambiente, tipo, folio)
    if (!row) {
      if (coveringCaf.get(empresaId, ambiente, tipo, folio, folio)) {
        const mensaje = `El documento tipo ${tipo} folio ${folio} no se ha emitido`
        out.faults.push({ campo, regla: 'referencia', mensaje, code: 'REFERENCE_NOT_FOUND' })
      } else {
        const mensaje = `El documento tipo ${tipo} folio ${folio} se emitió fuera de este sistema; no se pudo revisar`
        out.advertencias.push({ code: 'REFERENCE_NOT_VERIFIED', campo, mensaje })
      }
      return null
    }
    const dead = row.anulado_por
      ? 'está anulado'
      : row.estado_sii === 'rechazado'
        ? 'fue rechazado por el SII'
        : null
    if (dead) {
      const mensaje = `El documento tipo ${tipo} folio ${folio} ${dead}`
      out.faults.push({ campo, regla: 'vigente', mensaje, code: 'INVALID_STATE' })
      return null
    }
    return row
  }

  return {
    /** Checks the references of a document about to be accepted. Throws every fault at once. */
    check(dte: Dte, empresaId: string, ambiente: Ambiente): ReferenciasRevisadas {
      const out: Found = { faults: [], advertencias: [] }
      const propias: ReferenciaPropia[] = []
      for (const [i, ref] of dte.referencias.entries()) {
        const referido = find(ref, i, empresaId, ambiente, out)
        if (!referido || typeof ref.codigo !== 'number') continue
        const total = totalAgainst(dte, referido, documentos, out)
        if (total === null) continue
        const monto = balanceChange(dte, total, ref.codigo, referido, `referencias[${i}]`, out)
        if (monto !== null) propias.push({ referido, codigo: ref.codigo, monto })
      }
      if (out.faults.length) throw faultsError(out.faults)
      return { propias, advertencias: out.advertencias }
    },
    /** Writes what the note does to what it refers to. */
    apply(notaId: string, propias: readonly ReferenciaPropia[]): void {
      for (const { referido, codigo, monto } of propias) {
        insert.run(notaId, referido.id, codigo, monto)
        apply.run(monto, referido.id)
        if (codigo === 1) voidBy.run(notaId, referido.id)
      }
    },
    /** Undoes it: the note was discarded, or the SII rejected it. */
    revert(notaId: string): void {
      for (const row of ofNote.all(notaId) as { referido_id: string; monto: number }[]) {
        apply.run(-row.monto, row.referido_id)
        unvoid.run(row.referido_id, notaId)
      }
    },
    /** What the note refers to and the SII has not accepted (yet). */
    pendingReferidos: (notaId: string) => referidosPendientes.all(notaId) as DocumentoRow[],
  }
}

interface Found {
  faults: Fault[]
  advertencias: Advertencia[]
}

/** A debit note adds to what is owed. */
const DEBITO = new Set([56, 111])

/**
 * What a note comes to in the pesos of what it refers to: an export's note is valued at the exchange rate of the invoice, so
 * that the whole of it always balances. Null, with a fault, when their currencies differ.
 */
function totalAgainst(dte: Dte, referido: DocumentoRow, documentos: Documentos, out: Found): number | null {
  const total = montosEnPesos(dte).total
  if (!dte.otraMoneda) return total
  const original = documentos.contenido(referido).dte
  if (!original.otraMoneda) return total
  if (original.totales.moneda !== dte.totales.moneda) {
    const mensaje = `El documento referido está en ${original.totales.moneda} y la nota en ${dte.totales.moneda}`
    out.faults.push({ campo: 'exportacion.moneda', regla: 'referencia', mensaje, code: 'AMOUNT_MISMATCH' })
    return null
  }
  return Number(enPesos(dte.totales.montoTotal, original.otraMoneda.tipoCambio))
}

/** Pesos that a note takes from the balance of what it refers to; null when a fault was noted. */
function balanceChange(
  dte: Dte,
  total: number,
  codigo: number,
  referido: DocumentoRow,
  at: string,
  out: Found,
): number | null {
  if (codigo === 1) {
    if (total === referido.monto_total) return referido.saldo
    const mensaje = `Para anular, el total debe ser el del documento: ${referido.monto_total} y no ${total}`
    out.faults.push({ campo: `${at}.codigo`, regla: 'monto', mensaje, code: 'AMOUNT_MISMATCH' })
    return null
  }
  if (codigo !== 3) return 0
  if (DEBITO.has(dte.idDoc.tipoDte)) return -total
  // A credit note takes from it, but not more than remains. Of parts of a foreign amount each is rounded to the peso.
  if (total <= referido.saldo + (dte.otraMoneda ? 1 : 0)) return Math.min(total, referido.saldo)
  const mensaje = `El total ${total} supera el saldo ${referido.saldo} del documento`
  out.faults.push({ campo: `${at}.codigo`, regla: 'saldo', mensaje, code: 'BALANCE_EXCEEDED' })
  return null
}
