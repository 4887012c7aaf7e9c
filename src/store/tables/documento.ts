// Documents from the moment their folio is taken, and what is kept beside each. Large values stand in tables of
// their own: SQLite writes a row anew as a whole when any of it changes, and states change often.

import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Ambiente } from '../../domain/ambiente'
import type { TipoDte } from '../../domain/dte/tipos'
import { empresa } from './empresa'
import { envio } from './envio'
import { caf } from './folios'
import { job } from './job'

/** A document from the moment its folio is taken. */
export const documento = sqliteTable(
  'documento',
  {
    id: text('id').primaryKey(),
    empresaId: text('empresa_id')
      .notNull()
      .references(() => empresa.id),
    ambiente: text('ambiente').notNull().$type<Ambiente>(),
    tipoDte: integer('tipo_dte').notNull().$type<TipoDte>(),
    folio: integer('folio').notNull(),
    /** Null exactly where it was imported, as `jobId`. */
    cafId: text('caf_id').references(() => caf.id),
    jobId: text('job_id')
      .unique()
      .references(() => job.id),
    envioId: text('envio_id').references(() => envio.id),
    /**
     * 1 after an envelope it shared was refused as a whole: it travels alone, so that one bad document sinks no other.
     */
    solo: integer('solo').notNull().$type<0 | 1>().default(0),
    /** 1 once an envelope with it may have reached the SII: its folio is never given to another document. */
    visto: integer('visto').notNull().$type<0 | 1>().default(0),
    fechaEmision: text('fecha_emision').notNull(),
    rutEmisor: text('rut_emisor').notNull(),
    rutReceptor: text('rut_receptor').notNull(),
    razonSocialReceptor: text('razon_social_receptor'),
    /** Pesos; of an export, the equivalents in its `OtraMoneda`. */
    montoNeto: integer('monto_neto').notNull().default(0),
    montoExento: integer('monto_exento').notNull().default(0),
    montoIva: integer('monto_iva').notNull().default(0),
    montoTotal: integer('monto_total').notNull(),
    saldo: integer('saldo').notNull(),
    anuladoPor: text('anulado_por'),
    referenciaExterna: text('referencia_externa'),
    folioEstado: text('folio_estado', { enum: ['libre', 'por_anular', 'retenido', 'tomado', 'usado'] })
      .notNull()
      .default('tomado'),
    estadoSii: text('estado_sii', {
      enum: [
        'aceptado',
        'aceptado_con_reparos',
        'en_proceso',
        'enviado',
        'no_consultado',
        'no_enviado',
        'rechazado',
      ],
    })
      .notNull()
      .default('no_enviado'),
    codigoSii: text('codigo_sii'),
    glosaSii: text('glosa_sii'),
    firmadoAt: text('firmado_at'),
    createdAt: text('created_at').notNull(),
    /** 1: its bytes carry elements that only the SII's schemas of 2026 know (domain/dte/formato.ts). */
    formatoNuevo: integer('formato_nuevo').notNull().$type<0 | 1>().default(0),
    /**
     * 1: of an old copy, the SII is to be asked for its folio before it is signed or sent; 2: the SII has that
     * folio.
     */
    conciliar: integer('conciliar').notNull().$type<0 | 1 | 2>().default(0),
    /**
     * The text that `q` looks for: name and reference as `foldText` writes them (domain/texto.ts), a line
     * each.
     */
    busqueda: text('busqueda').notNull().default(''),
    /** 1 paid at once, 2 on credit, 3 for nothing; null when it does not say, or was issued before this was kept. */
    formaPago: integer('forma_pago').$type<1 | 2 | 3>(),
    /** The receiver's decision at the SII; null while only time would decide (http §27). */
    acuse: text('acuse', { enum: ['aceptado', 'anulado', 'no_aplica', 'recibido', 'reclamado'] }),
    /** The number of the foreigner who receives it: the RUT is everybody's (areas/clientes §3). */
    numIdReceptor: text('num_id_receptor'),
    /** 1: a rejection, or remarks, that a person has seen to: issued again, or said to be so. */
    atendido: integer('atendido').notNull().$type<0 | 1>().default(0),
    /** Issued here, or elsewhere and moved in. */
    origen: text('origen', { enum: ['emitido', 'importado'] })
      .notNull()
      .default('emitido'),
    /** How much is known of it: its XML, or the register's row alone. */
    contenido: text('contenido', { enum: ['registro', 'xml'] })
      .notNull()
      .default('xml'),
    /** Where the verdict on an imported document came from; null where none came. */
    estadoSiiFuente: text('estado_sii_fuente', { enum: ['consulta', 'registro'] }),
  },
  (d) => [
    uniqueIndex('documento_folio')
      .on(d.empresaId, d.ambiente, d.tipoDte, d.folio)
      .where(sql`${d.folioEstado} <> 'libre'`),
    index('documento_hueco')
      .on(d.empresaId, d.ambiente, d.tipoDte, d.folio)
      .where(sql`${d.folioEstado} IN ('por_anular', 'libre')`),
    index('documento_fecha')
      .on(d.empresaId, d.ambiente, d.fechaEmision, d.createdAt, d.id)
      .where(sql`${d.folioEstado} <> 'libre'`),
    index('documento_receptor').on(
      d.empresaId,
      d.ambiente,
      d.rutReceptor,
      d.tipoDte,
      d.montoTotal,
      d.createdAt,
    ),
    index('documento_envio').on(d.envioId).where(sql`${d.envioId} IS NOT NULL`),
    index('documento_externa')
      .on(d.empresaId, d.referenciaExterna)
      .where(sql`${d.referenciaExterna} IS NOT NULL`),
    index('documento_sin_aceptar')
      .on(d.empresaId, d.ambiente, d.estadoSii, d.fechaEmision, d.createdAt, d.id)
      .where(
        sql`${d.estadoSii} <> 'aceptado' AND ${d.estadoSii} <> 'no_consultado' AND ${d.folioEstado} <> 'libre'`,
      ),
    index('documento_importado')
      .on(d.empresaId, d.ambiente, d.fechaEmision, d.createdAt, d.id)
      .where(sql`${d.origen} = 'importado'`),
    index('documento_guia')
      .on(d.empresaId, d.ambiente, d.fechaEmision, d.folio)
      .where(sql`${d.tipoDte} = 52`),
    index('documento_formato_nuevo')
      .on(d.empresaId, d.envioId)
      .where(sql`${d.formatoNuevo} = 1 AND ${d.ambiente} = 'produccion'`),
    index('documento_busqueda')
      .on(sql`${d.empresaId} || ${d.ambiente}`, d.tipoDte, d.folio, d.rutReceptor, d.busqueda)
      .where(sql`${d.folioEstado} <> 'libre'`),
    index('documento_acuse')
      .on(d.empresaId, d.ambiente, d.acuse, d.fechaEmision, d.createdAt, d.id)
      .where(sql`${d.acuse} IS NOT NULL AND ${d.folioEstado} <> 'libre'`),
  ],
)

