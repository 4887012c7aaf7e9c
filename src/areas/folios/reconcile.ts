// Asks the SII what it has of the ranges that are por conciliar, and sets that aside; issuing goes on behind it (http §18).

import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { nextTurn } from '../../base/turn'
import type { Store } from '../../store/store'
import { caf, folioLibre } from '../../store/tables/folios'
import type { Titular } from './rango'
import { type Apartado, createSetAside, type EstadoApartado } from './set-aside'

/** What the SII knows of a folio. */
export type Visto = 'nada' | 'emitido' | 'anulado'

/** Asks for one folio. Throws when the SII does not say. */
export type AskFolio = (folio: number) => Promise<Visto>

/** What a conciliation found. */
export interface Reconciled {
  /** Folios set aside because the SII has them. */
  emitidosFuera: number
  /** All that were set aside. */
  apartados: number
}

/** The SII has nothing from a folio on when it knows none of so many in a row … */
const SEGUIDOS = 5
/** … nor of these further on: what was sent and not received leaves holes. */
const MAS_ALLA = [10, 25, 50, 100, 200]
/** Questions under way at once; and folios set aside in one transaction. */
const AT_ONCE = 10
const TRAMO = 50

const ESTADO: Record<Visto, readonly [EstadoApartado, string]> = {
  emitido: ['emitido_fuera', 'El SII ya tenía un documento con este folio que aquí no está'],
  anulado: ['anulado', 'El folio está anulado en el SII'],
  // The SII does not tell a folio of a rejected document, which is used up, from one that it never saw (sii §5.1).
  nada: ['por_anular', 'El SII ya tenía documentos con folios posteriores'],
}

export function createReconcile({ store: { client, db }, clock }: { store: Store; clock: Clock }) {
  const setAside = createSetAside(db, clock)
  const rangos = (where: SQL | undefined) =>
    db
      .select({
        id: caf.id,
        siguiente: caf.siguiente,
        hasta: caf.hasta,
        porConciliar: caf.porConciliar,
      })
      .from(caf)
      .where(and(where, sql`${caf.porConciliar} > 0`))
      .orderBy(caf.fechaAutorizacion, caf.desde)
  const freed = (cafId: string): number[] =>
    db
      .select({ folio: folioLibre.folio })
      .from(folioLibre)
      .where(eq(folioLibre.cafId, cafId))
      .orderBy(folioLibre.folio)
      .all()
      .map(({ folio }) => folio)
  const setNext = client.transaction(setAside.next)
  const setFree = client.transaction(setAside.free)

  async function askAll(folios: readonly number[], askFolio: AskFolio): Promise<Visto[]> {
    const vistos: Visto[] = []
    for (let i = 0; i < folios.length; i += AT_ONCE)
      vistos.push(...(await Promise.all(folios.slice(i, i + AT_ONCE).map(askFolio))))
    return vistos
  }

  async function reconcileFree(cafId: string, askFolio: AskFolio, sum: Reconciled): Promise<void> {
    const folios = freed(cafId)
    const vistos = await askAll(folios, askFolio)
    for (const [i, folio] of folios.entries()) {
      const visto = vistos[i]!
      if (visto !== 'nada' && setFree.immediate(cafId, folio, ...ESTADO[visto])) count(sum, visto)
    }
  }

  /** Passes over everything up to `top`, asking for each, until somebody moves the range. */
  async function passOver(
    rango: Pick<typeof caf.$inferSelect, 'id' | 'siguiente'>,
    top: number,
    askFolio: AskFolio,
    sum: Reconciled,
  ): Promise<void> {
    for (let desde = rango.siguiente; desde <= top; desde += TRAMO) {
      const folios = sequence(desde, Math.min(desde + TRAMO - 1, top))
      const vistos = await askAll(folios, askFolio)
      if (!setNext.immediate(rango.id, runsOf(folios, vistos))) return
      for (const visto of vistos) count(sum, visto)
      await nextTurn()
    }
  }

  /** Ends when the SII knows nothing from the next folio on, or the range is spent. */
  async function reconcileNew(cafId: string, askFolio: AskFolio, sum: Reconciled): Promise<void> {
    for (;;) {
      // Read anew: a person may have skipped folios, or ended it, meanwhile.
      const rango = rangos(eq(caf.id, cafId)).get()
      if (!rango || rango.siguiente > rango.hasta) return
      const { siguiente, hasta } = rango
      const looks = [
        ...sequence(siguiente, siguiente + SEGUIDOS - 1),
        ...MAS_ALLA.map((more) => siguiente + more),
      ].filter((folio) => folio <= hasta)
      const vistos = await askAll(looks, askFolio)
      const top = looks.findLast((_, i) => vistos[i] !== 'nada')
      if (top === undefined) return
      const known = new Map(looks.map((folio, i) => [folio, vistos[i]!]))
      await passOver(rango, top, async (folio) => known.get(folio) ?? askFolio(folio), sum)
    }
  }

  /**
   * Asks until no range of the type is por conciliar. What was set aside stays so when the SII stops answering half way; throws
   * what `askFolio` throws.
   */
  return async function reconcile(
    { empresaId, ambiente }: Titular,
    tipoDte: number,
    askFolio: AskFolio,
  ): Promise<Reconciled> {
    const sum: Reconciled = { emitidosFuera: 0, apartados: 0 }
    const ofType = and(eq(caf.empresaId, empresaId), eq(caf.ambiente, ambiente), eq(caf.tipoDte, tipoDte))
    for (;;) {
      const rango = rangos(ofType).get()
      if (!rango) return sum
      await reconcileFree(rango.id, askFolio, sum)
      await reconcileNew(rango.id, askFolio, sum)
      // Marked once more while it was asked: it is asked again.
      db.update(caf)
        .set({ porConciliar: 0 })
        .where(and(eq(caf.id, rango.id), eq(caf.porConciliar, rango.porConciliar)))
        .run()
    }
  }
}

function count(sum: Reconciled, visto: Visto): void {
  sum.apartados++
  if (visto === 'emitido') sum.emitidosFuera++
}

const sequence = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)

/** Folios in a row that the SII says the same of, as one. */
function runsOf(folios: readonly number[], vistos: readonly Visto[]): Apartado[] {
  const runs: Apartado[] = []
  for (const [i, folio] of folios.entries()) {
    const [estado, motivo] = ESTADO[vistos[i]!]
    const last = runs.at(-1)
    if (last?.estado === estado) last.hasta = folio
    else runs.push({ desde: folio, hasta: folio, estado, motivo })
  }
  return runs
}
