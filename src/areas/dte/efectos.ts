// What a note does to the balances of the documents it refers to, and which amounts do not fit (contract §1;
// formato-dte.md §2.10).

import type { Dte } from '../../domain/dte/dte'
import { enPesos } from '../../domain/dte/moneda'
import { montosEnPesos } from '../../domain/dte/pesos'
import type { Advertencia, Fault } from '../../domain/errors'
import type { DocumentoRow, Documentos } from './documento-store'

/** The amounts of a note. */
export type MontosNota = Pick<Dte, 'totales' | 'otraMoneda'>

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

/** What the references of one document came to. */
export interface Found {
  propias: Propia[]
  faults: Fault[]
  advertencias: Advertencia[]
}

/** Debit notes, which add to what is owed. */
export const DEBITO = new Set([56, 111])

/**
 * The total of a note in the pesos of what it refers to. That of an export is valued at the exchange rate of the invoice (of
 * the first, over several), so that the whole of it balances whatever the rate of the day; their currency must be one.
 */
export function totalAgainst(montos: MontosNota, documentos: Documentos, out: Found): number {
  const { total } = montosEnPesos(montos)
  if (!montos.totales.moneda) return total
  const originals = out.propias.map(({ referido }) => documentos.contenido(referido).dte)
  const other = originals.find(({ totales }) => totales.moneda !== montos.totales.moneda)
  if (other) {
    const mensaje = `El documento referido está en ${other.totales.moneda} y la nota en ${montos.totales.moneda}`
    out.faults.push({ campo: 'exportacion.moneda', regla: 'referencia', mensaje, code: 'AMOUNT_MISMATCH' })
  }
  const rate = originals[0]?.otraMoneda?.tipoCambio
  return rate === undefined ? total : Number(enPesos(montos.totales.montoTotal, rate))
}

/** A void repeats the taxes of what it voids, not only its total (formato-dte.md §2.10). */
function sameTaxes(montos: MontosNota, { monto_neto, monto_exento, monto_iva }: DocumentoRow): boolean {
  const { neto, exento, iva } = montosEnPesos(montos)
  return neto === monto_neto && exento === monto_exento && iva === monto_iva
}

/** What the note does to each of our documents; notes the faults of amounts that do not fit. */
export function efectosOf(tipoDte: number, montos: MontosNota, total: number, out: Found): Efecto[] {
  const efectos: Efecto[] = []
  for (const { referido, codigo, campo } of out.propias.filter((p) => p.codigo === 1)) {
    if (total !== referido.monto_total) {
      const mensaje = `Para anular, el total debe ser el del documento: ${referido.monto_total} y no ${total}`
      out.faults.push({ campo, regla: 'monto', mensaje, code: 'AMOUNT_MISMATCH' })
    } else if (!montos.totales.moneda && sameTaxes(montos, referido) === false) {
      const mensaje = 'Para anular, neto, exento e IVA deben ser los del documento'
      out.faults.push({ campo, regla: 'impuestos', mensaje, code: 'AMOUNT_MISMATCH' })
    } else if (referido.saldo !== referido.monto_total) {
      const mensaje = `El documento ya no debe su total sino ${referido.saldo}: no se puede anular entero`
      out.faults.push({ campo, regla: 'saldo', mensaje, code: 'BALANCE_EXCEEDED' })
    } else efectos.push({ referido, codigo, monto: total })
  }
  // A text correction that carries amounts changes them all the same.
  const others = out.propias.filter((p) => p.codigo !== 1)
  if (DEBITO.has(tipoDte)) {
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
  if (montos.totales.moneda && rest === 1) rest = 0
  // What no balance of ours covers may belong to a document issued elsewhere.
  if (others.length && rest > 0 && !elsewhere) {
    const saldo = total - rest
    const mensaje = `El total ${total} supera el saldo ${saldo} de lo que se modifica`
    out.faults.push({ campo: others[0]!.campo, regla: 'saldo', mensaje, code: 'BALANCE_EXCEEDED' })
  }
  return efectos
}
