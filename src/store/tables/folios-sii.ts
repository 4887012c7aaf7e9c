// The work under way at the SII about folios (areas/folios §1, §3): each step is here before its page is
// asked for.

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { AMBIENTES } from '../../domain/ambiente'
import { empresa } from './empresa'
import { caf } from './folios'
import { job } from './job'

/** A request for folios. */
export const folioSolicitud = sqliteTable(
  'folio_solicitud',
  {
    jobId: text('job_id')
      .primaryKey()
      .references(() => job.id, { onDelete: 'cascade' }),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente', { enum: AMBIENTES }).notNull(),
    tipoDte: integer('tipo_dte').notNull(),
    paso: text('paso', { enum: ['pedida', 'confirmada', 'otorgada', 'descargada', 'cargada'] })
      .notNull()
      .default('pedida'),
    /** How many were asked for in the end. */
    cantidad: integer('cantidad'),
    /** The SII's figure with them; null where it gave none. */
    maxAutorizado: integer('max_autorizado'),
    sinUsar: integer('sin_usar'),
    /** The range, from `otorgada` on. */
    desde: integer('desde'),
    hasta: integer('hasta'),
    /** When its granting page was sent; null again once the SII answered it. */
    enviadaAt: text('enviada_at'),
    cafId: text('caf_id').references(() => caf.id),
  },
  (f) => [
    index('folio_solicitud_otorgada')
      .on(f.empresaId, f.ambiente, f.tipoDte)
      .where(sql`${f.paso} IN ('otorgada', 'descargada')`),
  ],
)

/** Folios of one range that are asked to be annulled together; halved where the SII received one of them. */
export const folioAnulacion = sqliteTable(
  'folio_anulacion',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => job.id, { onDelete: 'cascade' }),
    desde: integer('desde').notNull(),
    hasta: integer('hasta').notNull(),
    cafId: text('caf_id')
      .notNull()
      .references(() => caf.id),
    /** `pedido`: its last page was about to be sent. */
    estado: text('estado', { enum: ['pendiente', 'pedido', 'anulado', 'rehusado'] })
      .notNull()
      .default('pendiente'),
    /** Why the SII refused. */
    glosa: text('glosa'),
    anuladoEn: text('anulado_en'),
  },
  (f) => [
    primaryKey({ columns: [f.jobId, f.desde] }),
    index('folio_anulacion_hecha').on(f.cafId, f.desde).where(sql`${f.estado} = 'anulado'`),
  ],
)
