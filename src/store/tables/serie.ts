// Series that issue on the dates of a rule, and what each date became (areas/recurrentes §1, §4).

import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import { empresa } from './empresa'

/** A rule and the request of each of its dates. `hechoHasta`: every date up to it is done or left out. */
export const serie = sqliteTable(
  'serie',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    nombre: text('nombre').notNull(),
    estado: text('estado', { enum: ['activa', 'pausada', 'terminada'] }).notNull(),
    modo: text('modo', { enum: ['borrador', 'automatico'] }).notNull(),
    envio: text('envio', { enum: ['empresa', 'no', 'al_emitir', 'al_aceptar'] }).notNull(),
    atrasoDias: integer('atraso_dias').notNull(),
    /** JSON of a `Regla`. */
    regla: text('regla').notNull(),
    tipoDte: integer('tipo_dte').notNull(),
    rutReceptor: text('rut_receptor').notNull(),
    busqueda: text('busqueda').notNull(),
    hechoHasta: text('hecho_hasta').notNull(),
    /** The place in the rule of the last date that was done. */
    ranura: text('ranura').notNull().default(''),
    /** The next date that is done on its own day. */
    proxima: text('proxima'),
    /** Milliseconds. */
    proximaAt: integer('proxima_at'),
    pausadaHasta: text('pausada_hasta'),
    autor: text('autor').notNull(),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    eliminadaEn: text('eliminada_en'),
    contenidoCifrado: blob('contenido_cifrado', { mode: 'buffer' }).notNull(),
  },
  (s) => [
    index('serie_proxima')
      .on(s.proximaAt, s.id)
      .where(sql`${s.estado} = 'activa' AND ${s.proximaAt} IS NOT NULL`),
    index('serie_gastada').on(s.id).where(sql`${s.estado} = 'activa' AND ${s.proximaAt} IS NULL`),
    index('serie_pausada').on(s.pausadaHasta).where(sql`${s.pausadaHasta} IS NOT NULL`),
    index('serie_lista').on(s.empresaId, s.ambiente, s.createdAt, s.id).where(sql`${s.eliminadaEn} IS NULL`),
    index('serie_envio').on(s.empresaId).where(sql`${s.envio} <> 'empresa'`),
    index('serie_activa').on(s.empresaId, s.ambiente).where(sql`${s.estado} = 'activa'`),
  ],
)

/** One date of a series; its key holds for ever. `pendienteAt`, milliseconds: when one that stopped or was moved is done. */
export const ocurrencia = sqliteTable(
  'ocurrencia',
  {
    serieId: text('serie_id')
      .notNull()
      .references(() => serie.id),
    fecha: text('fecha').notNull(),
    n: integer('n').notNull(),
    /** Its place in the rule: under another calendar it has another date, and is the same. */
    ranura: text('ranura').notNull().default(''),
    estado: text('estado', { enum: ['omitida', 'cambiada', 'borrador', 'emitida', 'detenida'] }).notNull(),
    moverA: text('mover_a'),
    borradorId: text('borrador_id'),
    jobId: text('job_id'),
    codigo: text('codigo'),
    mensaje: text('mensaje'),
    intentadaAt: text('intentada_at'),
    pendienteAt: integer('pendiente_at'),
    /** 0 until its draft was told of. */
    avisada: integer('avisada').notNull().default(1).$type<0 | 1>(),
    autor: text('autor'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    solicitudCifrada: blob('solicitud_cifrada', { mode: 'buffer' }),
  },
  (o) => [
    primaryKey({ columns: [o.serieId, o.fecha] }),
    index('ocurrencia_pendiente').on(o.pendienteAt).where(sql`${o.pendienteAt} IS NOT NULL`),
    uniqueIndex('ocurrencia_emision').on(o.jobId).where(sql`${o.jobId} IS NOT NULL`),
    uniqueIndex('ocurrencia_borrador').on(o.borradorId).where(sql`${o.borradorId} IS NOT NULL`),
    index('ocurrencia_sin_avisar').on(o.serieId).where(sql`${o.avisada} = 0`),
  ],
)
