// The balances that notes leave, component by component, derived from the documents and the ledger of each
// note's takings (`documento_referencia`); `documento.saldo` holds the result in pesos, for lists (http §1).

import { decimal, ONE } from '../../../domain/decimal'
import { type Componentes, componentesOf, isSame, minus, negate } from '../../../domain/dte/componentes'
import type { Decimal } from '../../../domain/dte/dte'
import { enPesos } from '../../../domain/dte/moneda'
import { distribute, isHeld, type Lado, visible } from '../../../domain/dte/saldo'
import { tipoDocumento } from '../../../domain/dte/tipos'
import type { Store } from '../../../store/store'
import {
  type DocumentoRow,
  type Documentos,
  isAceptado,
  isDescartado,
  isMuerto,
} from '../documento/documento-store'
import { isCargo, type NotaDeAqui, type NotasRegistradas, type Sujeto } from './notas-registradas'
import { partesOf } from './partes'
import { type Fila, fitted, partesEn, registrables, shareOf } from './partes-registradas'
import { type EfectoRow, prepareSaldos } from './statements'

/** A debit note adds to what is owed, or gives back what a credit note took. */
const isDebito = ({ tipo_dte }: DocumentoRow): boolean => tipoDocumento(tipo_dte).nota === 'debito'

/** Whether what a note does counts: it stands, and a debit only once the SII took it, since nobody owes a rejected one. */
export const counts = (nota: DocumentoRow): boolean =>
  !nota.anulado_por && !isMuerto(nota) && (!isDebito(nota) || isAceptado(nota))

/** A hypothesis: a note about to be accepted, and the notes that would start or stop counting. */
export interface Supuesto {
  /** The amounts that it would take, by the id of the document. */
  toma?: ReadonlyMap<string, Componentes>
  /** Notes whose effects would count (true) or no longer. */
  cuenta?: ReadonlyMap<string, boolean>
  /** Debits that wait for their verdict take already: two of them must not fit where there is room for one. */
  pendientes?: boolean
}

/** The notes of the register on the way to a balance, by their rows: they and those of here may name each other in a circle. */
type Vistas = ReadonlySet<string>
const NINGUNA: Vistas = new Set()

/** A note of the register that was not issued here, and the pesos that it takes of a document, below zero where it adds. */
export interface Registrada {
  nota: Fila
  monto: number
}

/** Names the notes of elsewhere that changed a balance; nothing where there are none. */
export function deFueraEnPalabras(all: readonly Registrada[]): string {
  if (!all.length) return ''
  const names = all.slice(0, 3).map(({ nota }) => `tipo ${nota.tipoDte} folio ${nota.folio}`)
  const more = all.length > 3 ? ` y otras ${all.length - 3}` : ''
  return ` (el registro trae sobre él ${names.join(', ')}${more}, que no se emitieron aquí)`
}

export type Saldos = ReturnType<typeof createSaldos>

