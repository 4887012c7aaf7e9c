// Links as people see and make them: those of a month or of a document, the notes that have none, and links made or taken away
// by hand.

import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { AppError, faultsError } from '../../domain/errors'
import type { Lado } from '../../domain/rcv/columnas'
import { NOTAS_CREDITO } from '../../domain/rcv/tipos'
import type { Titular } from '../../domain/titular'
import { sourceBehind, type Walked } from '../../http/listing'
import type { Store } from '../../store/store'
import { rcvDesvinculada, rcvDocumento, rcvVinculacion } from '../../store/tables/rcv'
import type { EnCurso } from './en-curso'
import type { Documento } from './lista'
import { type Llave, pairOf } from './pareja'
import { NOMBRA_EMITIDA } from './statements-vinculos'
import type { Vinculos } from './vinculos'

export interface Vinculacion {
  vinculo: typeof rcvVinculacion.$inferSelect
  nc: Documento
  factura: Documento
}

export interface Pendiente {
  nc: Documento
  candidatas: (Omit<Propuesta, 'factura'> & { factura: Documento })[]
}

type Propuesta = Awaited<ReturnType<Vinculos['propose']>> extends Map<string, (infer P)[]> ? P : never

const nc = alias(rcvDocumento, 'nc')
const factura = alias(rcvDocumento, 'factura')

