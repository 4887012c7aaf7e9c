// The companies of an account as rows. A deleted one keeps its row, because its documents keep theirs.

import { and, count, eq, getTableColumns, inArray, isNotNull, isNull, like, type SQL } from 'drizzle-orm'
import type { Db } from '../../store/store'
import { apiKey, certificado, empresa as table } from '../../store/tables/empresa'
import { job } from '../../store/tables/job'
import { logo } from '../../store/tables/plantilla'
import { portalClave } from '../../store/tables/portal'
import { sesion } from '../../store/tables/usuario'

export const ENVIO_RECEPTOR = table.envioReceptor.enumValues
type EmpresaRow = typeof table.$inferSelect

/** A company. Those named at registration lack `giro`, `direccion` and `comuna` until they are completed. */
export interface Empresa
  extends Omit<EmpresaRow, 'resolucionNumero' | 'resolucionFecha' | 'deletedAt' | 'mudada'> {
  /** The SII's resolution for the environment the company works in. `fecha` is Chile's. */
  resolucion: { numero: number; fecha: string } | null
  /** Its file, loaded by way of the area `plantilla`; in pixels. */
  logo: { tipo: string; ancho: number; alto: number } | null
  /** Since when it is deleted, so that its documents are only read; null when it lives. */
  eliminadaAt: string | null
}

/** Ids of the companies within reach of a credential; null is all of the account. */
export type Reach = readonly string[] | null

export interface EmpresaStore {
  /** Oldest first; of those alone that `reach` names, unless it is null; the living ones, or the deleted. */
  list(cuentaId: string, reach: Reach, limit: number, offset: number, eliminadas?: boolean): Empresa[]
  count(cuentaId: string, reach: Reach, eliminadas?: boolean): number
  /** Null when the account has no such living company. */
  find(cuentaId: string, id: string): Empresa | null
  /** The same, be it deleted or not. */
  findAny(cuentaId: string, id: string): Empresa | null
  findByRut(cuentaId: string, rut: string): Empresa | null
  insert(empresa: Empresa): void
  update(empresa: Empresa): void
  /** Hides the company, takes it from the sessions that work with it, revokes its keys and forgets its certificate. */
  remove(id: string, at: Date): void
  /** Brings a deleted company back; not its keys, nor its certificate. */
  restore(id: string): void
  /** Documents of it that are still on their way to the SII. */
  countPending(id: string): number
}

const living = (eliminadas = false): SQL => (eliminadas ? isNotNull : isNull)(table.deletedAt)

const within = (cuentaId: string, reach: Reach, eliminadas: boolean | undefined): SQL | undefined =>
  and(eq(table.cuentaId, cuentaId), living(eliminadas), reach ? inArray(table.id, [...reach]) : undefined)

export function createEmpresaStore(db: Db): EmpresaStore {
  const select = (where: SQL | undefined) =>
    db
      .select({ row: getTableColumns(table), logo: { tipo: logo.tipo, ancho: logo.ancho, alto: logo.alto } })
      .from(table)
      .leftJoin(logo, eq(logo.empresaId, table.id))
      .where(where)
  const one = (where: SQL | undefined): Empresa | null => {
    const found = select(where).get()
    return found ? fromRow(found) : null
  }
  return {
    list: (cuentaId, reach, limit, offset, eliminadas) =>
      select(within(cuentaId, reach, eliminadas))
        .orderBy(table.id)
        .limit(limit)
        .offset(offset)
        .all()
        .map(fromRow),
    count: (cuentaId, reach, eliminadas) =>
      db
        .select({ n: count() })
        .from(table)
        .where(within(cuentaId, reach, eliminadas))
        .get()!.n,
    find: (cuentaId, id) => one(and(eq(table.cuentaId, cuentaId), living(), eq(table.id, id))),
    findAny: (cuentaId, id) => one(and(eq(table.cuentaId, cuentaId), eq(table.id, id))),
    findByRut: (cuentaId, rut) => one(and(eq(table.cuentaId, cuentaId), living(), eq(table.rut, rut))),
    insert: (empresa) => void db.insert(table).values(toRow(empresa)).run(),
    update: (empresa) => void db.update(table).set(toRow(empresa)).where(eq(table.id, empresa.id)).run(),
    countPending: (id) =>
      db
        .select({ n: count() })
        .from(job)
        .where(
          and(
            eq(job.empresaId, id),
            like(job.kind, 'dte.%'),
            inArray(job.estado, ['pending', 'scheduled', 'processing']),
          ),
        )
        .get()!.n,
    remove: (id, at) =>
      db.transaction(
        (tx) => {
          const now = at.toISOString()
          tx.update(table).set({ deletedAt: now }).where(eq(table.id, id)).run()
          tx.update(sesion).set({ empresaId: null }).where(eq(sesion.empresaId, id)).run()
          const keys = and(eq(apiKey.empresaId, id), isNull(apiKey.revokedAt))
          tx.update(apiKey).set({ revokedAt: now }).where(keys).run()
          tx.delete(certificado).where(eq(certificado.empresaId, id)).run()
          tx.delete(portalClave).where(eq(portalClave.empresaId, id)).run()
        },
        { behavior: 'immediate' },
      ),
    restore: (id) => void db.update(table).set({ deletedAt: null }).where(eq(table.id, id)).run(),
  }
}

function fromRow({ row, logo }: { row: EmpresaRow; logo: Empresa['logo'] }): Empresa {
  const { resolucionNumero: numero, resolucionFecha: fecha, deletedAt: eliminadaAt, ...rest } = row
  const resolucion = numero === null || fecha === null ? null : { numero, fecha }
  return { ...rest, resolucion, logo, eliminadaAt }
}

function toRow({ resolucion, logo: _, eliminadaAt: __, ...rest }: Empresa): typeof table.$inferInsert {
  return { ...rest, resolucionNumero: resolucion?.numero ?? null, resolucionFecha: resolucion?.fecha ?? null }
}
