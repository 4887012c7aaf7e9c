// Every statement of the simulator, prepared once: in a bench all of them are hot, and none knows a table outside its own
// (src §3.15; store §4).

import type { Database } from 'better-sqlite3'
import type {
  simCaf,
  simDocumento,
  simEnvio,
  simEvento,
  simFalla,
  simReferencia,
  simSemilla,
  simToken,
} from '../store/tables/simulador'
import { prepareBte } from './bte/statements'
import { prepareCertificacion } from './certificacion/statements'
import { prepareContribuyentes } from './contribuyente/statements'
import { prepareCorreo } from './correo/statements'
import { prepareFolios } from './folios/statements'
import type { Lado } from './hosts'
import { prepareLibros } from './libros/statements'
import { preparePortal } from './portal/statements'
import { prepareRcof } from './rcof/statements'
import { prepareRegistro } from './registro/statements'
import { prepareVecinos } from './vecinos/statements'

export type DocumentoLeido = typeof simDocumento.$inferSelect
type Semilla = typeof simSemilla.$inferSelect
type Token = typeof simToken.$inferSelect
type Caf = typeof simCaf.$inferSelect
type Evento = typeof simEvento.$inferSelect

export type EnvioLeido = typeof simEnvio.$inferSelect
export type FallaLeida = Omit<typeof simFalla.$inferSelect, 'creadaAt'>
export type EventoLeido = Pick<Evento, 'codigo'> & {
  rut: Evento['rutResponsable']
  at: Evento['registradoAt']
}
/** A note that refers to a document, and what it did to it. */
export type NotaLeida = Pick<typeof simReferencia.$inferSelect, 'codigo'> & {
  tipoNota: number
  juzgadaAt: number
}

/** The filters of a search of the ledger; null is all. */
export interface Busqueda {
  lado: Lado | null
  rut: string | null
  tipoDte: number | null
  folio: number | null
  trackId: number | null
  limit: number
}

type ByFolio = [lado: Lado, rut: string, tipoDte: number, folio: number]

const ENVIO = `track_id AS trackId, lado, servicio, sobre, rut_envia AS rutEnvia, rut_empresa AS rutEmpresa, archivo, sha1,
  veces, recibido_at AS recibidoAt, repetido_at AS repetidoAt, estado, estado_at AS estadoAt,
  siguiente_at AS siguienteAt, atascado_por AS atascadoPor, atascado_hasta AS atascadoHasta, razones, dueno`
const DOCUMENTO = `d.id, d.track_id AS trackId, d.orden, d.lado, d.rut_emisor AS rutEmisor, d.tipo_dte AS tipoDte, d.folio,
  d.rut_receptor AS rutReceptor, d.fecha_emision AS fechaEmision, d.monto_total AS montoTotal, d.firma, d.sha1,
  d.inicio, d.fin, d.veredicto, d.razones, d.juzgado_at AS juzgadoAt`

// A stuck envelope waits at CRT until it is let go.
const DUE =
  "CASE WHEN estado = 'CRT' THEN max(siguiente_at, coalesce(atascado_hasta, 0)) ELSE siguiente_at END"

const UNA_SEMILLA = 'WHERE lado = ? AND sistema = ? AND semilla = ?'

/** All of them, over a migrated database. */
export type Statements = ReturnType<typeof prepareSimulador>

