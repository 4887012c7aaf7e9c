// The log of changes as it is read (http §22.3).

import { and, count, desc, eq, type GetColumnData, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../store/store'
import { auditoria } from '../../store/tables/cuenta'

/** Absent ones do not narrow. `usuario` is an id or an e-mail; `accion` an action or the subject of some (`apikey`). */
export interface Filtros {
  desde?: Date
  hasta?: Date
  usuario?: string
  accion?: string
}

const COLUMNS = {
  id: auditoria.id,
  created_at: auditoria.createdAt,
  actor: auditoria.actor,
  usuario_id: auditoria.usuarioId,
  apikey_id: auditoria.apikeyId,
  ip: auditoria.ip,
  empresa_id: auditoria.empresaId,
  accion: auditoria.accion,
  objeto: auditoria.objeto,
  detalle: auditoria.detalle,
}

export type Suceso = { [K in keyof typeof COLUMNS]: GetColumnData<(typeof COLUMNS)[K]> }

function matching(cuentaId: string, { desde, hasta, usuario, accion }: Filtros): SQL | undefined {
  const subject = accion && `${accion}.`
  return and(
    eq(auditoria.cuentaId, cuentaId),
    desde && gte(auditoria.createdAt, desde.toISOString()),
    hasta && lt(auditoria.createdAt, hasta.toISOString()),
    usuario
      ? or(eq(auditoria.usuarioId, usuario), sql`${auditoria.actor} = ${usuario} COLLATE NOCASE`)
      : undefined,
    subject
      ? or(
          sql`${auditoria.accion} = ${accion}`,
          sql`substr(${auditoria.accion}, 1, ${subject.length}) = ${subject}`,
        )
      : undefined,
  )
}

export function createChangeLog(db: Db) {
  const newest = (where: SQL | undefined, limit: number) =>
    db
      .select(COLUMNS)
      .from(auditoria)
      .where(where)
      .orderBy(desc(auditoria.createdAt), desc(auditoria.id))
      .limit(limit)
  return {
    /** Newest first. */
    list: (cuentaId: string, filtros: Filtros, limit: number, offset: number) =>
      newest(matching(cuentaId, filtros), limit).offset(offset).all(),
    count: (cuentaId: string, filtros: Filtros): number =>
      db.select({ n: count() }).from(auditoria).where(matching(cuentaId, filtros)).get()!.n,
    /** What comes after a row, or from the newest on. */
    after(cuentaId: string, filtros: Filtros, last: Suceso | null, limit: number): Suceso[] {
      const { createdAt, id } = auditoria
      const behind = last ? sql`(${createdAt}, ${id}) < (${last.created_at}, ${last.id})` : undefined
      return newest(and(matching(cuentaId, filtros), behind), limit).all()
    },
  }
}
