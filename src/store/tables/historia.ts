// History that moves in (areas/historia): imports, their lines, and what is kept of each.

import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import { documento } from './documento'
import { empresa } from './empresa'
import { job } from './job'

/** A file of the past, and how far it is. */
export const importacion = sqliteTable(
  'importacion',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    nombre: text('nombre').notNull(),
    bytes: integer('bytes').notNull(),
    sha256: text('sha256').notNull(),
    estado: text('estado', {
      enum: ['detenida', 'enlazando', 'folios', 'guardando', 'leyendo', 'recibiendo', 'terminada'],
    }).notNull(),
    /** 1: only tried, nothing of it is kept. */
    simulada: integer('simulada').notNull().$type<0 | 1>(),
    /** The step where a stopped one goes on. */
    paso: text('paso'),
    jobId: text('job_id').references(() => job.id),
    /** How far the present step is: a place in the archive, or the last line done. */
    posicion: integer('posicion').notNull().default(0),
    leidos: integer('leidos').notNull().default(0),
    folios: text('folios').notNull().default('[]'),
    clientesJobId: text('clientes_job_id'),
    motivo: text('motivo'),
    createdAt: text('created_at').notNull(),
    terminadaAt: text('terminada_at'),
  },
  (i) => [
    index('importacion_nueva').on(i.empresaId, i.ambiente, i.createdAt, i.id),
    uniqueIndex('importacion_viva')
      .on(i.empresaId, i.ambiente)
      .where(sql`${i.estado} IN ('leyendo', 'folios', 'guardando', 'enlazando')`),
  ],
)

/** A document of a file, or a file without any. */
export const importacionArchivo = sqliteTable(
  'importacion_archivo',
  {
    importacionId: text('importacion_id')
      .notNull()
      .references(() => importacion.id),
    n: integer('n').notNull(),
    /** The file's place in the archive. */
    entrada: integer('entrada').notNull(),
    /** The document's in the file. */
    posicion: integer('posicion').notNull(),
    nombre: text('nombre').notNull(),
    estado: text('estado', {
      enum: [
        'ajeno',
        'conflicto',
        'descartado',
        'en_duda',
        'ilegible',
        'mejorado',
        'nuevo',
        'otro_ambiente',
        'recibido',
        'repetido',
      ],
    }).notNull(),
    motivo: text('motivo'),
    tipoDte: integer('tipo_dte'),
    folio: integer('folio'),
    fechaEmision: text('fecha_emision'),
    rutEmisor: text('rut_emisor'),
    rutReceptor: text('rut_receptor'),
    montoTotal: integer('monto_total'),
    huella: text('huella'),
    digest: text('digest'),
    firma: text('firma'),
    timbre: text('timbre'),
    documentoId: text('documento_id').references(() => documento.id),
    hecho: integer('hecho').notNull().$type<0 | 1>().default(0),
    enlazado: integer('enlazado').notNull().$type<0 | 1>().default(0),
    /** Why a person took or left it. */
    resuelto: text('resuelto'),
  },
  (a) => [
    primaryKey({ columns: [a.importacionId, a.n] }),
    index('importacion_archivo_folio').on(a.importacionId, a.tipoDte, a.folio),
    index('importacion_archivo_estado').on(a.importacionId, a.estado, a.n),
    index('importacion_archivo_por_hacer').on(a.importacionId, a.n).where(sql`${a.hecho} = 0`),
    index('importacion_archivo_enlace')
      .on(a.importacionId, a.fechaEmision, a.tipoDte, a.folio)
      .where(sql`${a.hecho} = 1 AND ${a.enlazado} = 0 AND ${a.estado} = 'nuevo'`),
  ],
)

/** A file of which some line became no document, as it came. */
export const importacionBytes = sqliteTable(
  'importacion_bytes',
  {
    importacionId: text('importacion_id')
      .notNull()
      .references(() => importacion.id),
    entrada: integer('entrada').notNull(),
    bytesCifrados: blob('bytes_cifrados', { mode: 'buffer' }).notNull(),
  },
  (b) => [primaryKey({ columns: [b.importacionId, b.entrada] })],
)

/** How an imported document was judged when it came. */
export const importado = sqliteTable('importado', {
  documentoId: text('documento_id')
    .primaryKey()
    .references(() => documento.id),
  importacionId: text('importacion_id')
    .notNull()
    .references(() => importacion.id),
  huella: text('huella'),
  digest: text('digest'),
  firma: text('firma'),
  timbre: text('timbre'),
  montos: text('montos'),
  informe: text('informe').notNull(),
  /** 1: a note that takes more than was left. */
  excedido: integer('excedido').notNull().$type<0 | 1>().default(0),
})

/** A company's own first day from which guides of elsewhere may be invoiced. */
export const historiaAjuste = sqliteTable(
  'historia_ajuste',
  {
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    guiasFacturablesDesde: text('guias_facturables_desde').notNull(),
  },
  (h) => [primaryKey({ columns: [h.empresaId, h.ambiente] })],
)