export const prepareSimulador = (db: Database) => ({
  portal: preparePortal(db),
  registro: prepareRegistro(db),
  rcof: prepareRcof(db),
  libros: prepareLibros(db),
  vecinos: prepareVecinos(db),
  bte: prepareBte(db),
  certificacion: prepareCertificacion(db),

  reloj: {
    desfase: db.prepare<[], number>('SELECT desfase_ms FROM sim_reloj').pluck(),
    save: db.prepare(
      'INSERT INTO sim_reloj VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET desfase_ms = excluded.desfase_ms',
    ),
  },

  semilla: {
    forget: db.prepare<[before: number]>('DELETE FROM sim_semilla WHERE creada_at < ?'),
    insert: db.prepare('INSERT OR IGNORE INTO sim_semilla VALUES (?, ?, ?, ?, NULL)'),
    find: db.prepare<[Lado, Semilla['sistema'], string], Pick<Semilla, 'creadaAt' | 'usadaAt'>>(
      `SELECT creada_at AS creadaAt, usada_at AS usadaAt FROM sim_semilla ${UNA_SEMILLA}`,
    ),
    use: db.prepare(`UPDATE sim_semilla SET usada_at = ? ${UNA_SEMILLA}`),
  },

  token: {
    forget: db.prepare<[before: number]>('DELETE FROM sim_token WHERE vence_at < ?'),
    insert: db.prepare('INSERT INTO sim_token VALUES (?, ?, ?, ?, ?, ?)'),
    find: db.prepare<[Lado, Token['sistema'], string], Pick<Token, 'rut' | 'venceAt'>>(
      'SELECT rut, vence_at AS venceAt FROM sim_token WHERE lado = ? AND sistema = ? AND token = ?',
    ),
  },

  contribuyente: prepareContribuyentes(db),
  folios: prepareFolios(db),
  correo: prepareCorreo(db),

  caf: {
    last: db
      .prepare<[Lado, string, number], number | null>(
        'SELECT max(hasta) FROM sim_caf WHERE lado = ? AND rut = ? AND tipo_dte = ?',
      )
      .pluck(),
    save: db.prepare<[Caf]>(
      `INSERT OR IGNORE INTO sim_caf (lado, rut, tipo_dte, desde, hasta, fecha, modulo, ajeno, dueno, persona)
       VALUES (@lado, @rut, @tipoDte, @desde, @hasta, @fecha, @modulo, @ajeno, @dueno, @persona)`,
    ),
    /** The range whose key was not made yet bears the name of its reservation. */
    complete: db.prepare<[modulo: string, Lado, reserva: string]>(
      'UPDATE sim_caf SET modulo = ? WHERE lado = ? AND modulo = ?',
    ),
    covers: db.prepare<ByFolio>(
      'SELECT 1 FROM sim_caf WHERE lado = ? AND rut = ? AND tipo_dte = ? AND ? BETWEEN desde AND hasta',
    ),
    anulado: db.prepare<ByFolio>(
      'SELECT 1 FROM sim_folio_anulado WHERE lado = ? AND rut = ? AND tipo_dte = ? AND folio = ?',
    ),
  },

  falla: {
    alive: db.prepare<[now: number], FallaLeida>(
      `SELECT id, servicio, falla, ms, quedan, hasta_at AS hastaAt, codigo FROM sim_falla
       WHERE (quedan IS NULL OR quedan > 0) AND (hasta_at IS NULL OR hasta_at > ?) ORDER BY rowid`,
    ),
    insert: db.prepare(
      'INSERT INTO sim_falla VALUES (@id, @servicio, @falla, @ms, @quedan, @hastaAt, @creadaAt, @codigo)',
    ),
    spend: db.prepare<[id: string]>('UPDATE sim_falla SET quedan = quedan - 1 WHERE id = ?'),
    end: db.prepare<[id: string]>('DELETE FROM sim_falla WHERE id = ?'),
    endAll: db.prepare<[]>('DELETE FROM sim_falla'),
    stuck: db.prepare<[]>("SELECT 1 FROM sim_falla WHERE falla = 'atascado'"),
    letGo: db.prepare<[]>(
      "UPDATE sim_envio SET atascado_por = NULL, atascado_hasta = NULL WHERE atascado_por = 'falla'",
    ),
  },

  envio: {
    lastTrackId: db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'sim_envio'").pluck(),
    insert: db.prepare(
      `INSERT INTO sim_envio (track_id, lado, servicio, sobre, rut_envia, rut_empresa, archivo, sha1, recibido_at, estado_at,
         siguiente_at, atascado_por, atascado_hasta, dueno)
       VALUES (@trackId, @lado, @servicio, @sobre, @rutEnvia, @rutEmpresa, @archivo, @sha1, @at, @at, @siguiente,
         @atascadoPor, @atascadoHasta, @dueno)`,
    ),
    find: db.prepare<[trackId: number], EnvioLeido>(`SELECT ${ENVIO} FROM sim_envio WHERE track_id = ?`),
    /** The first arrival of the same bytes at the door of documents. */
    sameDte: db.prepare<[Lado, rutEmpresa: string, sha1: string], EnvioLeido>(
      `SELECT ${ENVIO} FROM sim_envio
       WHERE lado = ? AND servicio = 'dte' AND rut_empresa = ? AND sha1 = ? ORDER BY track_id LIMIT 1`,
    ),
    /** The first envelope with the same bytes before one, if it was not refused. */
    sameBefore: db
      .prepare<
        [Lado, EnvioLeido['servicio'], rutEmpresa: string, sha1: string, before: number],
        number | null
      >(
        `SELECT min(track_id) FROM sim_envio WHERE lado = ? AND servicio = ? AND rut_empresa = ? AND sha1 = ?
         AND track_id < ? AND estado NOT IN ('RSC', 'RFR', 'RCT')`,
      )
      .pluck(),
    repeat: db.prepare<[at: number, trackId: number]>(
      'UPDATE sim_envio SET veces = veces + 1, repetido_at = ? WHERE track_id = ?',
    ),
    move: db.prepare(
      'UPDATE sim_envio SET estado = ?, estado_at = ?, siguiente_at = ?, razones = ? WHERE track_id = ?',
    ),
    nextDue: db.prepare<[now: number], EnvioLeido>(
      `SELECT ${ENVIO} FROM sim_envio WHERE siguiente_at IS NOT NULL AND ${DUE} <= ?
       ORDER BY ${DUE}, track_id LIMIT 1`,
    ),
    firstDue: db
      .prepare<[], number | null>(`SELECT min(${DUE}) FROM sim_envio WHERE siguiente_at IS NOT NULL`)
      .pluck(),
    insertBytes: db.prepare<[trackId: number, xml: Uint8Array]>('INSERT INTO sim_envio_xml VALUES (?, ?)'),
    bytes: db
      .prepare<[trackId: number], Uint8Array>('SELECT xml FROM sim_envio_xml WHERE track_id = ?')
      .pluck(),
    // From the oldest that has any left, which a CROSS JOIN holds SQLite to.
    forgetBytes: db.prepare<[before: number, limit: number]>(
      `DELETE FROM sim_envio_xml WHERE track_id IN (SELECT x.track_id FROM sim_envio_xml x
         CROSS JOIN sim_envio e ON e.track_id = x.track_id WHERE e.siguiente_at IS NULL AND e.estado_at < ? LIMIT ?)`,
    ),
    search: db.prepare<[Busqueda], EnvioLeido>(
      `SELECT ${ENVIO} FROM sim_envio e
       WHERE (@lado IS NULL OR lado = @lado) AND (@rut IS NULL OR rut_empresa = @rut)
         AND (@trackId IS NULL OR track_id = @trackId)
         AND ((@tipoDte IS NULL AND @folio IS NULL) OR EXISTS (SELECT 1 FROM sim_documento d
           WHERE d.track_id = e.track_id AND (@tipoDte IS NULL OR d.tipo_dte = @tipoDte)
             AND (@folio IS NULL OR d.folio = @folio)))
       ORDER BY track_id DESC LIMIT @limit`,
    ),
  },

  documento: {
    insert: db.prepare(
      `INSERT INTO sim_documento (track_id, orden, lado, rut_emisor, tipo_dte, folio, rut_receptor, fecha_emision,
         monto_total, firma, sha1, inicio, fin)
       VALUES (@trackId, @orden, @lado, @rutEmisor, @tipoDte, @folio, @rutReceptor, @fechaEmision, @montoTotal, @firma,
         @sha1, @inicio, @fin)`,
    ),
    ofEnvio: db.prepare<[trackId: number], DocumentoLeido>(
      `SELECT ${DOCUMENTO} FROM sim_documento d WHERE track_id = ? ORDER BY orden`,
    ),
    /** The one that used up a folio. */
    ofFolio: db.prepare<ByFolio, DocumentoLeido>(
      `SELECT ${DOCUMENTO} FROM sim_folio f JOIN sim_documento d ON d.id = f.documento_id
       WHERE f.lado = ? AND f.rut_emisor = ? AND f.tipo_dte = ? AND f.folio = ?`,
    ),
    judge: db.prepare(
      'UPDATE sim_documento SET veredicto = @veredicto, razones = @razones, juzgado_at = @at WHERE id = @id',
    ),
    useFolio: db.prepare('INSERT OR IGNORE INTO sim_folio VALUES (?, ?, ?, ?, ?)'),
    refer: db.prepare('INSERT OR IGNORE INTO sim_referencia VALUES (?, ?, ?, ?, ?, ?)'),
    notas: db.prepare<ByFolio, NotaLeida>(
      `SELECT d.tipo_dte AS tipoNota, r.codigo, d.juzgado_at AS juzgadaAt
       FROM sim_referencia r JOIN sim_documento d ON d.id = r.nota_id
       WHERE r.lado = ? AND r.rut_emisor = ? AND r.tipo_dte = ? AND r.folio = ?`,
    ),
    search: db.prepare<[Busqueda], DocumentoLeido & { veces: number }>(
      `SELECT ${DOCUMENTO}, (SELECT sum(e.veces) FROM sim_documento o JOIN sim_envio e ON e.track_id = o.track_id
         WHERE o.lado = d.lado AND o.rut_emisor = d.rut_emisor AND o.tipo_dte = d.tipo_dte AND o.folio = d.folio) AS veces
       FROM sim_documento d
       WHERE (@lado IS NULL OR lado = @lado) AND (@rut IS NULL OR rut_emisor = @rut)
         AND (@tipoDte IS NULL OR tipo_dte = @tipoDte) AND (@folio IS NULL OR folio = @folio)
         AND (@trackId IS NULL OR track_id = @trackId)
       ORDER BY id DESC LIMIT @limit`,
    ),
  },

  evento: {
    insert: db.prepare('INSERT INTO sim_evento VALUES (?, ?, ?, ?)'),
    ofDocumento: db.prepare<[documentoId: number], EventoLeido>(
      `SELECT codigo, rut_responsable AS rut, registrado_at AS at FROM sim_evento WHERE documento_id = ?`,
    ),
  },
})
