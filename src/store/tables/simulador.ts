// The simulated SII (src/simulator). Times are milliseconds of its own clock. `lado` is the world a host belongs
// to: certificacion (maullin, apicert, pangal) or produccion (palena, api, rahue); nothing crosses it.

import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'

/** The one row: how far the simulator's clock stands from the machine's. */
export const simReloj = sqliteTable('sim_reloj', {
  id: integer('id').primaryKey(),
  desfaseMs: integer('desfase_ms').notNull(),
})

/** Seeds handed out, good once and for two minutes. SOAP and boleta REST have separate pools. */
export const simSemilla = sqliteTable(
  'sim_semilla',
  {
    semilla: text('semilla').notNull(),
    lado: text('lado', { enum: ['certificacion', 'produccion'] }).notNull(),
    sistema: text('sistema', { enum: ['soap', 'rest'] }).notNull(),
    creadaAt: integer('creada_at').notNull(),
    usadaAt: integer('usada_at'),
  },
  (s) => [primaryKey({ columns: [s.lado, s.sistema, s.semilla] })],
)

/** Tokens: the session of a person, named by the RUT in the certificate. */
export const simToken = sqliteTable(
  'sim_token',
  {
    token: text('token').notNull(),
    lado: text('lado', { enum: ['certificacion', 'produccion'] }).notNull(),
    sistema: text('sistema', { enum: ['soap', 'rest'] }).notNull(),
    rut: text('rut').notNull(),
    creadoAt: integer('creado_at').notNull(),
    venceAt: integer('vence_at').notNull(),
  },
  (s) => [primaryKey({ columns: [s.lado, s.sistema, s.token] })],
)

/**
 * The types that a RUT may issue: a row only for a RUT put there, as everything is allowed to the others.
 * Lists are JSON; null is all.
 */
export const simContribuyente = sqliteTable(
  'sim_contribuyente',
  {
    lado: text('lado', { enum: ['certificacion', 'produccion'] }).notNull(),
    rut: text('rut').notNull(),
    inscrito: integer('inscrito').notNull().$type<0 | 1>(),
    emisor: integer('emisor').notNull().$type<0 | 1>(),
    tiposDte: text('tipos_dte'),
    personas: text('personas'),
    /** The words of the desk about it; null, its digits tell. */
    descripcion: text('descripcion'),
  },
  (s) => [primaryKey({ columns: [s.lado, s.rut] })],
)

/**
 * Folio ranges granted, here or by another simulator with the same authority key (learnt when first seen). `dueno` and `persona`,
 * who asked for it: null, nobody told.
 */
export const simCaf = sqliteTable(
  'sim_caf',
  {
    lado: text('lado', { enum: ['certificacion', 'produccion'] }).notNull(),
    rut: text('rut').notNull(),
    tipoDte: integer('tipo_dte').notNull(),
    desde: integer('desde').notNull(),
    hasta: integer('hasta').notNull(),
    fecha: text('fecha').notNull(),
    modulo: text('modulo').notNull(),
    ajeno: integer('ajeno').notNull().$type<0 | 1>().default(0),
    dueno: text('dueno'),
    persona: text('persona'),
  },
  (s) => [primaryKey({ columns: [s.lado, s.rut, s.tipoDte, s.desde, s.modulo] })],
)

/** Folios annulled at the portal: a document that bears one is rejected. */
export const simFolioAnulado = sqliteTable(
  'sim_folio_anulado',
  {
    lado: text('lado', { enum: ['certificacion', 'produccion'] }).notNull(),
    rut: text('rut').notNull(),
    tipoDte: integer('tipo_dte').notNull(),
    folio: integer('folio').notNull(),
    anuladoAt: integer('anulado_at'),
    motivo: text('motivo'),
  },
  (s) => [primaryKey({ columns: [s.lado, s.rut, s.tipoDte, s.folio] })],
)

/**
 * Envelopes received. `veces` counts arrivals of the same bytes. `atascado_hasta`
 * holds the envelope at CRT until then. `siguiente_at` is when the next step is due, null when the state is final.
 */
export const simEnvio = sqliteTable(
  'sim_envio',
  {
    trackId: integer('track_id').primaryKey({ autoIncrement: true }),
    lado: text('lado', { enum: ['certificacion', 'produccion'] }).notNull(),
    servicio: text('servicio', { enum: ['dte', 'boleta'] }).notNull(),
    sobre: text('sobre', { enum: ['EnvioBOLETA', 'EnvioDTE'] }).notNull(),
    rutEnvia: text('rut_envia').notNull(),
    rutEmpresa: text('rut_empresa').notNull(),
    archivo: text('archivo').notNull(),
    sha1: text('sha1').notNull(),
    veces: integer('veces').notNull().default(1),
    recibidoAt: integer('recibido_at').notNull(),
    repetidoAt: integer('repetido_at'),
    estado: text('estado', { enum: ['REC', 'SOK', 'FOK', 'CRT', 'PRD', 'EPR', 'RSC', 'RFR', 'RCT', 'RPT'] })
      .notNull()
      .default('REC'),
    estadoAt: integer('estado_at').notNull(),
    siguienteAt: integer('siguiente_at'),
    atascadoPor: text('atascado_por', { enum: ['falla', 'receptor'] }),
    atascadoHasta: integer('atascado_hasta'),
    razones: text('razones').notNull().default('[]'),
    /** The owner of the envelope, as the header told it; null is one world. */
    dueno: text('dueno'),
  },
  (s) => [
    index('sim_envio_repetido').on(s.lado, s.servicio, s.rutEmpresa, s.sha1),
    index('sim_envio_pendiente').on(s.siguienteAt).where(sql`${s.siguienteAt} IS NOT NULL`),
  ],
)

