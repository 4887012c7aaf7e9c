// The SII's data about taxpayers, kept by account.

import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import { cuenta } from './cuenta'

/**
 * An answer of the SII about a taxpayer: `emisor`, who may issue electronic documents; `situacion`, the tax status. `datos` is JSON,
 * null where the SII did not know the RUT. Never shared between accounts.
 */
export const consultaGuardada = sqliteTable(
  'consulta_guardada',
  {
    cuentaId: text('cuenta_id')
      .notNull()
      .references(() => cuenta.id),
    ambiente: text('ambiente', { enum: ['simulacion', 'certificacion', 'produccion'] })
      .notNull()
      .$type<Ambiente>(),
    consulta: text('consulta', { enum: ['emisor', 'situacion'] }).notNull(),
    rut: text('rut').notNull(),
    datos: text('datos', { mode: 'json' }).$type<unknown>(),
    consultadoEn: text('consultado_en').notNull(),
  },
  (c) => [
    primaryKey({ columns: [c.cuentaId, c.ambiente, c.consulta, c.rut] }),
    index('consulta_guardada_fecha').on(c.consultadoEn),
  ],
)
