// References to our own documents: they must exist, be alive and fit (contract §1). Runs inside the accepting
// transaction, so that two notes cannot both use up the same balance.

import type { Ambiente } from '../../domain/ambiente'
import type { Dte, Referencia } from '../../domain/dte/dte'
import { enPesos } from '../../domain/dte/moneda'
import { montosEnPesos } from '../../domain/dte/pesos'
import { isTipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { type Advertencia, type Fault, faultsError } from '../../domain/errors'
import type { Store } from '../../store/store'
import { type DocumentoRow, type Documentos, isDescartado } from './documento-store'

/** A reference found among our own documents. */
interface Propia {
  referido: DocumentoRow
  codigo: number
  /** Path of the reference in the request. */
  campo: string
}

/** What a note does to one document: `monto` is what its balance loses, negative for a debit. */
export interface Efecto {
  referido: DocumentoRow
  codigo: number
  monto: number
}

export interface ReferenciasRevisadas {
  efectos: Efecto[]
  advertencias: Advertencia[]
}

interface Found {
  propias: Propia[]
  faults: Fault[]
  advertencias: Advertencia[]
}

interface EfectoRow {
  referido_id: string
  codigo: number
  monto: number
}

/** Debit notes, which add to what is owed. */
const DEBITO = new Set([56, 111])

export type Referencias = ReturnType<typeof createReferencias>

export function createReferencias({ client }: Store, documentos: Documentos) {
  const coveringCaf = client.prepare(
    'SELECT 1 FROM caf WHERE empresa_id = ? AND ambiente = ? AND tipo_dte = ? AND desde <= ? AND hasta >= ?',
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

  /** One reference against what we hold. */
  function find(
    dte: Dte,
    ref: Referencia,
    i: number,
    empresaId: string,
    ambiente: Ambiente,
    out: Found,
  ): void {
    const tipo = Number(ref.tipoDocumento)
    const folio = Number(ref.folio)
    const foreign = ref.rutOtro !== undefined && ref.rutOtro !== dte.emisor.rut
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
    const dead = row.anulado_por
      ? 'está anulado'
      : row.estado_sii === 'rechazado'
        ? 'fue rechazado por el SII'
        : isDescartado(row)
          ? 'fue descartado'
          : null
    if (dead) out.faults.push({ campo, regla: 'vigente', mensaje: `${what} ${dead}`, code: 'INVALID_STATE' })
    if (row.rut_receptor !== dte.receptor.rut && typeof ref.codigo === 'number') {
      const mensaje = `${what} es de otro receptor: ${row.rut_receptor}`
      out.advertencias.push({ code: 'RECEIVER_DIFFERS', campo, mensaje })
    }
    if (!dead && typeof ref.codigo === 'number')
      out.propias.push({ referido: row, codigo: ref.codigo, campo: `referencias[${i}].codigo` })
  }

  /** Marks what a note does as counted (1) or not (0); what was marked. Most documents do nothing, so it is asked first. */
  function move(notaId: string, from: 0 | 1, to: 0 | 1): EfectoRow[] {
    const efectos = efectosIn.all(notaId, from)
    if (efectos.length) mark.run(to, notaId, from)
    return efectos
  }

  return {
    /** Checks the references of a document about to be accepted. Throws every fault at once. */
    check(dte: Dte, empresaId: string, ambiente: Ambiente): ReferenciasRevisadas {
      const out: Found = { propias: [], faults: [], advertencias: [] }
      for (const [i, ref] of dte.referencias.entries()) find(dte, ref, i, empresaId, ambiente, out)
      const efectos = efectosOf(dte, totalAgainst(dte, documentos, out), out)
      if (out.faults.length) throw faultsError(out.faults)
      return { efectos, advertencias: out.advertencias }
    },
    /** Writes what the note does. A debit counts once the SII has accepted it: nobody owes a rejected note. */
    record(nota: { id: string; dte: Dte }, efectos: readonly Efecto[]): void {
      for (const { referido, codigo, monto } of efectos) insert.run(nota.id, referido.id, codigo, monto)
      if (!DEBITO.has(nota.dte.idDoc.tipoDte)) this.apply(nota.id)
    },
    /** Counts what the note does and is not counted yet. */
    apply(notaId: string): void {
      for (const { referido_id, codigo, monto } of move(notaId, 0, 1)) {
        addSaldo.run(-monto, referido_id)
        if (codigo !== 1) continue
        voidBy.run(notaId, referido_id)
        // A voided credit note no longer takes from what it was about (formato-dte.md §2.10).
        if (tipoDocumento(documentos.byId(referido_id)!.tipo_dte).nota) this.revert(referido_id)
      }
    },
    /** Takes back what is counted: the note was discarded, rejected or itself voided. */
    revert(notaId: string): void {
      for (const { referido_id, codigo, monto } of move(notaId, 1, 0)) {
        addSaldo.run(monto, referido_id)
        unvoid.run(referido_id, notaId)
        if (codigo === 1 && tipoDocumento(documentos.byId(referido_id)!.tipo_dte).nota)
          this.apply(referido_id)
      }
    },
    /** What the note refers to that the SII has not accepted: not yet, or never. */
    pendingReferidos: (notaId: string) => referidos.all(notaId) as DocumentoRow[],
  }
}

/**
 * The total of a note in the pesos of what it refers to. That of an export is valued at the exchange rate of the invoice (of
 * the first, over several), so that the whole of it balances whatever the rate of the day; their currency must be one.
 */
function totalAgainst(dte: Dte, documentos: Documentos, out: Found): number {
  const { total } = montosEnPesos(dte)
  if (!dte.otraMoneda) return total
  const originals = out.propias.map(({ referido }) => documentos.contenido(referido).dte)
  const other = originals.find(({ totales }) => totales.moneda !== dte.totales.moneda)
  if (other) {
    const mensaje = `El documento referido está en ${other.totales.moneda} y la nota en ${dte.totales.moneda}`
    out.faults.push({ campo: 'exportacion.moneda', regla: 'referencia', mensaje, code: 'AMOUNT_MISMATCH' })
  }
  const rate = originals[0]?.otraMoneda?.tipoCambio
  return rate === undefined ? total : Number(enPesos(dte.totales.montoTotal, rate))
}

/** A void repeats the taxes of what it voids, not only its total (formato-dte.md §2.10). */
function sameTaxes(dte: Dte, { monto_neto, monto_exento, monto_iva }: DocumentoRow): boolean {
  const { neto, exento, iva } = montosEnPesos(dte)
  return neto === monto_neto && exento === monto_exento && iva === monto_iva
}

/** What the note does to each of our documents; notes the faults of amounts that do not fit. */
function efectosOf(dte: Dte, total: number, out: Found): Efecto[] {
  const efectos: Efecto[] = []
  for (const { referido, codigo, campo } of out.propias.filter((p) => p.codigo === 1)) {
    if (total !== referido.monto_total) {
      const mensaje = `Para anular, el total debe ser el del documento: ${referido.monto_total} y no ${total}`
      out.faults.push({ campo, regla: 'monto', mensaje, code: 'AMOUNT_MISMATCH' })
    } else if (!dte.otraMoneda && sameTaxes(dte, referido) === false) {
      const mensaje = 'Para anular, neto, exento e IVA deben ser los del documento'
      out.faults.push({ campo, regla: 'impuestos', mensaje, code: 'AMOUNT_MISMATCH' })
    } else if (referido.saldo !== referido.monto_total) {
      const mensaje = `El documento ya no debe su total sino ${referido.saldo}: no se puede anular entero`
      out.faults.push({ campo, regla: 'saldo', mensaje, code: 'BALANCE_EXCEEDED' })
    } else efectos.push({ referido, codigo, monto: total })
  }
  // A text correction that carries amounts changes them all the same.
  const others = out.propias.filter((p) => p.codigo !== 1)
  if (DEBITO.has(dte.idDoc.tipoDte)) {
    // A debit note adds to what is owed; over several documents, to the first.
    for (const [i, { referido, codigo }] of others.entries())
      efectos.push({ referido, codigo, monto: i ? 0 : -total })
    return efectos
  }
  const elsewhere = out.advertencias.some(({ code }) => code === 'REFERENCE_NOT_VERIFIED')
  let rest = total
  for (const { referido, codigo } of others) {
    const part = Math.min(rest, Math.max(referido.saldo, 0))
    efectos.push({ referido, codigo, monto: part })
    rest -= part
  }
  // Parts of a foreign amount are each rounded to the peso: the last may exceed what is left by one.
  if (dte.otraMoneda && rest === 1) rest = 0
  // What no balance of ours covers may belong to a document issued elsewhere.
  if (others.length && rest > 0 && !elsewhere) {
    const saldo = total - rest
    const mensaje = `El total ${total} supera el saldo ${saldo} de lo que se modifica`
    out.faults.push({ campo: others[0]!.campo, regla: 'saldo', mensaje, code: 'BALANCE_EXCEEDED' })
  }
  return efectos
}
