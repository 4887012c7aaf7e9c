// The notes of the register that were not issued here, and what they take of the documents that they are about (http §1.3).

import { and, eq, inArray, isNull } from 'drizzle-orm'
import { divideRounded, type Micro, micro, ONE } from '../../../domain/decimal'
import { type Componentes, clean, componentesOf, negate } from '../../../domain/dte/componentes'
import { isTipoDte, TIPOS, tipoDocumento } from '../../../domain/dte/tipos'
import type { Store } from '../../../store/store'
import { rcvDocumento, rcvVinculacion } from '../../../store/tables/rcv'
import { type DocumentoRow, type Documentos, isMuerto } from '../documento/documento-store'
import { partesOf } from './partes'
import { prepareAjenas } from './statements-registro'

/** A document of the register. */
export type Fila = typeof rcvDocumento.$inferSelect

/** A note of here over a document of elsewhere, and what it asks of that. */
export interface NotaDeAqui {
  nota: DocumentoRow
  codigo: number
  partes: Componentes
}

const DEBITOS = TIPOS.filter(({ nota }) => nota === 'debito').map(({ codigo }) => codigo)

/** The components of a row of the register. */
export const montosOf = (row: Fila): Componentes =>
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

const abs = (amount: Micro): Micro => (amount < 0n ? -amount : amount)

/**
 * A note of the register in the components of the document of here that it is about, `own`; `pesos` of its total where it takes
 * no more of it. A tax takes its base along, which no register tells.
 */
export function partesEn(own: Componentes, nota: Fila, pesos = nota.montoTotal): Componentes {
  if (!pesos) return {}
  const share = (amount: number | null | undefined): Micro =>
    divideRounded(BigInt(amount ?? 0) * BigInt(pesos), BigInt(nota.montoTotal)) * ONE
  const neto = Object.keys(own).find((name) => name.startsWith('neto ')) ?? 'neto 19'
  const out: Record<string, Micro> = {
    [neto]: share(nota.montoNeto),
    [neto.replace('neto', 'iva')]: share(nota.montoIva),
    exento: share(nota.montoExento),
    total: BigInt(pesos) * ONE,
  }
  let bases = 0n
  for (const { codigo, valor } of nota.datos.otrosImpuestos ?? []) {
    const due = own[`impuesto ${codigo}`]
    if (!due) continue
    const taken = abs(share(valor))
    out[`impuesto ${codigo}`] = due < 0n ? -taken : taken
    const base = divideRounded((own[`base ${codigo}`] ?? 0n) * taken, abs(due) * ONE) * ONE
    out[`base ${codigo}`] = base
    bases += base
  }
  if (own.sin_impuestos) out.sin_impuestos = out[neto]! > bases ? out[neto]! - bases : 0n
  return clean(out)
}

export type NotasRegistradas = ReturnType<typeof createNotasRegistradas>

export function createNotasRegistradas({ db, client }: Store, documentos: Documentos) {
  const sql = prepareAjenas(client)

  /** A note of the register that is of here counts as what it is here; a supplier's may bear the folio of one of ours. */
  function isDeAqui({ empresaId, ambiente, lado, rut, tipoDte, folio }: Fila): boolean {
    const own = documentos.byFolio({ empresaId, ambiente }, tipoDte, folio)
    // The SII has another under the folio of one that it rejected.
    return !!own && !isMuerto(own) && (lado === 'venta' || own.rut_receptor === rut)
  }

  /** The row of the register that a document of here is, where notes of the register may act on it. */
  function filaOf(row: DocumentoRow): Fila | undefined {
    // The register has pesos, an export its currency.
    if (tipoDocumento(row.tipo_dte).monedaExtranjera) return undefined
    const id = sql.filaConNotas.get(row.id)
    return id ? db.select().from(rcvDocumento).where(eq(rcvDocumento.id, id)).get() : undefined
  }

  return {
    filaOf,
    /** The notes of here that are about a document of elsewhere and stand, with what each asks. */
    deAquiOn({ tipoDte, folio, rut, empresaId, ambiente }: Fila): NotaDeAqui[] {
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
    },

    /** The debit notes of the register that name it. */
    debitosOn({ empresaId, ambiente, lado, rut, tipoDte, folio }: Fila): Fila[] {
      const same = and(
        eq(rcvDocumento.empresaId, empresaId),
        eq(rcvDocumento.ambiente, ambiente),
        eq(rcvDocumento.lado, lado),
        eq(rcvDocumento.rut, rut),
        inArray(rcvDocumento.tipoDte, DEBITOS),
        isNull(rcvDocumento.ausenteDesde),
      )
      const all = db.select().from(rcvDocumento).where(same).all()
      return all.filter(
        (nota) =>
          Number(nota.datos.referenciaTipo) === tipoDte &&
          Number(nota.datos.referenciaFolio) === folio &&
          !isDeAqui(nota),
      )
    },

    /** The credit notes that the register links with it, with how many pesos of it each takes. */
    creditosOn: ({ id }: Fila): { nota: Fila; monto: number }[] =>
      db
        .select({ nota: rcvDocumento, monto: rcvVinculacion.monto })
        .from(rcvVinculacion)
        .innerJoin(rcvDocumento, eq(rcvDocumento.id, rcvVinculacion.ncId))
        .where(and(eq(rcvVinculacion.facturaId, id), isNull(rcvDocumento.ausenteDesde)))
        .all()
        .filter(({ nota }) => !isDeAqui(nota)),
  }
}