/**
 * A document that travels again because the SII refused its file as a whole, until another envelope with it has arrived.
 * Those of one `parte` travel together. With an `error` (JSON) they wait for a person.
 */
export const reenvio = sqliteTable(
  'reenvio',
  {
    documentoId: text('documento_id')
      .primaryKey()
      .references(() => documento.id),
    /** The group of the public jobs of its line. */
    grupo: text('grupo').notNull(),
    parte: text('parte').notNull(),
    /** Temporary faults on its way. */
    intentos: integer('intentos').notNull().default(0),
    error: text('error'),
    /** Until when it waits by those faults, milliseconds since 1970; null once they are over or there were none. */
    runAt: integer('run_at'),
  },
  (r) => [
    index('reenvio_linea').on(r.grupo).where(sql`${r.error} IS NULL`),
    index('reenvio_parte').on(r.parte),
  ],
)

/** The `Dte` as accepted. */
export const documentoContenido = sqliteTable('documento_contenido', {
  documentoId: text('documento_id')
    .primaryKey()
    .references(() => documento.id),
  contenidoCifrado: blob('contenido_cifrado', { mode: 'buffer' }).notNull(),
})

/** The signed bytes, never changed once there. */
export const documentoXml = sqliteTable('documento_xml', {
  documentoId: text('documento_id')
    .primaryKey()
    .references(() => documento.id),
  xmlCifrado: blob('xml_cifrado', { mode: 'buffer' }).notNull(),
})

/**
 * The effect of a note on the own documents that it refers to: `monto` is what their balance loses (a debit:
 * negative). `aplicada` 0: not counted yet (a debit before the SII accepts it), or taken back (discarded,
 * rejected).
 */
export const documentoReferencia = sqliteTable(
  'documento_referencia',
  {
    documentoId: text('documento_id')
      .notNull()
      .references(() => documento.id),
    referidoId: text('referido_id')
      .notNull()
      .references(() => documento.id),
    codigo: integer('codigo').notNull(),
    monto: integer('monto').notNull(),
    aplicada: integer('aplicada').notNull().$type<0 | 1>(),
    /** JSON of exact decimals by component, below zero what a debit adds. */
    partes: text('partes').notNull(),
  },
  (d) => [
    primaryKey({ columns: [d.documentoId, d.referidoId] }),
    index('documento_referencia_referido').on(d.referidoId),
  ],
)

/** The part that a note takes of a document that was not issued here. */
export const documentoReferenciaAjena = sqliteTable(
  'documento_referencia_ajena',
  {
    documentoId: text('documento_id')
      .notNull()
      .references(() => documento.id),
    tipoDte: integer('tipo_dte').notNull(),
    folio: integer('folio').notNull(),
    codigo: integer('codigo').notNull(),
    /** As in `documento_referencia`. */
    partes: text('partes').notNull(),
  },
  (d) => [
    primaryKey({ columns: [d.documentoId, d.tipoDte, d.folio] }),
    index('documento_referencia_ajena_referido').on(d.tipoDte, d.folio),
  ],
)

/** The history of a document, in order. */
export const documentoHistorial = sqliteTable(
  'documento_historial',
  {
    id: integer('id').primaryKey(),
    documentoId: text('documento_id')
      .notNull()
      .references(() => documento.id),
    fecha: text('fecha').notNull(),
    estado: text('estado').notNull(),
    siiCodigo: text('sii_codigo'),
    detalle: text('detalle'),
  },
  (d) => [index('documento_historial_documento').on(d.documentoId, d.id)],
)