export function createVinculaciones({
  store: { db },
  clock,
  newId,
  vinculos,
  enCurso,
}: {
  store: Pick<Store, 'db'>
  clock: Clock
  newId: NewId
  vinculos: Vinculos
  enCurso: Pick<EnCurso, 'busy'>
}) {
  const own = ({ empresaId, ambiente }: Titular): SQL =>
    and(eq(rcvVinculacion.empresaId, empresaId), eq(rcvVinculacion.ambiente, ambiente))!

  const joined = (where: SQL | undefined) =>
    db
      .select({ vinculo: rcvVinculacion, nc, factura })
      .from(rcvVinculacion)
      .innerJoin(nc, eq(nc.id, rcvVinculacion.ncId))
      .innerJoin(factura, eq(factura.id, rcvVinculacion.facturaId))
      .where(where)

  type Vinculada = ReturnType<ReturnType<typeof joined>['all']>[number]

  /** Those of the newest notes first. */
  function list(where: SQL | undefined) {
    const read = (limit: number, offset: number, last: Vinculada | null) => {
      const place = last && sql`(${last.nc.fechaEmision}, ${last.vinculo.id})`
      return joined(place ? and(where, sql`(${nc.fechaEmision}, ${rcvVinculacion.id}) < ${place}`) : where)
        .orderBy(desc(nc.fechaEmision), desc(rcvVinculacion.id))
        .limit(limit)
        .offset(offset)
        .all()
    }
    const total = () =>
      db
        .select({ n: sql<number>`count(*)` })
        .from(rcvVinculacion)
        .innerJoin(nc, eq(nc.id, rcvVinculacion.ncId))
        .innerJoin(factura, eq(factura.id, rcvVinculacion.facturaId))
        .where(where)
        .all()[0]!.n
    return sourceBehind(read, total)
  }

  const find = ({ empresaId, ambiente }: Titular, { rut, tipoDte, folio }: Llave): Documento[] =>
    db
      .select()
      .from(rcvDocumento)
      .where(
        and(
          eq(rcvDocumento.empresaId, empresaId),
          eq(rcvDocumento.ambiente, ambiente),
          inArray(rcvDocumento.lado, ['compra', 'venta']),
          eq(rcvDocumento.rut, rut),
          eq(rcvDocumento.tipoDte, tipoDte),
          eq(rcvDocumento.folio, folio),
          isNull(rcvDocumento.ausenteDesde),
        ),
      )
      .all()

  /** Links are not made by hand while a reading makes them by itself. */
  function requireIdle(titular: Titular): void {
    if (enCurso.busy(titular))
      throw new AppError('INVALID_STATE', 'Se está leyendo el registro; repita cuando termine')
  }

  return {
    ofPeriodo: (titular: Titular, periodo: string) => list(and(own(titular), eq(nc.periodo, periodo))),
    ofDocumento(titular: Titular, key: Llave) {
      const ids = find(titular, key).map(({ id }) => id)
      const { ncId, facturaId } = rcvVinculacion
      return list(and(own(titular), or(inArray(ncId, ids), inArray(facturaId, ids))))
    },

    /** Notes of a month that are not linked whole. */
    pendientes(titular: Titular, periodo: string): Walked<Documento> {
      const where = and(
        eq(rcvDocumento.empresaId, titular.empresaId),
        eq(rcvDocumento.ambiente, titular.ambiente),
        eq(rcvDocumento.periodo, periodo),
        inArray(rcvDocumento.tipoDte, [...NOTAS_CREDITO]),
        isNull(rcvDocumento.ausenteDesde),
        lt(rcvDocumento.vinculado, rcvDocumento.montoTotal),
        // One that corrects text takes nothing of its invoice.
        sql`NOT EXISTS (SELECT 1 FROM ${rcvVinculacion}
          WHERE ${rcvVinculacion.ncId} = ${rcvDocumento.id} AND ${rcvVinculacion.monto} = 0)`,
        // Nor is there an invoice to look for where it names one of here that the register lacks: that one's balance counts it.
        sql.raw(`NOT ${NOMBRA_EMITIDA}`),
      )
      const { fechaEmision, id } = rcvDocumento
      const read = (limit: number, offset: number, last: Documento | null) =>
        db
          .select()
          .from(rcvDocumento)
          .where(
            last ? and(where, sql`(${fechaEmision}, ${id}) < (${last.fechaEmision}, ${last.id})`) : where,
          )
          .orderBy(desc(fechaEmision), desc(id))
          .limit(limit)
          .offset(offset)
          .all()
      const total = () => db.select({ n: sql<number>`count(*)` }).from(rcvDocumento).where(where).all()[0]!.n
      return sourceBehind(read, total)
    },

    /** These notes, each with the invoices that it may act on. */
    async propose(titular: Titular, rows: readonly Documento[]): Promise<Pendiente[]> {
      const groups = Map.groupBy(rows, ({ lado, rut }) => `${lado}/${rut}`)
      const found = new Map<string, Propuesta[]>()
      for (const group of groups.values()) {
        const { lado, rut } = group[0]!
        const ids = new Set(group.map(({ id }) => id))
        for (const [id, list] of await vinculos.propose(titular, lado, rut, ids)) found.set(id, list)
      }
      const ids = [...found.values()].flatMap((list) => list.map(({ factura }) => factura.id))
      const facturas = new Map(
        db
          .select()
          .from(rcvDocumento)
          .where(sql`${rcvDocumento.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
          .all()
          .map((row) => [row.id, row]),
      )
      return rows.map((one) => ({
        nc: one,
        candidatas: (found.get(one.id) ?? []).map((p) => ({ ...p, factura: facturas.get(p.factura.id)! })),
      }))
    },

    /**
     * A link made by hand, in the caller's transaction; by default of as much as both have left. Throws NOT_FOUND, VALIDATION_ERROR
     * where one is no note or the parties differ, ALREADY_EXISTS, BALANCE_EXCEEDED.
     */
    create(
      titular: Titular,
      keys: { nc: Llave; factura: Llave; lado?: Lado | undefined; monto?: number | undefined },
    ): Vinculacion {
      requireIdle(titular)
      const { nota, invoice } = pairOf(find(titular, keys.nc), find(titular, keys.factura), keys)
      const ids = and(eq(rcvVinculacion.ncId, nota.id), eq(rcvVinculacion.facturaId, invoice.id))
      if (joined(ids).get()) throw new AppError('ALREADY_EXISTS', 'La nota y la factura ya están vinculadas')
      if (keys.monto === 0 && nota.montoTotal > 0)
        throw faultsError([
          {
            campo: 'monto',
            regla: 'minimo',
            mensaje: 'monto: debe ser 1 o más; 0 es sólo de notas sin monto, que corrigen un texto',
          },
        ])
      const room = invoice.montoTotal + vinculos.cargosOf(invoice.id) - invoice.vinculado
      const left = Math.min(nota.montoTotal - nota.vinculado, room)
      const monto = keys.monto ?? Math.max(0, left)
      if (monto > left || (monto === 0 && nota.montoTotal > 0)) {
        const saldo = Math.max(0, left)
        throw new AppError(
          'BALANCE_EXCEEDED',
          `Entre la nota y la factura quedan ${saldo} pesos por vincular`,
          {
            detalles: [{ saldo, monto_total: invoice.montoTotal }],
          },
        )
      }
      const id = newId('vin')
      const { empresaId, ambiente } = titular
      const pair = { lado: nota.lado, ncId: nota.id, facturaId: invoice.id, monto }
      const how = { origen: 'manual' as const, confianza: 100, razones: ['Vinculada a mano'] }
      db.insert(rcvVinculacion)
        .values({ id, empresaId, ambiente, ...pair, ...how, creadaEn: clock().toISOString() })
        .run()
      db.delete(rcvDesvinculada)
        .where(and(eq(rcvDesvinculada.ncId, nota.id), eq(rcvDesvinculada.facturaId, invoice.id)))
        .run()
      vinculos.refreshPair(nota.id, invoice.id)
      return joined(eq(rcvVinculacion.id, id)).get()!
    },

    /** Takes a link away for good, in the caller's transaction. Throws NOT_FOUND. */
    remove(titular: Titular, id: string): Vinculacion {
      requireIdle(titular)
      const found = joined(and(own(titular), eq(rcvVinculacion.id, id))).get()
      if (!found) throw new AppError('NOT_FOUND', 'La vinculación no existe')
      const { ncId, facturaId } = found.vinculo
      db.delete(rcvVinculacion).where(eq(rcvVinculacion.id, id)).run()
      db.insert(rcvDesvinculada)
        .values({ ncId, facturaId, creadaEn: clock().toISOString() })
        .onConflictDoNothing()
        .run()
      vinculos.refreshPair(ncId, facturaId)
      return found
    },
  }
}
