// The notes of the register that were not issued here, and what they take of the documents that they are about (http §1.3).

import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type Componentes, componentesOf, negate } from '../../../domain/dte/componentes'
import {
  isDeFacturaCompra,
  isFacturaCompra,
  NOTAS_CREDITO,
  NOTAS_DEBITO,
  referenciaOf,
} from '../../../domain/rcv/tipos'
import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import { rcvDocumento, rcvVinculacion } from '../../../store/tables/rcv'
import { type DocumentoRow, type Documentos, isMuerto } from '../documento/documento-store'
import { partesOf } from './partes'
import { type Fila, registrables } from './partes-registradas'
import { prepareAjenas } from './statements-registro'

/** A note of here over a document of elsewhere, and what it asks of that. */
export interface NotaDeAqui {
  nota: DocumentoRow
  codigo: number
  partes: Componentes
}

/** Whether a note adds to a document of that type; on paper too. */
export const isCargo = (tipoNota: number, tipo: number): boolean =>
  NOTAS_DEBITO.includes(tipoNota) && !NOTAS_CREDITO.includes(tipo)

/** Whether the company issued a document of the register: of the sales all but what a buyer did, of the purchases what it did as one. */
export const isPropia = (row: Fila): boolean => isDeFacturaCompra(row) === (row.lado === 'compra')

/** A document as the register's notes mean it: one of its rows, or one of here that it lacks. */
export interface Sujeto extends Titular {
  lado: Fila['lado']
  /** The other party's. */
  rut: string
  tipoDte: number
  folio: number
  /** Its row; null where the register has none, as of every boleta. */
  id: string | null
}

/** The pesos of a credit note that a document takes, and those that others take of it first. */
interface Gasto {
  nota: Fila
  monto: number
  antes: number
}

const otra = alias(rcvVinculacion, 'otra')
const linkedBefore = sql<number>`(SELECT coalesce(sum(${otra.monto}), 0) FROM ${rcvVinculacion} ${sql.identifier('otra')}
  WHERE ${otra.ncId} = ${rcvVinculacion.ncId} AND ${otra.id} < ${rcvVinculacion.id})`

export type NotasRegistradas = ReturnType<typeof createNotasRegistradas>

