// Folios passed over by a person, who knows that other documents bear them: those of another program, or of what an old copy
// lacks while the SII cannot be asked (http §18).

import { and, eq, gte, isNull, lte, or } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { type Fault, faultsError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import type { Store } from '../../store/store'
import { caf, folioLibre } from '../../store/tables/folios'
import type { Disponibles } from './disponibles'
import type { PorConciliar } from './por-conciliar'
import type { Titular } from './rango'
import { createSetAside } from './set-aside'

interface Saltado {
  desde: number
  hasta: number
  /** Folios that became gaps, those given back among them. */
  saltados: number
  /** Folios left. */
  disponibles: number
}

/** Throws VALIDATION_ERROR. Runs inside the caller's transaction. */
export type Saltar = (titular: Titular, tipoDte: number, hasta: number) => Saltado

type Rango = Pick<typeof caf.$inferSelect, 'id' | 'hasta' | 'siguiente'>

const MOTIVO = 'Folio saltado a mano'

export function createSaltar({
  store: { db },
  clock,
  disponibles,
  porConciliar,
  tellEnd,
}: {
  store: Store
  clock: Clock
  disponibles: Disponibles
  porConciliar: PorConciliar
  /** Told when none is left. */
  tellEnd: (titular: Titular, tipoDte: number) => void
}): Saltar {
  const setAside = createSetAside(db, clock)

  /** Those that may still sign and have folios that were never taken. */
  function ranges({ empresaId, ambiente }: Titular, tipoDte: number): Rango[] {
    const usable = or(isNull(caf.venceEl), gte(caf.venceEl, chileDate(clock())))
    const ofType = and(eq(caf.empresaId, empresaId), eq(caf.ambiente, ambiente), eq(caf.tipoDte, tipoDte))
    return db
      .select({ id: caf.id, siguiente: caf.siguiente, hasta: caf.hasta })
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

  /** What is wrong with skipping up to `hasta`. */
  function faultOf(rangos: readonly Rango[], tipoDte: number, hasta: number): Fault | null {
    const campo = 'hasta'
    const siguiente = rangos[0]?.siguiente
    if (siguiente === undefined)
      return { campo, regla: 'sin_folios', mensaje: `No quedan folios nuevos del tipo ${tipoDte} que saltar` }
    if (hasta < siguiente) {
      const mensaje = `El próximo folio nuevo del tipo ${tipoDte} es el ${siguiente}: hasta no puede ser menor`
      return { campo, regla: 'ya_tomado', mensaje }
    }
    if (rangos.some((r) => r.siguiente <= hasta && hasta <= r.hasta)) return null
    const known = rangos.map((r) => `${r.siguiente} a ${r.hasta}`).join(', ')
    const mensaje = `El folio ${hasta} no está entre los que quedan del tipo ${tipoDte}: ${known}`
    return { campo, regla: 'fuera_de_rango', mensaje }
  }

  return (titular, tipoDte, hasta) => {
    const { empresaId, ambiente } = titular
    const rangos = ranges(titular, tipoDte)
    const fault = faultOf(rangos, tipoDte, hasta)
    if (fault) throw faultsError([fault])
    let saltados = 0
    let desde = rangos[0]!.siguiente
    for (const { folio, cafId } of freed(titular, tipoDte, hasta)) {
      setAside.free(cafId, folio, 'por_anular', MOTIVO)
      desde = Math.min(desde, folio)
      saltados++
    }
    for (const { id, siguiente, hasta: last } of rangos) {
      if (siguiente > hasta) break
      const end = Math.min(hasta, last)
      setAside.next(id, [{ desde: siguiente, hasta: end, estado: 'por_anular', motivo: MOTIVO }])
      saltados += end - siguiente + 1
    }
    // Who skips says from where on nothing is used.
    porConciliar.clear(titular, tipoDte)
    const left = disponibles(empresaId, ambiente, tipoDte)
    if (left === 0) tellEnd(titular, tipoDte)
    return { desde, hasta, saltados, disponibles: left }
  }
}
