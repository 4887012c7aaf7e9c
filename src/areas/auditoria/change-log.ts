// The log of changes as it is read (http §22.3).

import { and, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { newestOf, type RowOf } from '../../http/newest'
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

export type Suceso = RowOf<typeof COLUMNS>

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

/** Newest first. */
export const changeLog = (db: Db, cuentaId: string, filtros: Filtros) =>
  newestOf(db, COLUMNS, ['created_at', 'id'], matching(cuentaId, filtros))
