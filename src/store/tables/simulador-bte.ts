// Boletas de prestación de servicios de terceros at the simulated SII (src/simulator/bte). Times are milliseconds of its own clock.

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * One boleta, by its payer's number. `persona` is who typed it; `comuna` its name; `lineas` JSON `[[what, pesos]]`. With `anulacion_at`
 * and no `anulada_at` its annulment waits for the other party.
 */
export const simBte = sqliteTable(
  'sim_bte',
  {
    rut: text('rut').notNull(),
    folio: integer('folio').notNull(),
    dueno: text('dueno').notNull(),
    persona: text('persona').notNull(),
    fecha: text('fecha').notNull(),
    beneficiario: text('beneficiario').notNull(),
    nombre: text('nombre').notNull(),
    direccion: text('direccion').notNull(),
    comuna: text('comuna').notNull(),
    lineas: text('lineas').notNull(),
    bruto: integer('bruto').notNull(),
    retencion: integer('retencion').notNull(),
    codigo: text('codigo').notNull(),
    emitidaAt: integer('emitida_at').notNull(),
    anulacionAt: integer('anulacion_at'),
    anuladaAt: integer('anulada_at'),
    causa: text('causa'),
  },
  (b) => [
    primaryKey({ columns: [b.rut, b.folio] }),
    index('sim_bte_beneficiario').on(b.dueno, b.beneficiario, b.fecha),
    index('sim_bte_fecha').on(b.dueno, b.rut, b.fecha),
  ],
)
