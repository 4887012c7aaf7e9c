// Folios passed over by a person: other documents bear them, those of another program or of what an old copy lacks. The SII says of
// each whether it has it; where it cannot be asked the person does, with a reason (http §18).

import { and, eq, gte, isNull, lte, or } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { AppError, type Fault, faultsError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { caf, folioLibre } from '../../store/tables/folios'
import type { Disponibles } from './disponibles'
import type { PorConciliar } from './por-conciliar'
import { PREGUNTAS_MAX, sequence } from './preguntas'
import { type Apartado, createSetAside, type EstadoApartado, runsOf, segunSii, type Visto } from './set-aside'

interface Saltado {
  desde: number
  hasta: number
  /** Folios that became gaps, those given back among them. */
  saltados: number
  /** How many of these folios documents elsewhere bear. */
  emitidosFuera: number
  /** Folios left. */
  disponibles: number
}

/**
 * The source for the folios' state: the SII, for each folio; or a person, for all of them, with the reason.
 */
export type Palabra = { vistos: ReadonlyMap<number, Visto> } | { motivo: string }

type Rango = Pick<typeof caf.$inferSelect, 'id' | 'hasta' | 'siguiente' | 'porConciliar'>

export function createSaltar({
  store: { db },
  clock,
  disponibles,
  porConciliar,
  notifyEnd,
}: {
  store: Store
  clock: Clock
  disponibles: Disponibles
  porConciliar: Pick<PorConciliar, 'clearRange'>
  /** Told when none is left. */
  notifyEnd: (titular: Titular, tipoDte: number) => void
}) {
  const setAside = createSetAside(db, clock)

  /** Those that may still sign and have folios that were never taken. */
  function ranges({ empresaId, ambiente }: Titular, tipoDte: number): Rango[] {
    const usable = or(isNull(caf.venceEl), gte(caf.venceEl, chileDate(clock())))
    const ofType = and(eq(caf.empresaId, empresaId), eq(caf.ambiente, ambiente), eq(caf.tipoDte, tipoDte))
    return db
      .select({ id: caf.id, siguiente: caf.siguiente, hasta: caf.hasta, porConciliar: caf.porConciliar })
      .from(caf)
      .where(and(ofType, lte(caf.siguiente, caf.hasta), usable))
      .orderBy(caf.siguiente)
      .all()
  }
  const freed = ({ empresaId, ambiente }: Titular, tipoDte: number, hasta: number) =>
    db
      .select()
      .from(folioLibre)
      .where(
        and(
          eq(folioLibre.empresaId, empresaId),
          eq(folioLibre.ambiente, ambiente),
          eq(folioLibre.tipoDte, tipoDte),
          lte(folioLibre.folio, hasta),
        ),
      )
      .all()

  /** The fault of skipping up to `hasta`. */
  function faultOf(
    rangos: readonly Rango[],
    tipoDte: number,
    hasta: number,
    isAnswered: boolean,
  ): Fault | null {
    const campo = 'hasta'
    const siguiente = rangos[0]?.siguiente
    if (siguiente === undefined)
      return { campo, regla: 'sin_folios', mensaje: `No quedan folios nuevos del tipo ${tipoDte} que saltar` }
    // If a person says that none of a range that is por conciliar was used, it skips none.
    if (isAnswered && hasta === siguiente - 1 && rangos[0]!.porConciliar > 0) return null
    if (hasta < siguiente) {
      const mensaje = `El próximo folio nuevo del tipo ${tipoDte} es el ${siguiente}: hasta no puede ser menor`
      return { campo, regla: 'ya_tomado', mensaje }
    }
    if (rangos.some((r) => r.siguiente <= hasta && hasta <= r.hasta)) return null
    const known = rangos.map((r) => `${r.siguiente} a ${r.hasta}`).join(', ')
    const mensaje = `El folio ${hasta} no está entre los que quedan del tipo ${tipoDte}: ${known}`
    return { campo, regla: 'fuera_de_rango', mensaje }
  }

  function check(titular: Titular, tipoDte: number, hasta: number, isAnswered: boolean): Rango[] {
    const rangos = ranges(titular, tipoDte)
    const fault = faultOf(rangos, tipoDte, hasta, isAnswered)
    if (fault) throw faultsError([fault])
    return rangos.filter(({ siguiente }) => siguiente <= hasta + 1)
  }

  return {
    /** The folios that would be skipped, of which the SII is asked. Throws VALIDATION_ERROR, also where they are too many. */
    asked(titular: Titular, tipoDte: number, hasta: number): number[] {
      const rangos = check(titular, tipoDte, hasta, false)
      const fresh = rangos.map(({ siguiente, hasta: last }) => ({ siguiente, end: Math.min(hasta, last) }))
      const given = freed(titular, tipoDte, hasta)
      const total = fresh.reduce((sum, { siguiente, end }) => sum + end - siguiente + 1, given.length)
      if (total > PREGUNTAS_MAX) {
        const mensaje = `Son ${total} folios y se pregunta al SII por ${PREGUNTAS_MAX} a lo más: salte por partes, o diga un motivo`
        throw faultsError([{ campo: 'hasta', regla: 'maximo', mensaje }])
      }
      return [
        ...given.map(({ folio }) => folio),
        ...fresh.flatMap(({ siguiente, end }) => sequence(siguiente, end)),
      ]
    },

    /** Skips them. Throws VALIDATION_ERROR. Runs inside the caller's transaction. */
    skip(titular: Titular, tipoDte: number, hasta: number, palabra: Palabra): Saltado {
      const { empresaId, ambiente } = titular
      const isAnswered = 'motivo' in palabra
      // A folio that the SII does not know was skipped at the person's wish.
      const dichoOf = (estado: EstadoApartado) =>
        isAnswered || estado === 'por_anular' ? ('persona' as const) : ('sii' as const)
      const whyOf = (folio: number) =>
        isAnswered ? (['emitido_fuera', palabra.motivo] as const) : segunSii(palabra.vistos.get(folio)!, true)
      // A folio given back since the question was taken here.
      const isKnown = (folio: number): boolean => isAnswered || palabra.vistos.has(folio)
      const rangos = check(titular, tipoDte, hasta, isAnswered)
      const sum: Saltado = {
        desde: rangos[0]!.siguiente,
        hasta,
        saltados: 0,
        emitidosFuera: 0,
        disponibles: 0,
      }
      const count = (estado: EstadoApartado, folios: number): void => {
        sum.saltados += folios
        if (estado === 'emitido_fuera') sum.emitidosFuera += folios
      }
      for (const rango of rangos)
        for (let folio = rango.siguiente; folio <= Math.min(rango.hasta, hasta); folio++)
          if (!isKnown(folio))
            throw new AppError(
              'CONFLICT',
              'Mientras se preguntaba al SII se cargaron folios de este tipo: repita',
            )
      for (const { folio, cafId } of freed(titular, tipoDte, hasta)) {
        if (!isKnown(folio)) continue
        const [estado, motivo] = whyOf(folio)
        setAside.free(cafId, folio, estado, motivo, dichoOf(estado))
        sum.desde = Math.min(sum.desde, folio)
        count(estado, 1)
      }
      for (const { id, siguiente, hasta: last } of rangos) {
        const end = Math.min(hasta, last)
        if (end < siguiente) continue
        const runs: Apartado[] = isAnswered
          ? [
              {
                ...{ desde: siguiente, hasta: end },
                ...{ estado: 'emitido_fuera', motivo: palabra.motivo, dichoPor: 'persona' },
              },
            ]
          : runsOf(sequence(siguiente, end), whyOf, dichoOf)
        setAside.next(id, runs)
        for (const { desde, hasta: to, estado } of runs) count(estado, to - desde + 1)
      }
      // A person who gives a reason says where the unused folios begin; one who has the SII asked leaves
      // that to the SII.
      if (isAnswered) for (const { id } of rangos) porConciliar.clearRange(id)
      sum.disponibles = disponibles({ empresaId, ambiente }, tipoDte)
      if (sum.disponibles === 0) notifyEnd(titular, tipoDte)
      return sum
    },
  }
}
