// Vouchers for accounting programs (areas/contabilidad): a company's settings, chart, rules and templates, and what it exported.

import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import { empresa } from './empresa'

const empresaId = () =>
  text('empresa_id')
    .notNull()
    .references(() => empresa.id)

/** JSON of the settings that somebody wrote. */
export const contabilidadAjuste = sqliteTable('contabilidad_ajuste', {
  empresaId: text('empresa_id')
    .primaryKey()
    .references(() => empresa.id),
  ajustes: text('ajustes').notNull(),
  updatedAt: text('updated_at').notNull(),
})

/** An account of the chart, and what each of its lines must bear. */
export const contabilidadCuenta = sqliteTable(
  'contabilidad_cuenta',
  {
    empresaId: empresaId(),
    codigo: text('codigo').notNull(),
    nombre: text('nombre').notNull(),
    pideAuxiliar: integer('pide_auxiliar').notNull().$type<0 | 1>(),
    pideCentro: integer('pide_centro').notNull().$type<0 | 1>(),
    pideDocumento: integer('pide_documento').notNull().$type<0 | 1>(),
  },
  (c) => [primaryKey({ columns: [c.empresaId, c.codigo] })],
)

/** Which account a part of a document goes to. `tipos` and `tipo_compra` are JSON; null is any. */
export const contabilidadRegla = sqliteTable(
  'contabilidad_regla',
  {
    id: text('id').primaryKey(),
    empresaId: empresaId(),
    orden: integer('orden').notNull(),
    libro: text('libro', { enum: ['ventas', 'compras', 'honorarios'] }).notNull(),
    componente: text('componente').notNull(),
    tipos: text('tipos'),
    rut: text('rut'),
    tipoCompra: text('tipo_compra'),
    cuenta: text('cuenta').notNull(),
    centro: text('centro'),
    auxiliar: text('auxiliar'),
    codigoDoc: text('codigo_doc'),
    glosa: text('glosa'),
    createdAt: text('created_at').notNull(),
  },
  (r) => [index('contabilidad_regla_lista').on(r.empresaId, r.orden, r.id)],
)

/** A firm's own form of a file of vouchers. */
export const contabilidadPlantilla = sqliteTable(
  'contabilidad_plantilla',
  {
    id: text('id').primaryKey(),
    empresaId: empresaId(),
    nombre: text('nombre').notNull(),
    plantilla: text('plantilla').notNull(),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (p) => [index('contabilidad_plantilla_lista').on(p.empresaId, p.createdAt, p.id)],
)

/** Vouchers as they left: bytes, their sum, and their documents, which no other living export has. */
export const asientoExportacion = sqliteTable(
  'asiento_exportacion',
  {
    id: text('id').primaryKey(),
    empresaId: empresaId(),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    periodo: text('periodo').notNull(),
    formato: text('formato').notNull(),
    base: text('base', { enum: ['rcv', 'emitidos'] }).notNull(),
    alcance: text('alcance', { enum: ['nuevos', 'todo'] }).notNull(),
    libros: text('libros').notNull(),
    estado: text('estado', { enum: ['preparando', 'generada', 'confirmada', 'anulada'] }).notNull(),
    nombre: text('nombre').notNull(),
    tipoContenido: text('tipo_contenido').notNull(),
    bytes: integer('bytes').notNull(),
    sha256: text('sha256').notNull(),
    documentos: integer('documentos').notNull(),
    asientos: integer('asientos').notNull(),
    debe: integer('debe').notNull(),
    haber: integer('haber').notNull(),
    autor: text('autor').notNull(),
    createdAt: text('created_at').notNull(),
    confirmadaAt: text('confirmada_at'),
    anuladaAt: text('anulada_at'),
    motivo: text('motivo'),
    /** 1 while an annulled one lets its documents go. */
    soltando: integer('soltando').notNull().default(0).$type<0 | 1>(),
    archivoCifrado: blob('archivo_cifrado', { mode: 'buffer' }).notNull(),
  },
  (e) => [
    index('asiento_exportacion_lista')
      .on(e.empresaId, e.ambiente, e.createdAt, e.id)
      .where(sql`${e.estado} <> 'preparando'`),
    index('asiento_exportacion_a_medias')
      .on(e.id)
      .where(sql`${e.estado} = 'preparando' OR ${e.soltando} = 1`),
  ],
)

export const asientoDocumento = sqliteTable(
  'asiento_documento',
  {
    exportacionId: text('exportacion_id')
      .notNull()
      .references(() => asientoExportacion.id),
    libro: text('libro').notNull(),
    documento: text('documento').notNull(),
    empresaId: text('empresa_id').notNull(),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    periodo: text('periodo').notNull(),
    huella: text('huella').notNull(),
    /** Null once its export was annulled. */
    vivo: integer('vivo').$type<1>(),
  },
  (d) => [
    primaryKey({ columns: [d.exportacionId, d.libro, d.documento] }),
    uniqueIndex('asiento_documento_vivo')
      .on(d.empresaId, d.ambiente, d.libro, d.documento)
      .where(sql`${d.vivo} = 1`),
    index('asiento_documento_periodo')
      .on(d.empresaId, d.ambiente, d.periodo, d.libro, d.documento)
      .where(sql`${d.vivo} = 1`),
  ],
)
