// Documents that were not issued here as the register has them, and what notes leave of each: those of here and those
// that the register itself shows (http §1.3).

import { and, asc, eq, isNull } from 'drizzle-orm'
import { micro, ONE } from '../../../domain/decimal'
import { type Componentes, clean, isSame, minus, negate } from '../../../domain/dte/componentes'
import { isTipoDte, type TipoDte, tipoDocumento } from '../../../domain/dte/tipos'
import { isFacturaCompra, isSobreFacturaCompra } from '../../../domain/rcv/tipos'
import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import { rcvDocumento } from '../../../store/tables/rcv'
import { type DocumentoRow, isAceptado } from '../documento/documento-store'
import { isPropia, type NotasRegistradas } from './notas-registradas'
import { partesToText } from './partes'
import { type Fila, montosOf, shareOf } from './partes-registradas'
import type { Saldos } from './saldos'
import { prepareAjenas } from './statements-registro'

/** A document of the company's own that the register has. */
export interface Registrado extends Fila {
  tipoDte: TipoDte
}

/** The effect of a note on a document that was not issued here: what that loses, below zero for what a debit adds. */
export interface EfectoAjeno {
  tipo: number
  folio: number
  codigo: number
  partes: Componentes
}

/** The account of a document of the register. */
export interface Cuenta {
  own: Componentes
  /** The rest that notes leave, roundings and all. */
  left: Componentes
  notas: number
  /** Nothing took from it or added to it. */
  intacto: boolean
  /** The note of here that voids it, or may come to. */
  anula: DocumentoRow | undefined
  /** A debit note of here that has no verdict yet. */
  debito: DocumentoRow | undefined
}

const isDte = (row: Fila): row is Registrado => isTipoDte(row.tipoDte)

const pesos = (all: Componentes): number => Number((all.total ?? 0n) / ONE)

export type Registro = ReturnType<typeof createRegistro>

export function createRegistro(store: Store, registradas: NotasRegistradas, saldos: Saldos) {
  const sql = prepareAjenas(store.client)

  /** The row of one side of the register; of the sales also what a buyer issued. */
  function fila(
    { empresaId, ambiente }: Titular,
    lado: 'compra' | 'venta',
    tipoDte: TipoDte,
    folio: number,
  ): Registrado | undefined {
    const own = and(
      eq(rcvDocumento.empresaId, empresaId),
      eq(rcvDocumento.ambiente, ambiente),
      eq(rcvDocumento.lado, lado),
      eq(rcvDocumento.tipoDte, tipoDte),
      eq(rcvDocumento.folio, folio),
      isNull(rcvDocumento.ausenteDesde),
    )
    const row = store.db.select().from(rcvDocumento).where(own).orderBy(asc(rcvDocumento.id)).limit(1).get()
    return row && { ...row, tipoDte }
  }

  /** The parts that the register's own notes take of it, below zero where they add. */
  const registradasOn = (row: Registrado): Componentes[] =>
    saldos.registradasOn(row).flatMap(({ nota, monto }) => {
      if (!monto) return []
      if (monto < 0) return [negate(shareOf(montosOf(nota), -monto, nota.montoTotal))]
      // A part of a note is known by its amount alone.
      return [monto === nota.montoTotal ? montosOf(nota) : clean({ total: micro(String(monto)) })]
    })

  function cuentaDe(row: Registrado): Cuenta {
    const own = montosOf(row)
    const notas = registradas.deAquiOn(row)
    const counted = [
      // A debit is owed once the SII took it.
      ...notas
        .filter(({ nota, partes }) => pesos(partes) >= 0 || isAceptado(nota))
        .map((one) => saldos.standingAjena(one)),
      ...registradasOn(row),
    ].filter((all) => Object.keys(all).length > 0)
    const left = counted.reduce((rest, all) => minus(rest, all), own)
    return {
      own,
      left,
      notas: counted.length,
      intacto: tipoDocumento(row.tipoDte).monedaExtranjera ? !counted.length : isSame(left, own),
      anula: notas.find(({ codigo }) => codigo === 1)?.nota,
      debito: notas.find(({ nota, partes }) => pesos(partes) < 0 && !isAceptado(nota))?.nota,
    }
  }

  /** Whether more than the register's own links says what is left of it. */
  const hasMore = ({ id, empresaId, ambiente, lado, rut, tipoDte, folio }: Fila, propia: boolean): boolean =>
    sql.more.get({ id, empresaId, ambiente, lado, rut, tipoDte, folio, propia: propia ? 1 : 0 }) === 1

  return {
    fila,
    /** The company's own document, as a note that names it by type and folio means it. */
    find(titular: Titular, tipo: number, folio: number): Registrado | undefined {
      if (!isTipoDte(tipo)) return undefined
      const row = fila(titular, isFacturaCompra(tipo) ? 'compra' : 'venta', tipo, folio)
      return row && !isSobreFacturaCompra(row.datos) ? row : undefined
    },
    cuentaDe,
    /**
     * Pesos that notes leave of a document that was not issued here, the company's own or a supplier's: credits and debits of the
     * register, and those of here. Of an export the links alone say it: the register has pesos, its notes their currency.
     */
    saldoDe(row: Fila): number {
      const propia = isPropia(row)
      if (!isDte(row) || tipoDocumento(row.tipoDte).monedaExtranjera || !hasMore(row, propia))
        return Math.max(0, row.montoTotal - row.vinculado)
      const left = propia
        ? cuentaDe(row).left
        : registradasOn(row).reduce((rest, all) => minus(rest, all), montosOf(row))
      return Math.max(0, pesos(left))
    },
    /** Writes what a note does to documents that were not issued here. */
    record(notaId: string, efectos: readonly EfectoAjeno[]): void {
      for (const { tipo, folio, codigo, partes } of efectos)
        sql.insert.run(notaId, tipo, folio, codigo, partesToText(partes))
    },
  }
}
