// Asks the SII what it has of the ranges that are por conciliar, and sets that aside; issuing goes on behind it (http §18).

import { and, between, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../../base/clock'
import { nextTurn } from '../../base/turn'
import { isFacturaCompra } from '../../domain/rcv/tipos'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { caf, folioLibre } from '../../store/tables/folios'
import { rcvDocumento as r } from '../../store/tables/rcv'
import type { LearnUsed } from './learn-used'
import { type AskFolio, askAll, looksFrom, PREGUNTAS_MAX, sequence } from './preguntas'
import { type Apartado, createSetAside, runsOf, segunSii, type Visto } from './set-aside'
import { DELANTE_MAX } from './sii/out-of-use'
import { prepareAnulaciones } from './sii/statements'

/** The findings of a conciliation. */
export interface Reconciled {
  /** Folios set aside because the SII has them. */
  emitidosFuera: number
  /** All that were set aside. */
  apartados: number
}

type Range = Pick<typeof caf.$inferSelect, 'siguiente' | 'hasta'>

/** Folios set aside in one transaction. */
const TRAMO = 50
/** How far the annulled ones are looked at in one step. */
const PASO = 10

export function createReconcile({
  store: { client, db },
  clock,
  learnUsed,
}: {
  store: Store
  clock: Clock
  learnUsed: LearnUsed
}) {
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
  const { leave } = prepareAnulaciones(client)
  /** Nothing where somebody moved the range meanwhile. */
  const setAround = client.transaction((rango: { id: string; siguiente: number }, apartado: Apartado) => {
    if (rangos(eq(caf.id, rango.id)).get()?.siguiente !== rango.siguiente) return
    if (apartado.desde > rango.siguiente) {
      leave.run({ cafId: rango.id, hasta: apartado.desde - 1 })
      db.update(caf).set({ siguiente: apartado.desde }).where(eq(caf.id, rango.id)).run()
    }
    setAside.next(rango.id, [apartado])
  })

  async function reconcileFree(cafId: string, askFolio: AskFolio, sum: Reconciled): Promise<void> {
    const folios = freed(cafId)
    const vistos = await askAll(folios, askFolio)
    for (const [i, folio] of folios.entries()) {
      const visto = vistos[i]!
      if (visto !== 'nada' && setFree.immediate(cafId, folio, ...segunSii(visto))) count(sum, visto)
    }
  }

  /** New folios that the register, as it was brought or read, has on documents that are not here, those near the next. */
  const registered = (titular: Titular, tipoDte: number, { siguiente, hasta }: Range): number[] =>
    db
      .selectDistinct({ folio: r.folio })
      .from(r)
      .where(
        and(
          ...[eq(r.empresaId, titular.empresaId), eq(r.ambiente, titular.ambiente), eq(r.tipoDte, tipoDte)],
          eq(r.lado, isFacturaCompra(tipoDte) ? 'compra' : 'venta'),
          between(r.folio, siguiente, Math.min(hasta, siguiente + PREGUNTAS_MAX)),
          isNull(r.ausenteDesde),
        ),
      )
      .orderBy(r.folio)
      .all()
      .map(({ folio }) => folio)

  /** Folios in front of those that the SII has stay for documents to come, as behind a reading of the register there. */
  async function reconcileRegistered(
    titular: Titular,
    tipoDte: number,
    rango: Range,
    askFolio: AskFolio,
    sum: Reconciled,
  ): Promise<void> {
    const folios = registered(titular, tipoDte, rango)
    const vistos = await askAll(folios, askFolio)
    const used = folios.filter((_, i) => vistos[i] === 'emitido')
    for (const _ of learnUsed(titular, tipoDte, used)) count(sum, 'emitido')
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
      if (
        !setNext.immediate(
          rango.id,
          runsOf(folios, (folio) => segunSii(vistos[folio - desde]!)),
        )
      )
        return
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
      const looks = looksFrom(siguiente, hasta)
      const vistos = await askAll(looks, askFolio)
      const known = new Map(looks.map((folio, i) => [folio, vistos[i]!]))
      const ask: AskFolio = async (folio) => known.get(folio) ?? askFolio(folio)
      const top = looks.findLast((folio) => known.get(folio) === 'emitido')
      const annulled = looks.find((folio) => known.get(folio) === 'anulado')
      if (top !== undefined) await passOver(rango, top, ask, sum)
      else if (annulled === undefined || !(await passAround(rango, annulled, ask, sum))) return
    }
  }

  /** How far the annulled folios about one reach, one way. */
  async function reachOf(from: number, step: 1 | -1, end: number, askFolio: AskFolio): Promise<number> {
    for (let at = from; ; at += step * PASO) {
      const ahead = sequence(1, PASO)
        .map((n) => at + step * n)
        .filter((folio) => (end - folio) * step >= 0)
      const vistos = await askAll(ahead, askFolio)
      const stop = vistos.findIndex((visto) => visto !== 'anulado')
      if (stop >= 0) return at + step * stop
      if (ahead.length < PASO) return end
    }
  }

  /**
   * Takes annulled folios out of the way; what lies in front of them was never used and stays for documents to come. False, nothing
   * done, where that is too much to keep one by one.
   */
  async function passAround(
    rango: Pick<typeof caf.$inferSelect, 'id' | 'siguiente' | 'hasta'>,
    annulled: number,
    askFolio: AskFolio,
    sum: Reconciled,
  ): Promise<boolean> {
    const desde = await reachOf(annulled, -1, rango.siguiente, askFolio)
    if (desde - rango.siguiente > DELANTE_MAX) return false
    const hasta = await reachOf(annulled, 1, rango.hasta, askFolio)
    const [estado, motivo] = segunSii('anulado')
    setAround.immediate(rango, { desde, hasta, estado, motivo, dichoPor: 'sii' })
    sum.apartados += hasta - desde + 1
    return true
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
      await reconcileRegistered({ empresaId, ambiente }, tipoDte, rango, askFolio, sum)
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