/** The bytes of an envelope as they came, while they are kept: apart from what is read, and written anew, at each of its steps. */
export const simEnvioXml = sqliteTable('sim_envio_xml', {
  trackId: integer('track_id')
    .primaryKey()
    .references(() => simEnvio.trackId),
  xml: blob('xml', { mode: 'buffer' }).notNull(),
})

/** Documents as named inside an envelope; `inicio` and `fin` cut their text out of its bytes. */
export const simDocumento = sqliteTable(
  'sim_documento',
  {
    id: integer('id').primaryKey(),
    trackId: integer('track_id')
      .notNull()
      .references(() => simEnvio.trackId),
    orden: integer('orden').notNull(),
    lado: text('lado', { enum: ['certificacion', 'produccion'] }).notNull(),
    rutEmisor: text('rut_emisor').notNull(),
    tipoDte: integer('tipo_dte').notNull(),
    folio: integer('folio').notNull(),
    rutReceptor: text('rut_receptor').notNull(),
    fechaEmision: text('fecha_emision').notNull(),
    montoTotal: text('monto_total').notNull(),
    firma: text('firma').notNull(),
    sha1: text('sha1').notNull(),
    inicio: integer('inicio').notNull(),
    fin: integer('fin').notNull(),
    veredicto: text('veredicto', { enum: ['aceptado', 'reparo', 'reparo_leve', 'rechazado'] }),
    razones: text('razones').notNull().default('[]'),
    juzgadoAt: integer('juzgado_at'),
  },
  (s) => [
    unique().on(s.trackId, s.orden),
    index('sim_documento_folio').on(s.lado, s.rutEmisor, s.tipoDte, s.folio),
  ],
)

/** Folios used up, accepted or not: the first document judged with a folio keeps it for ever. */
export const simFolio = sqliteTable(
  'sim_folio',
  {
    lado: text('lado', { enum: ['certificacion', 'produccion'] }).notNull(),
    rutEmisor: text('rut_emisor').notNull(),
    tipoDte: integer('tipo_dte').notNull(),
    folio: integer('folio').notNull(),
    documentoId: integer('documento_id')
      .notNull()
      .unique()
      .references(() => simDocumento.id),
  },
  (s) => [primaryKey({ columns: [s.lado, s.rutEmisor, s.tipoDte, s.folio] })],
)

/**
 * The effect of accepted notes on other documents of their emitter: CodRef 1 voids, 2 corrects text, 3
 * corrects amounts.
 */
export const simReferencia = sqliteTable(
  'sim_referencia',
  {
    lado: text('lado', { enum: ['certificacion', 'produccion'] }).notNull(),
    rutEmisor: text('rut_emisor').notNull(),
    tipoDte: integer('tipo_dte').notNull(),
    folio: integer('folio').notNull(),
    codigo: integer('codigo').notNull().$type<1 | 2 | 3>(),
    notaId: integer('nota_id')
      .notNull()
      .references(() => simDocumento.id),
  },
  (s) => [primaryKey({ columns: [s.lado, s.rutEmisor, s.tipoDte, s.folio, s.codigo, s.notaId] })],
)

/**
 * The simulated SII's registry of acceptances and claims (WSRegistroReclamo): what the receiver of a document said
 * of it, and PAG, which the SII writes itself of one paid in cash. The notes that annul or correct it stand in
 * sim_referencia already. An event is registered once and never taken back.
 */
export const simEvento = sqliteTable(
  'sim_evento',
  {
    documentoId: integer('documento_id')
      .notNull()
      .references(() => simDocumento.id),
    codigo: text('codigo', { enum: ['ACD', 'ERM', 'RCD', 'RFP', 'RFT', 'PAG'] }).notNull(),
    rutResponsable: text('rut_responsable').notNull(),
    registradoAt: integer('registrado_at').notNull(),
  },
  (s) => [primaryKey({ columns: [s.documentoId, s.codigo] })],
)

/** Faults on demand. `quedan` null: no limit of times; `hasta_at` null: no limit of time; `codigo` only of kinds that have one. */
export const simFalla = sqliteTable('sim_falla', {
  id: text('id').primaryKey(),
  servicio: text('servicio').notNull(),
  falla: text('falla').notNull(),
  ms: integer('ms'),
  quedan: integer('quedan'),
  hastaAt: integer('hasta_at'),
  creadaAt: integer('creada_at').notNull(),
  codigo: text('codigo'),
})
