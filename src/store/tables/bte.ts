// Boletas de terceros (areas/bte §1), those issued here and those that the SII's report of a month brought.

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { AMBIENTES } from '../../domain/ambiente'
import type { CausaBte, ServicioBte } from '../../domain/bte/boleta'
import { empresa } from './empresa'
import { job } from './job'

/** Amounts in pesos; what is paid is the difference of the two. */
export const bte = sqliteTable(
  'bte',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
    /** The SII's, once it issued the boleta. */
    folio: integer('folio'),
    codigoBarras: text('codigo_barras'),
    /** The day of payment, in Chile. */
    fecha: text('fecha').notNull(),
    rutBeneficiario: text('rut_beneficiario').notNull(),
    nombre: text('nombre').notNull(),
    /** Null, as the services are, of one that was made on the SII's own page. */
    direccion: text('direccion'),
    comuna: text('comuna'),
    /** Name and RUT as they are searched. */
    busca: text('busca').notNull(),
    servicios: text('servicios', { mode: 'json' }).$type<ServicioBte[]>(),
    bruto: integer('bruto').notNull(),
    retencion: integer('retencion').notNull(),
    estado: text('estado', {
      enum: ['anulacion_solicitada', 'anulada', 'borrador', 'emitiendo', 'fallida', 'incierta', 'vigente'],
    }).notNull(),
    origen: text('origen', { enum: ['timbre', 'sii'] }).notNull(),
    referenciaExterna: text('referencia_externa'),
    jobId: text('job_id').references(() => job.id, { onDelete: 'set null' }),
    /** From here on it may stand at the SII; null again once the SII answered that it does not. */
    enviadaAt: text('enviada_at'),
    /** Readings of its months that did not show it, since its answer was lost. */
    lecturas: integer('lecturas').notNull().default(0),
    leidaAt: text('leida_at'),
    /** Why it was not issued, for people. */
    fallo: text('fallo'),
    causa: integer('causa').$type<CausaBte>(),
    /** Why it is annulled, in words of who annuls. */
    glosa: text('glosa'),
    /** When the page that annuls was about to be sent. */
    anulacionAt: text('anulacion_at'),
    anuladaAt: text('anulada_at'),
    createdAt: text('created_at').notNull(),
  },
  (b) => [
    unique().on(b.empresaId, b.ambiente, b.folio),
    index('bte_fecha').on(b.empresaId, b.ambiente, b.fecha, b.id),
    index('bte_beneficiario').on(b.empresaId, b.ambiente, b.rutBeneficiario, b.fecha),
    index('bte_sin_folio')
      .on(b.empresaId, b.ambiente)
      .where(sql`${b.enviadaAt} IS NOT NULL AND ${b.folio} IS NULL`),
  ],
)

/** When a month, `YYYYMM`, was last read. */
export const bteMes = sqliteTable(
  'bte_mes',
  {
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
    periodo: text('periodo').notNull(),
    leidoAt: text('leido_at').notNull(),
  },
  (m) => [primaryKey({ columns: [m.empresaId, m.ambiente, m.periodo] })],
)
