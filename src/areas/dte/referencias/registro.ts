// Documents that were not issued here as the register has them, and what notes leave of each: those of here and those
// that the register itself shows (http §1.3).

import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { micro, ONE } from '../../../domain/decimal'
import {
  type Componentes,
  clean,
  componentesOf,
  isSame,
  minus,
  negate,
} from '../../../domain/dte/componentes'
import { isTipoDte, TIPOS, type TipoDte, tipoDocumento } from '../../../domain/dte/tipos'
import { isFacturaCompra, isSobreFacturaCompra } from '../../../domain/rcv/tipos'
import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import { rcvDocumento, rcvVinculacion } from '../../../store/tables/rcv'
import { type DocumentoRow, type Documentos, isAceptado, isMuerto } from '../documento/documento-store'
import { partesOf, partesToText, type Saldos } from './saldos'
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

type Fila = typeof rcvDocumento.$inferSelect

const isDte = (row: Fila): row is Registrado => isTipoDte(row.tipoDte)

const montosOf = (row: Fila): Componentes =>
  clean({
    'neto 19': micro(String(row.montoNeto ?? 0)),
    'iva 19': micro(String(row.montoIva ?? 0)),
    exento: micro(String(row.montoExento ?? 0)),
    total: micro(String(row.montoTotal)),
  })

/** The components that a register tells: it has one net, whatever its rate, and no bases of taxes. */
export function registrables(all: Componentes): Componentes {
  const out: Record<string, bigint> = {}
  for (const [name, amount] of Object.entries(all)) {
    const known = name.replace(/^(neto|iva) .*/, '$1 19')
    if (/^((neto|iva) 19|exento|total)$/.test(known)) out[known] = (out[known] ?? 0n) + amount
  }
  return clean(out)
}

/** Whether a note adds to a document of that type. */
export const isCargo = (tipoNota: number, tipo: number): boolean =>
  isTipoDte(tipoNota) &&
  tipoDocumento(tipoNota).nota === 'debito' &&
  !(isTipoDte(tipo) && tipoDocumento(tipo).nota === 'credito')

const DEBITOS = TIPOS.filter(({ nota }) => nota === 'debito').map(({ codigo }) => codigo)

const pesos = (all: Componentes): number => Number((all.total ?? 0n) / ONE)

export type Registro = ReturnType<typeof createRegistro>

export function createRegistro(store: Store, documentos: Documentos, saldos: Saldos) {
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

  /** The notes of here that are about it and stand, with what each takes. */
  function notasOf({ tipoDte, folio, rut, empresaId, ambiente }: Fila) {
    const ajeno = { tipoDte, folio, empresaId, ambiente }
    const said = sql.notas.all(ajeno).map((nota) => ({ nota, codigo: nota.codigo, partes: partesOf(nota) }))
    const opened = sql.calladas.all({ ...ajeno, rut }).flatMap((nota) => {
      const { dte } = documentos.contenido(nota)
      const ref = dte.referencias.find(
        (one) => Number(one.tipoDocumento) === tipoDte && Number(one.folio) === folio && !one.rutOtro,
      )
      if (typeof ref?.codigo !== 'number') return []
      const all = registrables(componentesOf(dte, true))
      return [{ nota, codigo: ref.codigo, partes: isCargo(nota.tipo_dte, tipoDte) ? negate(all) : all }]
    })
    return [...said, ...opened].filter(({ nota }) => !isMuerto(nota) && !nota.anulado_por)
  }

  /** The effect of a note that still stands, less what others took of the note itself. */
  function standing({ nota, partes }: { nota: DocumentoRow; partes: Componentes }): Componentes {
    if (pesos(partes) <= 0) return partes
    const own = saldos.own(nota)
    const taken = registrables(minus(own, saldos.leftOf(nota)))
    // Nobody knows which part of a note about several documents that is.
    return partes.total === own.total ? minus(partes, taken) : partes
  }

  /** A note of the register that is of here counts as what it is here; a supplier's may bear the folio of one of ours. */
  function isDeAqui({ empresaId, ambiente, lado, rut, tipoDte, folio }: Fila): boolean {
    const own = documentos.byFolio({ empresaId, ambiente }, tipoDte, folio)
    return !!own && (lado === 'venta' || own.rut_receptor === rut)
  }

  /** The debit notes of the register that name it. */
  const debitosOf = ({ empresaId, ambiente, lado, rut, tipoDte, folio }: Fila): Fila[] => {
    const same = and(
      eq(rcvDocumento.empresaId, empresaId),
      eq(rcvDocumento.ambiente, ambiente),
      eq(rcvDocumento.lado, lado),
      eq(rcvDocumento.rut, rut),
      inArray(rcvDocumento.tipoDte, DEBITOS),
      isNull(rcvDocumento.ausenteDesde),
    )
    const all = store.db.select().from(rcvDocumento).where(same).all()
    return all.filter(
      (nota) =>
        Number(nota.datos.referenciaTipo) === tipoDte &&
        Number(nota.datos.referenciaFolio) === folio &&
        !isDeAqui(nota),
    )
  }

  /** The credit notes that the register links with it, with how much of it each takes. */
  const creditosOf = ({ id }: Fila): { nota: Fila; monto: number }[] =>
    store.db
      .select({ nota: rcvDocumento, monto: rcvVinculacion.monto })
      .from(rcvVinculacion)
      .innerJoin(rcvDocumento, eq(rcvDocumento.id, rcvVinculacion.ncId))
      .where(and(eq(rcvVinculacion.facturaId, id), isNull(rcvDocumento.ausenteDesde)))
      .all()
      .filter(({ nota }) => !isDeAqui(nota))

  /** The parts that the register's own notes take of it, below zero where they add. */
  function registradasOn(row: Registrado): Componentes[] {
    return [
      ...debitosOf(row).map((nota) =>
        isCargo(nota.tipoDte, row.tipoDte) ? negate(montosOf(nota)) : montosOf(nota),
      ),
      ...creditosOf(row).map(({ nota, monto }) => {
        const back = [
          ...notasOf(nota)
            .filter((one) => isAceptado(one.nota))
            .map(standing),
          ...debitosOf(nota).map(montosOf),
        ].reduce((sum, all) => sum + pesos(all), 0)
        const taken = Math.max(0, Math.min(monto, nota.montoTotal - back))
        // A part of a note is known by its amount alone.
        return taken === nota.montoTotal ? montosOf(nota) : clean({ total: micro(String(taken)) })
      }),
    ].filter((all) => Object.keys(all).length > 0)
  }

  function cuentaDe(row: Registrado): Cuenta {
    const own = montosOf(row)
    const notas = notasOf(row)
    const counted = [
      // A debit is owed once the SII took it.
      ...notas.filter(({ nota, partes }) => pesos(partes) >= 0 || isAceptado(nota)).map(standing),
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

  /** The company issued it, so that notes of here may be about it. */
  const isPropia = ({ lado, tipoDte, datos }: Fila): boolean =>
    !isSobreFacturaCompra(datos) && isFacturaCompra(tipoDte) === (lado === 'compra')

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