export function createSaldos(
  { client }: Pick<Store, 'client'>,
  documentos: Documentos,
  registradas: NotasRegistradas,
) {
  const { on, of, setSaldo } = prepareSaldos(client)

  /** The amounts of the document itself; for a note, those that it asks. */
  const own = (row: DocumentoRow, nota = false): Componentes =>
    componentesOf(documentos.contenido(row).dte, nota)

  /** Whether what a note takes is to be counted. */
  function counts({ documento_id: id, codigo, monto, aplicada }: EfectoRow, s: Supuesto): boolean {
    const asked = s.cuenta?.get(id)
    if (asked !== undefined) return asked
    if (aplicada || !s.pendientes || codigo === 1 || monto < 0) return aplicada === 1
    const nota = documentos.byId(id)!
    return isDebito(nota) && !nota.anulado_por && !isMuerto(nota) && !isAceptado(nota)
  }

  /** The present effect of a note on a document, less the takings of other notes from the note. */
  function standing(efecto: EfectoRow, s: Supuesto, seen: Vistas): Componentes {
    const partes = partesOf(efecto)
    const { documento_id: id, referido_id, monto } = efecto
    const nota = documentos.byId(id)!
    if (!s.toma?.has(id) && !on.all(id).some((other) => counts(other, s)) && !deFueraOn(nota, seen).length)
      return partes
    const taken = minus(own(nota), leftOf(nota, s, seen))
    const rows = of.all(id)
    const lados = rows.map((row) => ladoOf(row.monto < 0 ? negate(partesOf(row)) : partesOf(row)))
    const share = distribute(taken, lados, false)[rows.findIndex((row) => row.referido_id === referido_id)]!
    return minus(partes, monto < 0 ? negate(share) : share)
  }

  /** The effect of a note on a document of elsewhere, less what others took of the note itself. */
  function standingAjena(
    { nota, partes }: Pick<NotaDeAqui, 'nota' | 'partes'>,
    seen: Vistas = NINGUNA,
  ): Componentes {
    const all = own(nota)
    const asked = partes.total ?? 0n
    // Nobody knows which part of a note about several documents that is.
    if (asked !== all.total && -asked !== all.total) return partes
    const taken = registrables(minus(all, leftOf(nota, {}, seen)))
    return minus(partes, asked < 0n ? negate(taken) : taken)
  }

  /** Pesos that notes, of the register and of here, leave of a note that the register alone has. */
  function standingRegistrada(nota: Fila, seen: Vistas): number {
    const taken = [
      ...registradas
        .deAquiOn(nota)
        // A debit is owed once the SII took it.
        .filter((one) => !isDebito(one.nota) || isAceptado(one.nota))
        .map((one) => Number((standingAjena(one, seen).total ?? 0n) / ONE)),
      ...registradasOn(nota, seen).map(({ monto }) => monto),
    ]
    return Math.max(
      0,
      taken.reduce((left, pesos) => left - pesos, nota.montoTotal),
    )
  }

  /** The takings of notes that only the register has from a document. */
  function registradasOn(s: Sujeto, seen: Vistas = NINGUNA): Registrada[] {
    const standing = (nota: Fila): number => standingRegistrada(nota, new Set([...seen, nota.id]))
    const known = ({ nota }: { nota: Fila }): boolean => !seen.has(nota.id)
    return [
      ...registradas
        .debitosOn(s)
        .map((nota) => ({ nota }))
        .filter(known)
        .map(({ nota }) => {
          const pesos = registradas.parteOf(nota, s, standing(nota))
          return { nota, monto: isCargo(nota.tipoDte, s.tipoDte) ? -pesos : pesos }
        }),
      ...registradas
        .creditosOn(s)
        .filter(known)
        .map(({ nota, monto, antes }) => ({
          nota,
          // The last to take of it get what others took of the note itself back.
          monto: Math.max(0, Math.min(monto, standing(nota) - antes)),
        })),
    ]
  }

  /** The takings of notes that only the register has from a document of here. */
  const deFueraOn = (row: DocumentoRow, seen: Vistas = NINGUNA): Registrada[] =>
    registradasOn(registradas.sujetoOf(row), seen).filter(({ monto }) => monto !== 0)

  /** The exact balance of a document; roundings may leave a component below zero. */
  function leftOf(row: DocumentoRow, s: Supuesto = {}, seen: Vistas = NINGUNA): Componentes {
    const all = own(row)
    let left = minus(all, s.toma?.get(row.id) ?? {})
    for (const efecto of on.all(row.id)) {
      if (!counts(efecto, s)) continue
      // Twice void, by a note that came to count again, is less than nothing.
      // The return of a debit over one of its notes waits for its verdict.
      left = minus(left, efecto.codigo === 1 ? all : standing(efecto, { ...s, pendientes: false }, seen))
    }
    for (const { nota, monto } of deFueraOn(row, seen)) {
      const pesos = Math.abs(monto)
      // The register has pesos, an export its currency: the same share of both.
      const taken = tipoDocumento(row.tipo_dte).monedaExtranjera
        ? shareOf(all, pesos, enPesosDe(row, all))
        : partesEn(all, nota, pesos)
      left = minus(left, monto < 0 ? negate(taken) : fitted(taken, left))
    }
    return left
  }

  /** The published balance: zero once it is void, rejected or abandoned. */
  const visibleOf = (row: DocumentoRow): Componentes =>
    row.anulado_por || row.estado_sii === 'rechazado' || isDescartado(row)
      ? {}
      : visible(leftOf(row), own(row))

  /** Writes `documento.saldo` anew, and that of what the document, a note, takes from. */
  function refresh(id: string): void {
    const row = documentos.byId(id)!
    const left = visibleOf(row)
    setSaldo.run(Object.keys(left).length ? enPesosDe(row, left) : 0, id)
    for (const { referido_id } of of.all(id)) refresh(referido_id)
  }

  /** Components of a document in pesos: the equivalent of an export's at its own exchange rate. */
  function enPesosDe(row: DocumentoRow, all: Componentes): number {
    const { totales, otraMoneda } = documentos.contenido(row).dte
    const total = all.total ?? 0n
    return Number(totales.moneda ? enPesos(decimal(all.exento ?? 0n), otraMoneda!.tipoCambio) : total / ONE)
  }

  /** The documents that a note acts on, those that they act on, and so on. */
  function behind(id: string, ids = new Set<string>()): Set<string> {
    for (const { referido_id } of of.all(id)) behind(referido_id, ids.add(referido_id))
    return ids
  }

  /** The notes that start or stop counting once one is void: those that it voided count again. */
  function withoutNote(id: string, on = false, cuenta = new Map<string, boolean>()): Map<string, boolean> {
    const row = documentos.byId(id)!
    cuenta.set(id, on && !isMuerto(row) && (!isDebito(row) || isAceptado(row)))
    for (const efecto of of.all(id)) if (efecto.codigo === 1) withoutNote(efecto.referido_id, !on, cuenta)
    return cuenta
  }

  return {
    own,
    leftOf,
    visibleOf,
    refresh,
    enPesosDe,
    withoutNote,
    standingAjena,
    registradasOn,
    deFueraOn,
    /** How many notes act on a document. */
    notasOn: (row: DocumentoRow): number => on.all(row.id).length + deFueraOn(row).length,
    /** Whether nothing has taken from a document, nor added to it. */
    isIntacto: (row: DocumentoRow): boolean => isSame(leftOf(row, { pendientes: true }), own(row)),
    /** The documents behind a note that would fall below zero if what is supposed were so, each by a component that would. */
    shortfalls(notaId: string, s: Supuesto): { row: DocumentoRow; componente: string; saldo: Decimal }[] {
      return [...behind(notaId)].flatMap((id) => {
        const row = documentos.byId(id)!
        const [before, after] = [leftOf(row), leftOf(row, s)]
        const slack = BigInt(this.notasOn(row)) * ONE
        const short = Object.keys(after).find(
          (name) =>
            isHeld(name) &&
            name !== 'sin_impuestos' &&
            after[name]! < (before[name] ?? 0n) &&
            after[name]! < (name.startsWith('neto ') ? -slack : 0n),
        )
        return short ? [{ row, componente: short, saldo: decimal(after[short]!) }] : []
      })
    },
  }
}

const ladoOf = (left: Componentes): Lado => ({ left, visible: left })
