// Things done at the SII for many companies at once, and how each of them stands (areas/firma §5).

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { AMBIENTES } from '../../domain/ambiente'
import { cuenta } from './cuenta'
import { empresa } from './empresa'
import { usuario } from './usuario'

export const firmaOperacion = sqliteTable(
  'firma_operacion',
  {
    id: text('id').primaryKey(),
    cuentaId: text('cuenta_id')
      .notNull()
      .references(() => cuenta.id),
    usuarioId: text('usuario_id')
      .notNull()
      .references(() => usuario.id, { onDelete: 'cascade' }),
    tipo: text('tipo').notNull(),
    createdAt: text('created_at').notNull(),
    canceladaAt: text('cancelada_at'),
  },
  (o) => [
    index('firma_operacion_persona').on(o.usuarioId, o.createdAt, o.id),
    index('firma_operacion_cuenta').on(o.cuentaId),
    index('firma_operacion_vieja').on(o.createdAt),
  ],
)

export const ESTADOS_OPERACION_EMPRESA = ['espera', 'en_curso', 'ok', 'fallida', 'omitida'] as const
export const MOTIVOS_OMITIDA = ['sin_trabajo', 'cancelada', 'eliminada'] as const

/** `trabajos`: the ids of its jobs, as JSON. */
export const firmaOperacionEmpresa = sqliteTable(
  'firma_operacion_empresa',
  {
    operacionId: text('operacion_id')
      .notNull()
      .references(() => firmaOperacion.id, { onDelete: 'cascade' }),
    orden: integer('orden').notNull(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
    estado: text('estado', { enum: ESTADOS_OPERACION_EMPRESA }).notNull(),
    motivo: text('motivo', { enum: MOTIVOS_OMITIDA }),
    codigo: text('codigo'),
    mensaje: text('mensaje'),
    trabajos: text('trabajos'),
  },
  (o) => [
    primaryKey({ columns: [o.operacionId, o.orden] }),
    unique().on(o.operacionId, o.empresaId),
    index('firma_operacion_espera').on(o.operacionId, o.orden).where(sql`${o.estado} = 'espera'`),
    index('firma_operacion_en_curso').on(o.operacionId, o.orden).where(sql`${o.estado} = 'en_curso'`),
    index('firma_operacion_empresa_id').on(o.empresaId),
  ],
)