export function createNotasRegistradas({ db, client }: Store, documentos: Documentos) {
  const statements = prepareAjenas(client)

  /** A note of the register that is of here counts as what it is here; a supplier's, or a buyer's, may bear the folio of one of ours. */
  function isDeAqui(row: Fila): boolean {
    const { empresaId, ambiente, lado, rut, tipoDte, folio } = row
    const own = documentos.byFolio({ empresaId, ambiente }, tipoDte, folio)
    // The SII has another under the folio of one that it rejected.
    return !!own && !isMuerto(own) && (lado === 'venta' ? isPropia(row) : own.rut_receptor === rut)
  }

  const filaOf = (id: string): Fila | undefined =>
    db.select().from(rcvDocumento).where(eq(rcvDocumento.id, id)).get()

  /** The folios that a note of the register names of one type. */
  const namedBy = ({ datos }: Fila, tipoDte: number): number[] => {
    const named = referenciaOf(datos)
    return Number(named?.tipo_documento) === tipoDte ? named!.folios.map(Number) : []
  }

  /** A document of here as the register's notes mean it. */
  function sujetoOf(row: DocumentoRow): Sujeto {
    const { empresa_id, ambiente, tipo_dte, folio, rut_receptor } = row
    const fila = statements.filaDe.get(row.id)
    const lado = fila?.lado ?? (isFacturaCompra(tipo_dte) ? 'compra' : 'venta')
    const id = fila?.id ?? null
    return { empresaId: empresa_id, ambiente, lado, rut: rut_receptor, tipoDte: tipo_dte, folio, id }
  }

  /** The notes of the register that name it. */
  const namingOn = (s: Sujeto): Fila[] =>
    statements.nombran
      .all(s)
      .map((id) => filaOf(id)!)
      .filter((nota) => namedBy(nota, s.tipoDte).includes(s.folio) && !isDeAqui(nota))

  /** The part of a credit note that a document takes which the register lacks: they take in the order in which it names them, after all links. */
  function spentOn(nota: Fila, s: Sujeto): Gasto {
    let rest = Math.max(0, nota.montoTotal - nota.vinculado)
    for (const folio of new Set(namedBy(nota, s.tipoDte))) {
      const row = documentos.byFolio(s, s.tipoDte, folio)
      if (!row || row.rut_receptor !== s.rut || statements.filaDe.get(row.id)) continue
      const taken = Math.min(rest, row.monto_total)
      if (folio === s.folio) return { nota, monto: taken, antes: nota.montoTotal - rest }
      rest -= taken
    }
    return { nota, monto: 0, antes: 0 }
  }

  /** The total of a document between the same parties, of the register or else of here. */
  function totalOf({ empresaId, ambiente, lado, rut, tipoDte }: Sujeto, folio: number): number {
    const llave = { empresaId, ambiente, lado, rut, tipoDte, folio }
    const own = documentos.byFolio(llave, tipoDte, folio)
    return statements.total.get(llave) ?? (own?.rut_receptor === rut ? own.monto_total : 0)
  }

  return {
    sujetoOf,
    /** The notes of here that are about a document of elsewhere and stand, with what each asks. */
    deAquiOn(row: Fila): NotaDeAqui[] {
      // They name a document of the company's own, whatever bears its folio elsewhere.
      if (!isPropia(row)) return []
      const { tipoDte, folio, rut, empresaId, ambiente } = row
      const ajeno = { tipoDte, folio, empresaId, ambiente }
      const said = statements.notas
        .all(ajeno)
        .map((nota) => ({ nota, codigo: nota.codigo, partes: partesOf(nota) }))
      const opened = statements.calladas.all({ ...ajeno, rut }).flatMap((nota) => {
        const { dte } = documentos.contenido(nota)
        const ref = dte.referencias.find(
          (one) => Number(one.tipoDocumento) === tipoDte && Number(one.folio) === folio && !one.rutOtro,
        )
        if (typeof ref?.codigo !== 'number') return []
        const all = registrables(componentesOf(dte, true))
        return [{ nota, codigo: ref.codigo, partes: isCargo(nota.tipo_dte, tipoDte) ? negate(all) : all }]
      })
      return [...said, ...opened].filter(({ nota }) => !isMuerto(nota) && !nota.anulado_por)
    },

    /** The debit notes of the register that name it. */
    debitosOn: (s: Sujeto): Fila[] => namingOn(s).filter(({ tipoDte }) => NOTAS_DEBITO.includes(tipoDte)),

    /** The part of a debit note's pesos that is of one that it names: the first bears what it adds; what it takes back, each in their order. */
    parteOf(nota: Fila, s: Sujeto, pesos: number): number {
      const folios = [...new Set(namedBy(nota, s.tipoDte))]
      if (isCargo(nota.tipoDte, s.tipoDte)) return folios[0] === s.folio ? pesos : 0
      let rest = pesos
      for (const folio of folios) {
        if (folio === s.folio) return folio === folios.at(-1) ? rest : Math.min(rest, totalOf(s, folio))
        rest -= Math.min(rest, totalOf(s, folio))
      }
      return 0
    },

    /** The credit notes of the register about it: those linked with its row, or else those that name it. */
    creditosOn: (s: Sujeto): Gasto[] =>
      s.id === null
        ? namingOn(s)
            .filter(({ tipoDte }) => NOTAS_CREDITO.includes(tipoDte))
            .map((nota) => spentOn(nota, s))
        : db
            .select({ nota: rcvDocumento, monto: rcvVinculacion.monto, antes: linkedBefore })
            .from(rcvVinculacion)
            .innerJoin(rcvDocumento, eq(rcvDocumento.id, rcvVinculacion.ncId))
            .where(and(eq(rcvVinculacion.facturaId, s.id), isNull(rcvDocumento.ausenteDesde)))
            .all()
            .filter(({ nota }) => !isDeAqui(nota)),
  }
}
